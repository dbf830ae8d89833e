"""The sheet of choices: name of the event, rule for unplayed rounds, order of tie-breaks, and whether all is well."""

from __future__ import annotations

from dataclasses import dataclass

from xlsxwriter.worksheet import Worksheet

from .book import Book, protect, write, write_formula
from .design import RULES, Design, quoted
from .facts import Facts
from .looks import LOOKS, MARKED
from .ranking import CHAIN

__all__ = ["Cells", "add_settings", "joined", "order_line", "rule_line", "state_line"]

_EVENT, _RULE, _CHAIN, _STATE, _RULES = 3, 7, 10, 17, 20  # rows as people count them
_VALUE, _NOTE = 1, 2  # columns


@dataclass(frozen=True, slots=True)
class Cells:
    """Where the choices stand, as formulas of other sheets write it."""

    design: Design

    def _at(self, row: int, column: str = "B") -> str:
        return f"{quoted(self.design.texts.settings)}!${column}${row}"

    @property
    def event(self) -> str:
        return self._at(_EVENT)

    @property
    def venue(self) -> str:
        return self._at(_EVENT + 1)

    @property
    def arbiter(self) -> str:
        return self._at(_EVENT + 2)

    @property
    def rule(self) -> str:
        return self._at(_RULE)

    @property
    def rule_note(self) -> str:
        """The rule in words, beside its name."""
        return self._at(_RULE, "C")

    @property
    def points(self) -> str:
        """The word for points, the first criterion."""
        return self._at(_CHAIN)

    @property
    def chain(self) -> list[str]:
        """The cells in which the tie-breaks are chosen, in order."""
        return [self._at(_CHAIN + k) for k in range(1, CHAIN + 1)]

    @property
    def notes(self) -> list[str]:
        """What the chosen tie-breaks mean, beside them."""
        return [self._at(_CHAIN + k, "C") for k in range(1, CHAIN + 1)]

    @property
    def rules(self) -> str:
        """The list of the rules' names."""
        return f"{self._at(_RULES, 'A')}:$A${_RULES + len(RULES) - 1}"

    @property
    def rule_ids(self) -> str:
        """The list of the rules' ids, beside their names."""
        return f"{self._at(_RULES)}:$B${_RULES + len(RULES) - 1}"

    @property
    def codes_row(self) -> int:
        """The row of the first tie-break in the list, as people count."""
        return _RULES + (len(RULES) + 2 if self.design.system == "swiss" else 0)

    @property
    def headings(self) -> str:
        """The list of the tie-breaks' headings."""
        return f"{self._at(self.codes_row, 'A')}:$A${self.codes_row + len(self.design.codes) - 1}"

    @property
    def codes(self) -> str:
        """The list of the tie-breaks' codes, beside their headings."""
        return f"{self._at(self.codes_row)}:$B${self.codes_row + len(self.design.codes) - 1}"

    def own(self, address: str) -> str:
        """The same address as the settings sheet itself writes it."""
        return address.rpartition("!")[2]


def add_settings(book: Book, facts: Facts) -> None:
    """Write the sheet."""
    texts, cells = book.texts, Cells(book.design)
    sheet = book.sheet(texts.settings)
    sheet.hide_gridlines(2)
    sheet.set_portrait()
    sheet.fit_to_pages(1, 1)
    sheet.set_column(0, 0, 26)
    sheet.set_column(1, 1, 28)
    sheet.set_column(2, 2, 86)
    sheet.set_row_pixels(0, 34)
    write(sheet, 0, 0, texts.settings_title, book.look("title"))
    hints = (texts.event_hint, texts.venue_hint, texts.arbiter_hint)
    for k, (label, hint) in enumerate(zip((texts.event, texts.venue, texts.arbiter), hints)):
        write(sheet, _EVENT - 1 + k, 0, label, book.look("label"))
        write(sheet, _EVENT - 1 + k, _VALUE, book.design.title if k == 0 else "", book.look("input"))
        write(sheet, _EVENT - 1 + k, _NOTE, hint, book.look("hint"))
    _add_rule(book, sheet, cells)
    _add_chain(book, sheet, cells)
    _add_state(book, sheet, facts)
    _add_codes(book, sheet, cells)
    for row in range(2, cells.codes_row + len(book.design.codes)):
        sheet.set_row_pixels(row, 21)
    protect(sheet)


def _add_rule(book: Book, sheet: Worksheet, cells: Cells) -> None:
    """The choice of the rule, and the list it is chosen from; a round robin has none, its forfeits are results."""
    texts, design = book.texts, book.design
    write(sheet, _RULE - 1, 0, texts.unplayed, book.look("label"))
    if design.system == "rr":
        write(sheet, _RULE - 1, _VALUE, texts.round_robin_rule, book.look("line"))
        return
    listed = cells.own(cells.rules)
    write(sheet, _RULE - 1, _VALUE, design.rule_title(RULES[0]), book.look("choice"))
    number = f"MATCH({cells.own(cells.rule)},{listed},0)"
    meaning = f'IFERROR(INDEX({listed.replace("A", "C")},{number}),"{texts.unknown_rule}")'
    write_formula(sheet, _RULE - 1, _NOTE, meaning, book.look("hint"), texts.rules[RULES[0].id])
    sheet.data_validation(_RULE - 1, _VALUE, _RULE - 1, _VALUE, {"validate": "list", "source": f"={listed}"})
    write(sheet, _RULES - 2, 0, texts.rules_table, book.look("subtitle"))
    for k, edition in enumerate(RULES):
        write(sheet, _RULES - 1 + k, 0, design.rule_title(edition), book.look("line"))
        write(sheet, _RULES - 1 + k, 1, edition.id, book.look("small"))
        write(sheet, _RULES - 1 + k, 2, texts.rules[edition.id], book.look("hint"))


