"""The time limit of computed columns: a formula that is too slow over the rows of a list is refused, and the list is
served without it."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator

from kit.database.transactions import TimedOut
from kit.errors import Invalid
from kit.lists.formulas.computed import NAMES
from kit.lists.spec import ListSpec

LONGEST = 10.0
"""Seconds that a statement with computed columns may take."""


def seconds_of(spec: ListSpec) -> float | None:
    """Return the time limit of a statement over the list; None for a list without computed columns."""
    return LONGEST if spec.computed else None


@contextlib.contextmanager
def refusing_slow(spec: ListSpec) -> Iterator[None]:
    """Turn TimedOut into a refusal of every computed column, like a wrong formula."""
    try:
        yield
    except TimedOut as error:
        if not spec.computed:
            raise
        seconds = round(LONGEST)
        text = f"This takes longer than {seconds} seconds. Please filter the list first, or make the formula simpler"
        names = [column.name for column in spec.columns if re.fullmatch(NAMES, column.name)]
        extra = {"positions": dict.fromkeys(names, 0)}
        raise Invalid(text, code="bad_formula", fields=dict.fromkeys(names, text), extra=extra) from error
