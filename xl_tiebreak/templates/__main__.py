"""``python -m xl_tiebreak.templates [folder]`` writes the usual templates."""

import sys

from . import main

if __name__ == "__main__":
    main(*sys.argv[1:])
