"""Formulas that call our functions, and all that depend on them or on cells that are filled: what they give.

Nothing of it is loaded for a workbook without formulas.
"""

from __future__ import annotations

from .renewal import renew

__all__ = ["renew"]
