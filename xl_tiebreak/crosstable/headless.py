from __future__ import annotations
def headless_table(grid): return []
