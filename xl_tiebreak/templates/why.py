"""The sheet to show to a player or a parent: one player's Buchholz and Berger, round by round, with the sum."""

from __future__ import annotations

from collections.abc import Mapping

from xlsxwriter.worksheet import Worksheet

from ..address import column_letters
from . import calls
from .blocks import Value, value_block
from .book import Book, protect, write, write_formula
from .facts import Facts, Line, Term, written
from .looks import EDGE, LINE
from .settings import Cells, joined, rule_line
from .tournament import results_area

__all__ = ["add_why"]

_TOP = 8  # the row of the headings, counted from 0
_CHOICE = "$C$3"
_LIST = 9  # the column of the list to choose from


def add_why(book: Book, facts: Facts) -> None:
    """Write the sheet."""
    swiss, called = book.design.system == "swiss", book.design.style == "functions"
    sheet = book.sheet(book.texts.why)
    sheet.hide_gridlines(2)
    widths = (7, 10, 30, 11, 12, 9, 11, 62) if swiss or called else (7, 10, 30, 11, 12, 11, 2, 2)
    for column, width in enumerate((*widths, 3, 30)):
        sheet.set_column(column, column, width)
    _add_choice(book, sheet, facts)
    if called:
        _add_explanations(book, sheet)
    elif swiss:
        _add_rounds(book, sheet, facts)
    else:
        _add_games(book, sheet)
    sheet.set_landscape()
    sheet.fit_to_pages(1, 1)
    sheet.print_area(0, 0, _TOP + book.design.across + 4, len(widths) - 1)
    sheet.freeze_panes(_TOP + 1, 0)
    protect(sheet)


def _add_choice(book: Book, sheet: Worksheet, facts: Facts) -> None:
    """The player chosen, what he has, and the list of players in order of place."""
    texts, cells = book.texts, Cells(book.design)
    chosen = facts.standings[0] if facts.lines else None
    sheet.set_row_pixels(0, 32)
    write(sheet, 0, 0, texts.why_title, book.look("title"))
    event = f'IF(LEN({cells.event})=0,"",{cells.event})'
    write_formula(sheet, 1, 0, event, book.look("line"), book.design.title)
    write(sheet, 2, 0, texts.choose, book.look("label"))
    write(sheet, 2, 2, chosen.label if chosen else "", book.look("choice"))
    index = f'IFERROR(MATCH({_CHOICE},tb_label,0),0)*IF(tb_flaws>0,0,1)*IF({_CHOICE}="",0,1)'
    chosen_row = facts.lines.index(chosen) + 1 if chosen else 0
    write_formula(sheet, 0, 8, index, book.look("hidden"), chosen_row)
    last = book.design.players + 2
    letters = column_letters(_LIST)
    source = f"=${letters}$3:${letters}${last}"
    prompt = {"input_title": texts.choose, "input_message": texts.choose_hint}
    sheet.data_validation(2, 2, 2, 2, {"validate": "list", "source": source, **prompt})
    write(sheet, 1, _LIST, texts.by_place, book.look("label"))
    for player in range(book.design.players):
        position = f"MATCH({player + 1},tb_position,0)" if book.design.style == "formulas" else f"{player + 1}"
        formula = f'IFERROR(INDEX(tb_label,{position}),"")'
        shown = facts.standings[player].label if player < len(facts.lines) else ""
        write_formula(sheet, 2 + player, _LIST, formula, book.look("small"), shown)
    if book.design.style == "formulas":
        summary, shown = _summary(book, chosen)
        sheet.set_row_pixels(3, 30)
        write_formula(sheet, 3, 0, summary, book.look("subtitle"), shown)
        write(sheet, 5, 0, texts.why_note[book.design.system], book.look("small"))
    rule, shown = rule_line(book)
    write_formula(sheet, 4, 0, rule, book.look("small"), shown)
    flawed = f'IF(tb_flaws>0,"{texts.flawed}",IF($I$1=0,"{texts.choose_hint}",""))'
    write_formula(sheet, 6, 0, flawed, book.look("warning"), "" if chosen else texts.choose_hint)


