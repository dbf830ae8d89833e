"""Tests of xl_tiebreak."""
