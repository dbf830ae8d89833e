"""A workbook whose functions are its own formulas: LAMBDA names, for Excel 365 and 2024, with no add-in at all.

`for_lambda` gives a workbook the names POINTS, BUCHHOLZ, TRUNCBUCHHOLZ, BERGER and PLACES. They take a table in the
layout of the documents: one heading row at the top, №, name, rounds headed by numbers, then points and place. They
count by the rules of 1998 as a Swiss (a round without a game is a draw against oneself) and show what the functions of
the same names show, but check less: a cell that is no result gives an error, two cells that contradict each other do
not; and nothing may be left out of a call, so that ``TRUNCBUCHHOLZ(A1:M12, 1)`` needs its 1.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from xml.sax.saxutils import escape, quoteattr

from .editions import DEFAULT, parse_rules
from .errors import RequestError
from .functions import FUNCTIONS as ALL
from .package import FORMULA, WORKBOOK, Parts, insert, read_parts, sheets, write_parts
from .tiebreaks import heading, parse_item
from .wording import words

__all__ = ["FUNCTIONS", "for_lambda", "names"]

_HELPERS: dict[str, tuple[str, str]] = {
    "TIE_PLAYED": (
        "Is a round a game over the board? Two characters or more before a result",
        'LAMBDA(cell,AND(LEN(cell)>2,ISNUMBER(FIND(RIGHT(cell,1),"1½=0"))))',
    ),
    "TIE_PAIRED": (
        "Is a round a game or a forfeit?",
        'LAMBDA(cell,AND(LEN(cell)>2,ISNUMBER(FIND(RIGHT(cell,1),"1½=0+-"))))',
    ),
    "TIE_OPEN": (
        "Is a round paired and without a result, or no round at all?",
        'LAMBDA(cell,AND(cell<>"",ISNUMBER(FIND(RIGHT(cell,1),".wbбч"))))',
    ),
    "TIE_POINT": (
        "Points of a round",
        'LAMBDA(cell,IF(cell="",0,SWITCH(RIGHT(cell,1),"1",1,"½",0.5,"=",0.5,"0",0,"+",1,"-",0,'
        '".",0,"w",0,"b",0,"б",0,"ч",0,NA())))',
    ),
    "TIE_LENT": (
        "What a round adds to the score lent to opponents: a draw where there was no game",
        "LAMBDA(cell,IF(TIE_PLAYED(cell),TIE_POINT(cell),IF(TIE_OPEN(cell),0,0.5+0*TIE_POINT(cell))))",
    ),
    "TIE_ROUNDS": (
        "Rounds that count: up to the last one with a result, or with a free point and nobody waiting for a result",
        'LAMBDA(tab,LET(texts,DROP(tab,1,2)&"",MAX(MAP(SEQUENCE(COUNT(INDEX(tab,1,0))),LAMBDA(across,'
        "LET(cells,INDEX(texts,0,across),decided,SUM(--MAP(cells,TIE_PAIRED)),waiting,SUM(--MAP(cells,TIE_OPEN)),"
        'IF(OR(decided>0,AND(waiting=0,SUM(--(cells="+"))>0)),across,0)))))))',
    ),
    "TIE_CELLS": (
        "The rounds as texts, a row a player; a point in columns that are no round",
        'LAMBDA(tab,LET(texts,DROP(tab,1,2)&"",most,TIE_ROUNDS(tab),MAKEARRAY(ROWS(texts),COLUMNS(texts),'
        'LAMBDA(down,across,IF(across<=most,INDEX(texts,down,across),".")))))',
    ),
    "TIE_NUMBERS": ("The players' numbers as texts", 'LAMBDA(tab,DROP(INDEX(tab,0,1),1)&"")'),
    "TIE_SCORES": (
        "The scores that players lend to their opponents",
        "LAMBDA(cells,BYROW(cells,LAMBDA(line,SUM(MAP(line,TIE_LENT)))))",
    ),
    "TIE_TERMS": (
        "The terms of a player, one a round: an opponent's score, or his own where there was no game",
        "LAMBDA(line,scores,numbers,LET(own,SUM(MAP(line,TIE_LENT)),MAP(line,LAMBDA(cell,"
        'IF(TIE_OPEN(cell),"",IF(TIE_PLAYED(cell),'
        "INDEX(scores,XMATCH(LEFT(cell,LEN(cell)-2),numbers)),own+0*TIE_POINT(cell)))))))",
    ),
    "TIE_LOWEST": (
        "The sum of the lowest terms",
        "LAMBDA(terms,count,SUM(MAP(SEQUENCE(count),LAMBDA(place,SMALL(terms,place)))))",
    ),
    "TIE_BERGER": (
        "The terms of a player weighed by his results",
        "LAMBDA(line,terms,SUM(MAP(line,terms,LAMBDA(cell,term,"
        'IF(term="",0,IF(TIE_PLAYED(cell),TIE_POINT(cell),0.5)*term)))))',
    ),
    "TIE_BESIDE": (
        "A column beside the table: a title, then a value for every row with a number",
        'LAMBDA(tab,title,values,VSTACK(title,MAP(TIE_NUMBERS(tab),values,LAMBDA(number,value,IF(number="","",value)))))',
    ),
}
"""Name → what it is, formula. Words in small letters are parameters, two letters or more: to Excel `r` is a row."""

_CUT = "BH-C3"
_TERMS = "cells,TIE_CELLS(tab),scores,TIE_SCORES(cells),numbers,TIE_NUMBERS(tab)"
FUNCTIONS: Mapping[str, tuple[str, str, str]] = MappingProxyType(
    {
        "POINTS": (
            "Points, summed from the rounds: POINTS(table)",
            "PTS",
            "LAMBDA(tab,TIE_BESIDE(tab,TITLE,BYROW(TIE_CELLS(tab),LAMBDA(line,SUM(MAP(line,TIE_POINT))))))",
        ),
        "BUCHHOLZ": (
            "Buchholz by the rules of 1998: BUCHHOLZ(table)",
            "BH",
            f"LAMBDA(tab,LET({_TERMS},TIE_BESIDE(tab,TITLE,BYROW(cells,LAMBDA(line,SUM(TIE_TERMS(line,scores,numbers)))))))",
        ),
        "TRUNCBUCHHOLZ": (
            "Buchholz without the n lowest terms: TRUNCBUCHHOLZ(table, n)",
            _CUT,
            f"LAMBDA(tab,count,LET({_TERMS},most,TIE_ROUNDS(tab),TIE_BESIDE(tab,TITLE,BYROW(cells,LAMBDA(line,"
            "LET(terms,TIE_TERMS(line,scores,numbers),"
            "IF(OR(count<1,count>=most),NA(),SUM(terms)-TIE_LOWEST(terms,count))))))))",
        ),
        "BERGER": (
            "Sonneborn-Berger by the rules of 1998: BERGER(table)",
            "SB",
            f"LAMBDA(tab,LET({_TERMS},TIE_BESIDE(tab,TITLE,BYROW(cells,LAMBDA(line,"
            "TIE_BERGER(line,TIE_TERMS(line,scores,numbers)))))))",
        ),
        "PLACES": (
            "Places by points, Buchholz, iterative truncation, Berger: PLACES(table)",
            "",
            f"LAMBDA(tab,LET({_TERMS},most,TIE_ROUNDS(tab),marks,BYROW(cells,LAMBDA(line,"
            "LET(terms,TIE_TERMS(line,scores,numbers),total,SUM(terms),"
            'TEXT(2*SUM(MAP(line,TIE_POINT)),"00000")&TEXT(2*total,"00000")'
            '&REDUCE("",SEQUENCE(MAX(most-1,1)),LAMBDA(mark,count,'
            'IF(count<most,mark&TEXT(2*(total-TIE_LOWEST(terms,count)),"00000"),mark)))'
            '&TEXT(4*TIE_BERGER(line,terms),"00000")))),'
            'ranked,MAP(marks,TIE_NUMBERS(tab),LAMBDA(mark,number,IF(number="","",mark))),'
            "TIE_BESIDE(tab,TITLE,MAP(ranked,LAMBDA(mark,LET(first,1+SUM(--(ranked>mark)),last,SUM(--(ranked>=mark)),"
            'IF(first=last,first,first&"-"&last)))))))',
        ),
    }
)
"""Name → what it is and how it is called, the tie-break whose heading it bears ("" for places), formula."""

_NEW = ("LAMBDA", "LET", "DROP", "VSTACK", "BYROW", "MAP", "REDUCE", "MAKEARRAY", "SEQUENCE", "SWITCH", "XMATCH")
"""Functions newer than the file format, which a file spells with a prefix."""
_TOKEN = re.compile(rf'"[^"]*"|\b[a-z]+\b|\b(?:{"|".join(_NEW)})\(')


def _in_file(formula: str) -> str:
    """A formula as a file spells it."""

    def prefixed(match: re.Match[str]) -> str:
        token = match[0]
        if token.startswith('"'):
            return token
        return ("_xlfn." if token.endswith("(") else "_xlpm.") + token

    return _TOKEN.sub(prefixed, formula)


def _title(code: str) -> str:
    """The heading that our functions give the column, in the table's language, as a formula."""
    rules = parse_rules(DEFAULT)
    titles = {}
    for language in ("ru", "en"):
        w = words(language)
        place = f"{w.place} ({w.edition(rules.edition)})"
        titles[language] = heading(parse_item(code), rules, language) if code else place
    if code == _CUT:  # how many are cut is an argument
        titles = {language: title.replace(_CUT[-1], '"&count&"') for language, title in titles.items()}
    return f'IF(INDEX(tab,1,1)="№","{titles["ru"]}","{titles["en"]}")'


