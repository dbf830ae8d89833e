"""The add-in for LibreOffice Calc: the functions in cells, with the engine inside, from the one table of functions.

`extension` gives the bytes of ``xl_tiebreak.oxt``, and `component` is the part of it that LibreOffice runs.
"""

from .extension import EXTENSION_ID, FILE_NAME, OLDEST_PYTHON, extension

__all__ = ["EXTENSION_ID", "FILE_NAME", "OLDEST_PYTHON", "extension"]
