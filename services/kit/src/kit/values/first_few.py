"""Texts about several records: the first few, and how many more there are."""

from __future__ import annotations

from collections.abc import Sequence

NAMED = 5
"""The usual number of records that a notice or a refusal names."""


def first_lines(lines: Sequence[str], most: int = NAMED) -> list[str]:
    """Return the first `most` lines; a further one says how many more there are: `and 3 more`."""
    more = len(lines) - most
    return [*lines[:most], f"and {more:,} more"] if more > 0 else list(lines)


def first_names(names: Sequence[str], most: int = NAMED) -> str:
    """Return the first `most` names and how many more there are, in one text: `Ann, Bob and 3 more`."""
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more:,} more" if more > 0 else "")
