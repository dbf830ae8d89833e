"""The commands and their options. What they print is in `prints` and `as_json`, what fill does in `filling`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated, cast

import typer

from ..address import Area
from ..crosstable.reading import Language
from ..editions import parse_rules
from ..errors import InputError, RequestError
from ..players import Players
from ..tiebreaks import parse_chain, parse_item
from ..wording import LANGUAGES
from ..workbook import Asked, Table, open_tables
from .outlet import standard_streams

__all__ = ["run"]

app = typer.Typer(
    help="Tie-breaks for tournaments kept in a spreadsheet.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

_KNOWN = "File with the crosstable: .xlsx, .xlsm, .xls, .xlsb, .ods, .csv, .tsv, .trf, or a listing as text."
_File = Annotated[Path, typer.Argument(help=_KNOWN, show_default=False)]
_Files = Annotated[list[Path], typer.Argument(help="Workbooks (.xlsx, .xlsm), or folders of them.", show_default=False)]
_Rules = Annotated[
    str | None,
    typer.Option("--rules", help="Edition of the rules, id or year: fide1998, 2024, 2024:rr.  [default: fide1998]"),
]
_Chain = Annotated[
    str | None,
    typer.Option("--chain", help='Tie-breaks in order, e.g. "PTS, BH, BH-CX".  [default: that of the system]'),
]
_Sheet = Annotated[str | None, typer.Option("--sheet", help="Name of the sheet.  [default: every visible one]")]
_Range = Annotated[
    str | None, typer.Option("--range", help="Cells of the table, e.g. A1:M12.  [default: the tables found]")
]
_System = Annotated[
    str | None,
    typer.Option("--system", help="swiss, or rr for a round robin.  [default: seen from the table]"),
]
_Language = Annotated[
    str | None, typer.Option("--language", help="ru or en, for headings and words.  [default: the table's]")
]
_Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


def run() -> None:
    """Run the command line."""
    with standard_streams():
        app()


@app.command()
def fill(
    files: _Files,
    out: Annotated[Path | None, typer.Option("-o", "--out", help="Folder for the filled copies.")] = None,
    in_place: Annotated[bool, typer.Option("--in-place", help="Write into the files themselves.")] = False,
    keep: Annotated[
        bool, typer.Option("--keep", help="Keep values that differ; ours get columns of their own.")
    ] = False,
    jobs: Annotated[int, typer.Option("--jobs", min=0, help="Processes at work; 0: one for each core.")] = 1,
    report: Annotated[Path | None, typer.Option("--report", help="JSON file with all results and totals.")] = None,
    rules: _Rules = None,
    chain: _Chain = None,
    sheet: _Sheet = None,
    range_: _Range = None,
    system: _System = None,
    language: _Language = None,
    values: Annotated[bool, typer.Option("--values", help="Put values in the place of formulas that call us.")] = False,
    json: _Json = False,
) -> None:
    """Write tie-breaks and places into workbooks: NAME_filled.xlsx beside each, unless told otherwise."""
    from .filling import Order, fill_files

    with _reported():
        asked = _asked(rules, chain, sheet, range_, system, language)
        status = fill_files(files, Order(asked, out, in_place, keep, values, jobs, report, json))
    raise typer.Exit(status)


@app.command()
def show(
    file: _File,
    rules: _Rules = None,
    chain: _Chain = None,
    sheet: _Sheet = None,
    range_: _Range = None,
    system: _System = None,
    language: _Language = None,
    json: _Json = False,
) -> None:
    """Print the ranked table."""
    from . import as_json, prints

    tables, asked = _opened(file, rules, chain, sheet, range_, system, language, json)
    if json:
        as_json.print_json([as_json.table(file, table, asked) for table in tables])
    for table in tables:
        if not json and table.standings is not None:
            prints.ranking(file, table)
        prints.problems(table.problems, f"{table.place}: " if len(tables) > 1 else "")
    raise typer.Exit(_status(tables))


@app.command()
def check(
    file: _File,
    rules: _Rules = None,
    chain: _Chain = None,
    sheet: _Sheet = None,
    range_: _Range = None,
    system: _System = None,
    language: _Language = None,
    json: _Json = False,
) -> None:
    """List every doubtful cell, and compare printed points and tie-breaks with what the results give."""
    from ..audit import audit
    from . import as_json, prints

    tables, asked = _opened(file, rules, chain, sheet, range_, system, language, json)
    printed = [audit(table.reading, asked.rules, table.sheet.formulas) for table in tables]
    if json:
        as_json.print_json([as_json.table(file, t, asked, columns) for t, columns in zip(tables, printed)])
    else:
        for table, columns in zip(tables, printed):
            prints.checked(file, table, columns)
    raise typer.Exit(_status(tables))


@app.command()
def explain(
    file: _File,
    player: Annotated[str, typer.Argument(help="Number or name of the player.", show_default=False)],
    code: Annotated[str | None, typer.Argument(help="A tie-break.  [default: each of the chain]")] = None,
    rules: _Rules = None,
    chain: _Chain = None,
    sheet: _Sheet = None,
    range_: _Range = None,
    system: _System = None,
    language: _Language = None,
    json: _Json = False,
) -> None:
    """Show how a player's number comes about, round by round."""
    from ..explain import explain as explained
    from . import as_json

    tables, asked = _opened(file, rules, chain, sheet, range_, system, language, False)
    with _reported():
        table, position = _player(tables, player)
        assert table.standings is not None
        tournament = table.standings.tournament
        chain_codes = [item.written for item in table.standings.chain if item.tiebreak.code != "PTS"]
        codes = [parse_item(code).written] if code else chain_codes
        used, speech = [item.written for item in table.standings.chain], table.reading.language
        told = [explained(tournament, position, c, asked.rules, speech, used) for c in codes]
    if json:
        as_json.print_json([as_json.explanation(file, table, position, c, t) for c, t in zip(codes, told)])
    else:
        typer.echo("\n\n".join(map(str, told)))


