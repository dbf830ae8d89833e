"""Tests of the rules: golden values, worked examples, properties, other engines."""