def _add_chain(book: Book, sheet: Worksheet, cells: Cells) -> None:
    texts, design = book.texts, book.design
    write(sheet, _CHAIN - 2, 0, texts.chain, book.look("subtitle"))
    write(sheet, _CHAIN - 2, _VALUE, texts.chain_hint, book.look("small"))
    write(sheet, _CHAIN - 1, 0, texts.first, book.look("label", align="right", indent=1))
    write(sheet, _CHAIN - 1, _VALUE, texts.points_word, book.look("choice", locked=True))
    write(sheet, _CHAIN - 1, _NOTE, texts.legend["PTS"], book.look("hint"))
    listed = cells.own(cells.headings)
    first, last = _CHAIN, _CHAIN + CHAIN - 1
    for k in range(CHAIN):
        cell, earlier = f"$B${_CHAIN + 1 + k}", f"$B${_CHAIN}:$B${_CHAIN + k}"
        code = design.chain[k] if k < len(design.chain) else ""
        write(sheet, first + k, 0, texts.then, book.look("label", align="right", indent=1))
        write(sheet, first + k, _VALUE, design.heading(code) if code else "", book.look("choice"))
        meaning = f'IFERROR(INDEX({listed.replace("A", "C")},MATCH({cell},{listed},0)),"{texts.unknown}")'
        note = f'IF(LEN({cell})=0,"",IF(COUNTIF({earlier},{cell})>0,"{texts.chosen_twice}",{meaning}))'
        write_formula(sheet, first + k, _NOTE, note, book.look("hint"), texts.legend[code] if code else "")
    sheet.data_validation(first, _VALUE, last, _VALUE, {"validate": "list", "source": f"={listed}"})
    wrong = (
        f'=AND($B{first + 1}<>"",OR(COUNTIF({listed},$B{first + 1})=0,COUNTIF($B${_CHAIN}:$B{first},$B{first + 1})>0))'
    )
    red = book.format({**LOOKS["choice"], **MARKED["x"]})
    sheet.conditional_format(first, _VALUE, last, _VALUE, {"type": "formula", "criteria": wrong, "format": red})


def _add_state(book: Book, sheet: Worksheet, facts: Facts) -> None:
    """One sentence: is everything readable, how many players and rounds."""
    texts = book.texts
    write(sheet, _STATE - 1, 0, texts.state, book.look("subtitle"))
    write_formula(sheet, _STATE - 1, _VALUE, state_line(book), book.look("line", bold=True), facts.state)


def state_line(book: Book) -> str:
    """The state of the table as a sentence."""
    texts = book.texts
    fine = texts.state_fine[book.design.system]
    fine = joined(fine.replace("{players}", "{}", 1).replace("{rounds}", "{}", 1), "tb_players", "tb_rounds")
    flawed = joined(texts.state_flawed, "tb_flaws")
    if book.design.style == "functions":
        return f'IF(tb_flaws>0,{flawed},IF(tb_rounds=0,"{texts.state_empty}",{fine}))'
    shared = f'IF(tb_shared>0,{joined(texts.state_shared, "tb_shared")},"")'
    unsettled = f'IF(tb_encounter_at*tb_unsettled>0,"{texts.state_unsettled}","")'
    sound = f"{fine}&{shared}&{unsettled}"
    return f'IF(tb_flaws>0,{flawed},IF(tb_rounds=0,"{texts.state_empty}",{sound}))'


def rule_line(book: Book) -> tuple[str, str]:
    """The rule for unplayed rounds in a sentence: formula, and what it shows at first."""
    texts, cells, first = book.texts, Cells(book.design), RULES[0]
    if book.design.system == "rr":
        sentence = texts.rules_used + texts.round_robin_rule
        return f'"{sentence}"', sentence
    shown = f"{texts.rules_used}{book.design.rule_title(first)} – {texts.rules[first.id]}"
    return f'"{texts.rules_used}"&{cells.rule}&" – "&{cells.rule_note}', shown


def order_line(book: Book) -> tuple[str, str]:
    """The order of tie-breaks in a line: formula, and what it shows at first."""
    design, texts, cells = book.design, book.texts, Cells(book.design)
    order = "".join(f'&IF(tb_item_{k}>0," → "&{cell},"")' for k, cell in enumerate(cells.chain, start=1))
    shown = texts.ranked_by + " → ".join([texts.points_word, *map(design.heading, design.chain)])
    return f'"{texts.ranked_by}"&{cells.points}{order}', shown


def joined(text: str, *values: str) -> str:
    """A text with {} as a formula that puts values in their place."""
    parts = text.split("{}")
    found = f'"{parts[0]}"'
    for value, rest in zip(values, parts[1:]):
        found += f'&{value}&"{rest}"'
    return found


def _add_codes(book: Book, sheet: Worksheet, cells: Cells) -> None:
    """The list of tie-breaks: heading, code, meaning."""
    texts, design = book.texts, book.design
    top = cells.codes_row - 1
    write(sheet, top - 1, 0, texts.codes_table, book.look("subtitle"))
    write(sheet, top - 1, 1, texts.code, book.look("small"))
    for k, code in enumerate(design.codes):
        write(sheet, top + k, 0, design.heading(code), book.look("line"))
        write(sheet, top + k, 1, code, book.look("small"))
        write(sheet, top + k, 2, texts.legend[code], book.look("hint"))