@app.command()
def convert(
    file: _File,
    out: Annotated[Path, typer.Option("-o", "--out", help="File to write: .xlsx or .trf.", show_default=False)],
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace the file if there is one.")] = False,
    rules: _Rules = None,
    chain: _Chain = None,
    sheet: _Sheet = None,
    range_: _Range = None,
    system: _System = None,
    language: _Language = None,
    json: _Json = False,
) -> None:
    """Write the table as a workbook in the layout of the documents, or as a TRF that other programs read."""
    from ..workbook import convert_file
    from . import as_json, prints

    with _reported():
        asked = _asked(rules, chain, sheet, range_, system, language)
        tables = convert_file(file, out, asked, overwrite=overwrite)
    if json:
        as_json.print_json([as_json.table(file, table, asked) | {"written": str(out)} for table in tables])
    for table in tables:
        if not json:
            typer.echo(f"{out}: {prints.describe(table)}")
        prints.problems(table.problems, f"{table.place}: " if len(tables) > 1 else "")


@app.command()
def new(
    system: Annotated[str, typer.Argument(help="swiss, or round-robin.", show_default=False)],
    players: Annotated[int | None, typer.Option("--players", help="How many players.  [default: 24, 10]")] = None,
    rounds: Annotated[int | None, typer.Option("--rounds", help="Rounds of a Swiss.  [default: 9]")] = None,
    cycles: Annotated[int | None, typer.Option("--cycles", help="1 or 2, of a round robin.  [default: 1]")] = None,
    language: Annotated[str, typer.Option("--language", help="ru or en.")] = "en",
    style: Annotated[
        str | None, typer.Option("--style", help="formulas, or functions for an add-in.  [default: formulas]")
    ] = None,
    host: Annotated[
        str | None,
        typer.Option("--for", help="lite: functions through xlwings Lite. lambda: functions as names, in Excel 365."),
    ] = None,
    out: Annotated[Path | None, typer.Option("-o", "--out", help="The file.  [default: SYSTEM.xlsx]")] = None,
) -> None:
    """Make an empty template that ranks by itself."""
    from .making import make_template

    with _reported():
        make_template(system, players, rounds, cycles, language, style, host, out)


@app.command()
def functions(json: _Json = False) -> None:
    """List the spreadsheet functions."""
    from . import as_json, prints

    if json:
        as_json.print_json(as_json.functions(), always_list=True)
    else:
        prints.functions()


@app.command()
def codes(json: _Json = False) -> None:
    """List the tie-breaks and their codes."""
    from . import as_json, prints

    if json:
        as_json.print_json(as_json.codes(), always_list=True)
    else:
        prints.codes()