def _summary(book: Book, chosen: Line | None) -> tuple[str, str]:
    """Place, points and sums in one line: formula and what it shows."""
    design, texts = book.design, book.texts
    codes = ("BH", "SB") if design.system == "swiss" else ("SB",)
    parts = [(texts.place_word, "tb_place"), (texts.points_word, "tb_score")]
    parts += [(design.heading(code), f"tb_{value_block(code)}") for code in codes]
    formula = '&", "&'.join(f'"{word} "&INDEX({block},$I$1)' for word, block in parts)
    shown = ""
    if chosen:
        values = [chosen.place, chosen.points, *(chosen.values[code] for code in codes)]
        shown = ", ".join(f"{word} {written(value, design)}" for (word, _), value in zip(parts, values))
    return f'IF($I$1=0,"",{formula})', shown


def _headings(book: Book, sheet: Worksheet, *headings: str) -> None:
    sheet.set_row_pixels(_TOP, 34)
    for column, text in enumerate(headings):
        write(sheet, _TOP, column, text, book.look("heading"))


def _add_rounds(book: Book, sheet: Worksheet, facts: Facts) -> None:
    """A line a round, the sums below, and the sums written out."""
    design, texts = book.design, book.texts
    _headings(
        book, sheet, texts.round, texts.cell, texts.opponent, texts.opponent_points, texts.counts, texts.result,
        texts.product, texts.why_counts,
    )  # fmt: skip
    for r in range(design.across):
        term = facts.terms[r] if r < len(facts.terms) else None
        _add_round(book, sheet, r, term, _cell_shown(book, facts, r))
    first, last, row = _TOP + 2, _TOP + 1 + design.across, _TOP + 1 + design.across
    chosen = facts.standings[0] if facts.lines else None
    sums = {4: "BH", 6: "SB"}
    _add_sums(book, sheet, row, {column: chosen.values[code] if chosen else "" for column, code in sums.items()})
    for k, (column, code) in enumerate(sums.items()):
        letters = column_letters(column)
        terms = [f"{letters}{first + r}" for r in range(design.across)]
        added = "&".join([terms[0], *(f'IF({cell}="",""," + "&{cell})' for cell in terms[1:])])
        formula = f'IF($I$1=0,"","{design.heading(code)}: "&{added}&" = "&{letters}{last + 1})'
        write_formula(sheet, row + 2 + k, 0, formula, book.look("line", bold=True), _sum_shown(book, facts, code))
    lined = book.format({"bottom": 1, "bottom_color": LINE})
    options = {"type": "formula", "criteria": f'=$B{first}<>""', "format": lined}
    sheet.conditional_format(_TOP + 1, 0, row - 1, 7, options)


def _add_sums(book: Book, sheet: Worksheet, row: int, shown: Mapping[int, Value]) -> None:
    """The sums of some columns, with a line above them, once a player is chosen. ``shown``: column → value at first."""
    in_all, letters = book.texts.in_all, {column: column_letters(column) for column in shown}
    sums = {column: f"SUM({name}{_TOP + 2}:{name}{row})" for column, name in letters.items()}
    lined = book.format({"top": 1, "top_color": EDGE})
    for column, formula in {2: f'"{in_all}"', **sums}.items():
        value = shown.get(column, in_all if any(shown.values()) else "")
        write_formula(sheet, row, column, f'IF($I$1=0,"",{formula})', book.look("sum"), value)
        options = {"type": "formula", "criteria": "=$I$1>0", "format": lined}
        sheet.conditional_format(row, column, row, column, options)


def _add_round(book: Book, sheet: Worksheet, r: int, term: Term | None, cell: Value) -> None:
    texts, row = book.texts, _TOP + 1 + r
    kind, opponent = f"INDEX(tb_kind,$I$1,{r + 1})", f"INDEX(tb_opponent,$I$1,{r + 1})"
    counts, score = f"$E{row + 1}", f"$D{row + 1}"

    def if_chosen(formula: str) -> str:
        return f'IF($I$1=0,"",IF({r + 1}>tb_rounds,"",{formula}))'

    met = f'IF({counts}={score},"{texts.game_plain}","{texts.game_adjusted}")'
    own = joined(texts.self_draw, "INDEX(tb_score,$I$1)", "INDEX(tb_adjusted,$I$1)")
    forfeit = f'IF(tb_rule=2,"{texts.partner_draw}",{own})'
    unplayed = f'IF(tb_rule=3,"{texts.not_counted}",IF({opponent}>0,{forfeit},{own}))'
    why = f'IF({kind}=6,"{texts.no_result}",IF(AND({kind}>0,{kind}<4),{met},{unplayed}))'
    term = term or Term("", "", "", "", "")
    product = "" if term.counts == "" else float(term.counts) * float(term.weight)
    cells: list[tuple[str, str, Value]] = [
        (if_chosen(str(r + 1)), "plain", r + 1 if term.why else ""),
        (if_chosen(f'INDEX({results_area(book.design)},$I$1,{r + 1})&""'), "plain", cell),
        (if_chosen(f'IF({opponent}>0,INDEX(tb_label,{opponent}),"")'), "plain left", term.opponent),
        (if_chosen(f'IF({opponent}>0,INDEX(tb_score,{opponent}),"")'), "plain halves", term.score),
        (if_chosen(f"INDEX(tb_term,$I$1,{r + 1})"), "plain halves", term.counts),
        (if_chosen(f'IF({counts}="","",INDEX(tb_weight,$I$1,{r + 1}))'), "plain", term.weight),
        (if_chosen(f'IF({counts}="","",{counts}*$F{row + 1})'), "plain quarters", product),
        (if_chosen(why), "plain left", term.why),
    ]
    for column, (formula, look, shown) in enumerate(cells):
        write_formula(sheet, row, column, formula, book.look(look), shown)


