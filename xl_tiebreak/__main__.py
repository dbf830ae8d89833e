"""``python -m xl_tiebreak``: the command line."""

from .cli import main

main()
