"""Tie-breaks for tournaments kept in a spreadsheet.

Importing the package loads nothing else; what you need stands in

- `xl_tiebreak.excel`: the spreadsheet functions, ``BUCHHOLZ(rows)`` and the others, on lists of rows;
- `xl_tiebreak.workbook`: ``fill_worksheet`` and ``fill_file``, for scripts that fill workbooks;
- `xl_tiebreak.crosstable`: ``read`` and ``find``, from cells to a tournament;
- `xl_tiebreak.standings`: ``rank`` and ``evaluate``, from a tournament to places and values;
- `xl_tiebreak.explain`: ``explain``, a value round by round.
"""