def _cell_shown(book: Book, facts: Facts, r: int) -> Value:
    if not facts.lines:
        return ""
    return book.design.rows[facts.lines.index(facts.standings[0])][2 + r]


def _sum_shown(book: Book, facts: Facts, code: str) -> str:
    if not facts.lines:
        return ""
    terms = [
        float(term.counts) * (float(term.weight) if code == "SB" else 1) for term in facts.terms if term.counts != ""
    ]
    added = " + ".join(written(value, book.design) for value in terms)
    total = written(facts.standings[0].values[code], book.design)
    return f"{book.design.heading(code)}: {added} = {total}"


def _add_games(book: Book, sheet: Worksheet) -> None:
    """A line an opponent of a round robin, and the sum below."""
    design, texts = book.design, book.texts
    _headings(
        book,
        sheet,
        texts.with_number,
        texts.cell,
        texts.opponent,
        texts.opponent_points,
        texts.points_against,
        texts.product,
    )
    for k in range(design.players):
        row = _TOP + 1 + k
        there = f"AND(INDEX(tb_active,{k + 1})=1,$I$1<>{k + 1})"
        played = f"INDEX(tb_games,$I$1,{k + 1})>0"
        cells = (
            (f"INDEX(tb_key,{k + 1})", "plain"),
            (f'INDEX({results_area(design)},$I$1,{k + 1})&""', "plain"),
            (f"INDEX(tb_label,{k + 1})", "plain left"),
            (f"INDEX(tb_score,{k + 1})", "plain halves"),
            (f'IF({played},INDEX(tb_total,$I$1,{k + 1}),"")', "plain"),
            (f'IF({played},$D{row + 1}*$E{row + 1},"")', "plain quarters"),
        )
        for column, (formula, look) in enumerate(cells):
            write_formula(sheet, row, column, f'IF($I$1=0,"",IF({there},{formula},""))', book.look(look), "")
    first, row = _TOP + 2, _TOP + 1 + design.players
    _add_sums(book, sheet, row, {4: "", 5: ""})
    lined = book.format({"bottom": 1, "bottom_color": LINE})
    options = {"type": "formula", "criteria": f'=$A{first}<>""', "format": lined}
    sheet.conditional_format(_TOP + 1, 0, row - 1, 5, options)


def _add_explanations(book: Book, sheet: Worksheet) -> None:
    """A line a tie-break: its value, and in words how it comes about."""
    design, texts = book.design, book.texts
    write(sheet, _TOP, 2, texts.codes_table, book.look("heading"))
    write(sheet, _TOP, 3, "", book.look("heading"))
    write(sheet, _TOP, 4, texts.why_counts, book.look("heading", align="left"))
    for k, code in enumerate(design.codes):
        row = _TOP + 1 + k
        sheet.set_row_pixels(row, 52)
        write(sheet, row, 2, design.heading(code), book.look("bold left"))
        ready = f'IF($I$1=0,"",IF(tb_rounds<={design.cut(code)},"",{{}}))'
        value, words = calls.explanation(design, "INDEX(tb_key,$I$1)", code)
        write_formula(sheet, row, 3, ready.format(value), book.look("plain"), "")
        sheet.merge_range(row, 4, row, 7, "", book.look("wrapped"))
        write_formula(sheet, row, 4, ready.format(words), book.look("wrapped"), "")