@app.command("rules")
def rules_(
    edition: Annotated[str | None, typer.Argument(help="Id or year: say what this edition means.")] = None,
    json: _Json = False,
) -> None:
    """List the editions of the rules, or say what one of them means."""
    from ..editions import EDITIONS, find_edition
    from . import as_json, prints

    with _reported():
        chosen = [find_edition(edition)] if edition else list(EDITIONS.values())
    if json:
        as_json.print_json([as_json.edition(e) for e in chosen], always_list=edition is None)
    elif edition:
        prints.edition(chosen[0])
    else:
        prints.editions()


_Host = Annotated[str, typer.Argument(help="excel (with xlwings, on Windows) or libreoffice.", show_default=False)]


@app.command()
def install(
    host: _Host,
    to: Annotated[Path | None, typer.Option("--to", help="Only write the add-in's file into this folder.")] = None,
) -> None:
    """Put the functions into Excel or LibreOffice, for use in cells."""
    from ..install import install as installed

    with _reported():
        typer.echo(installed(host, to))


@app.command()
def uninstall(host: _Host) -> None:
    """Take the functions out of Excel or LibreOffice."""
    from ..install import uninstall as uninstalled

    with _reported():
        typer.echo(uninstalled(host))


@app.command()
def doctor(json: _Json = False) -> None:
    """Say where the functions work on this machine, and what is missing elsewhere."""
    from ..install import doctor as examined
    from . import as_json, prints

    checks = examined()
    if json:
        as_json.print_json([asdict(check) for check in checks], always_list=True)
    else:
        prints.checks(checks)


@contextmanager
def _reported() -> Iterator[None]:
    """What is wrong with the request or the table becomes a sentence on standard error, and the exit status 2 or 1.
    Anything else is a bug and looks like one."""
    try:
        yield
    except (InputError, RequestError) as error:
        from .prints import failure

        failure(error)
        raise typer.Exit(1 if isinstance(error, InputError) else 2) from None


def _asked(
    rules: str | None,
    chain: str | None,
    sheet: str | None,
    range_: str | None,
    system: str | None,
    language: str | None,
) -> Asked:
    """The options of a command, refused before any file is opened where they mean nothing."""
    chosen = parse_rules(rules)
    if system is not None:
        chosen = parse_rules(f"{replace(chosen, system=None)}:{_one_of('system', system, ('swiss', 'rr'))}")
    if language is not None:
        _one_of("language", language, LANGUAGES)
    parse_chain(chain, chosen, "swiss")
    area = None
    if range_ is not None:
        before, _, cells = range_.rpartition("!")
        sheet = sheet or before.strip("'") or None
        try:
            area = Area.parse(cells)
        except ValueError as error:
            raise RequestError(f"--range: {error}, or a range such as A1:M12") from None
    return Asked(chain, chosen, sheet, area, cast(Language, language.lower()) if language else None)


def _opened(
    file: Path,
    rules: str | None,
    chain: str | None,
    sheet: str | None,
    range_: str | None,
    system: str | None,
    language: str | None,
    as_list: bool,
) -> tuple[list[Table], Asked]:
    """The tables of a file, and what was asked; where there are none, an empty list for programs that wait for one."""
    with _reported():
        asked = _asked(rules, chain, sheet, range_, system, language)
        try:
            return open_tables(file, asked), asked
        except InputError:
            if as_list:
                typer.echo("[]")
            raise


def _player(tables: list[Table], asked: str) -> tuple[Table, int]:
    """The one table that has the player, and the position there."""
    errors = [problem for table in tables for problem in table.reading.errors]
    if errors:
        raise InputError(errors)
    found: list[tuple[Table, int]] = []
    unknown: list[RequestError] = []
    for table in tables:
        assert table.reading.tournament is not None
        try:
            found.append((table, Players(table.reading.tournament).position(asked)))
        except RequestError as error:
            unknown.append(error)
    if len(found) > 1:
        places = " and ".join(table.place for table, _ in found)
        raise RequestError(f"'{asked}' stands in the tables {places}; choose one with --sheet or --range")
    if not found:
        raise unknown[0]
    return found[0]


def _one_of(option: str, text: str, known: tuple[str, ...]) -> str:
    if text.lower() not in known:
        raise RequestError(f"unknown {option} '{text}'; known are {', '.join(known)}")
    return text.lower()


def _status(tables: list[Table]) -> int:
    """0, or 1 where a table has errors."""
    return 1 if any(table.reading.errors for table in tables) else 0
