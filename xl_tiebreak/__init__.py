"""Tie-breaks for tournaments kept in a spreadsheet."""
