"""Filling the workbooks of the corpus, as organisers have them."""

import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook

from tests.workbook.compare import cells
from xl_tiebreak.errors import InputError
from xl_tiebreak.workbook import Asked, fill_file, fill_worksheet


def cells_by_sheet(book: Workbook) -> dict[str, dict[str, tuple[object, ...]]]:
    return {sheet.title: cells(sheet) for sheet in book.worksheets}


def cells_by_worksheet(path: Path) -> dict[str, dict[str, tuple[object, ...]]]:
    """The cells that the other writer gives: that of worksheets which a script holds."""
    book = load_workbook(path)
    for sheet in book.worksheets:
        if sheet.sheet_state == "visible":
            fill_worksheet(sheet)
    return cells_by_sheet(book)


def test_every_table_that_can_be_read_is_filled_soundly_and_once(
    shared: Path, tmp_path: Path, check_xlsx: Callable[[Path], None]
) -> None:
    filled, refused = [], []
    for source in sorted((shared / "corpus").glob("*.xlsx")):
        target = tmp_path / source.name
        try:
            fill_file(source, target, Asked())
        except InputError:
            refused.append(source)
            continue
        check_xlsx(target)
        assert cells_by_worksheet(source) == cells_by_sheet(load_workbook(target))
        again = fill_file(target, tmp_path / "again.xlsx", Asked())
        assert not any(planned.edits for planned in again.plans)
        filled.append(source.name)
    assert not any((tmp_path / source.name).exists() for source in refused)
    print(f"\nfilled: {', '.join(filled)}\nrefused: {', '.join(source.name for source in refused)}")
    assert {"dmitrov2008.xlsx", "cr_swiss_moscow2018.xlsx", "cr_rr_matrix6.xlsx"} <= set(filled)


def test_cells_that_are_not_filled_stay_as_they_are(shared: Path, tmp_path: Path) -> None:
    source = shared / "corpus/cr_swiss_moscow2018.xlsx"
    target = tmp_path / "filled.xlsx"
    outcome = fill_file(source, target, Asked())
    written = {(edit.row + 1, edit.column + 1) for planned in outcome.plans for edit in planned.edits}
    before, after = (load_workbook(path).active for path in (source, target))
    compared = 0
    for row in before.iter_rows():
        for cell in row:
            if (cell.row, cell.column) not in written:
                other = after[cell.coordinate]
                assert (other.value, other.number_format, other.font.b) == (cell.value, cell.number_format, cell.font.b)
                compared += 1
    assert compared > 4000


@pytest.mark.parametrize("name", ["swiss_ru.xlsx", "swiss_en.xlsx"])
def test_template_without_players_is_refused(name: str, root: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError):
        fill_file(root / "templates" / name, tmp_path / name, Asked())
    assert not (tmp_path / name).exists()
    assert zipfile.is_zipfile(root / "templates" / name)
