"""Draws docs/img/: every sheet of every template as LibreOffice prints it, and a table with mistyped cells.

python -m tests.templates.pictures [folder]

Needs soffice, pdftoppm (poppler-utils) and Pillow (pip install .[pictures]).
"""

import io
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from openpyxl import load_workbook
from PIL import Image, ImageOps

from xl_tiebreak.address import column_letters
from xl_tiebreak.templates import TEMPLATES, Design, workbook

from .tools import LOCALES, recalculated

FOLDER = Path(__file__).resolve().parents[2] / "docs/img"
SHEETS = ("tournament", "standings", "why", "settings", "help", "working")
"""The sheets in their order, as the pictures' names have them. Each of them takes one page, the last one more."""
SLIPS = {"C3": "3b½x", "D5": "99w1", "H2": "2w1", "H3": "4w1", "G5": "3w0", "G7": None, "K4": "7b1", "K10": "1b0"}
"""Cells of the Dmitrov table → what somebody types by mistake."""
DENSITY, FOOT, BORDER, COLOURS = 110, 76, 8, 64
"""Dots per inch; how many of them at the bottom of a page belong to its footer; white ones around a picture."""


def main(folder: str = str(FOLDER)) -> None:
    """Draw all of them, each with the country's settings of those who use it."""
    books = {name: (workbook(design), design.language) for name, design in TEMPLATES.items()}
    books["slips"] = mistyped(TEMPLATES["dmitrov2008"]), "ru"
    for language in LOCALES:
        with TemporaryDirectory() as made:
            for name, (data, its_language) in books.items():
                if its_language == language:
                    Path(made, f"{name}.xlsx").write_bytes(data)
            pdfs = recalculated("soffice", Path(made).glob("*.xlsx"), Path(made), "pdf", language)
            for pdf in pdfs.values():
                draw(pdf, Path(folder))


def draw(pdf: Path, folder: Path) -> None:
    """A picture of each sheet of a template; of the table with slips only the first."""
    for number, sheet in enumerate(SHEETS if pdf.stem in TEMPLATES else [""], start=1):
        picture = f"{pdf.stem}_{sheet}".rstrip("_")
        drawn(pdf, number).save(folder / f"{picture}.png", optimize=True)


def mistyped(design: Design) -> bytes:
    """The filled table with slips in it; what is wrong in each row is printed too."""
    book = load_workbook(io.BytesIO(workbook(design)))
    sheet = book.worksheets[0]
    for cell, text in SLIPS.items():
        sheet[cell].value = text
    sheet.print_area = f"A1:{column_letters(design.check_column)}{design.players + 5}"
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def drawn(pdf: Path, number: int) -> Image.Image:
    """A page without its margins and its footer, in few colours."""
    command = ["pdftoppm", "-r", str(DENSITY), "-f", str(number), "-singlefile", str(pdf)]
    page = Image.open(io.BytesIO(subprocess.run(command, capture_output=True, check=True).stdout))
    page = page.crop((0, 0, page.width, page.height - FOOT))
    inked = page.crop(ImageOps.invert(page).getbbox())
    return ImageOps.expand(inked, BORDER, "white").quantize(COLOURS, dither=Image.Dither.NONE)


if __name__ == "__main__":
    main(*sys.argv[1:])