def names() -> dict[str, tuple[str, str]]:
    """Every name the workbook gets: what it is, and its formula as a file spells it."""
    functions = {
        name: (text, formula.replace("TITLE", _title(code))) for name, (text, code, formula) in FUNCTIONS.items()
    }
    return {name: (text, _in_file(formula)) for name, (text, formula) in (_HELPERS | functions).items()}


def for_lambda(workbook: bytes) -> bytes:
    """The workbook with the functions as names in it, so that plain calls in its cells work without an add-in."""
    parts = read_parts(workbook)
    if any(name.startswith("xl/webextensions/") for name in parts):
        raise RequestError("the workbook has a web extension; functions and names alike would break each other")
    missing = _called(parts) - set(FUNCTIONS)
    if missing:
        raise RequestError(f"the workbook calls {min(missing)}; as names there are only {', '.join(FUNCTIONS)}")
    defined = {name.upper() for name in re.findall(r'<definedName name="([^"]*)"', parts[WORKBOOK].decode())}
    for name in names():
        if name in defined:
            raise RequestError(f"the workbook defines the name {name} already")
    xml = "".join(
        f"<definedName name={quoteattr(name)} comment={quoteattr(text)}>{escape(formula)}</definedName>"
        for name, (text, formula) in names().items()
    )
    parts[WORKBOOK] = re.sub(rb"<definedNames\s*/>", b"", parts[WORKBOOK])
    if b"</definedNames>" in parts[WORKBOOK]:
        insert(parts, WORKBOOK, "</definedNames>", xml)
    else:
        insert(parts, WORKBOOK, "<calcPr", f"<definedNames>{xml}</definedNames>")
    return write_parts(parts)


def _called(parts: Parts) -> set[str]:
    """Our functions that formulas in the sheets call."""
    call = re.compile(rf"(?<![\w.])({'|'.join(ALL)})\(")
    formulas = [found[1] for name in sheets(parts) for found in FORMULA.findall(parts[name].decode())]
    return {name for formula in formulas for name in call.findall(formula)}
