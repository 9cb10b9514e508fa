"""Choices of a form by name: at most 1000 rows, either those that match a typed word or those already chosen.

A list of more than a thousand persons is not sent as a whole: the page asks again with each typed text, and for the
names of its values.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import sqlalchemy as sa

from kit.database import all_rows
from kit.errors import Invalid

MOST = 1000
_NO_IDS = "Please name at most a thousand ids, with commas between them"


def answer(
    connection: sa.Connection,
    statement: sa.Select[Any],
    key: sa.ColumnElement[int],
    *,
    search: str,
    ids: str,
    matches: Callable[[str], Sequence[sa.ColumnElement[bool]]],
    offered: Sequence[sa.ColumnElement[bool]] = (),
) -> list[dict[str, Any]]:
    """Return `{value, label}` of `statement`, which has its scope and order. With `ids`, return the labels of these
    values, including those no longer `offered`; otherwise filter by `matches`. Raises Invalid."""
    if ids:
        return all_rows(connection, statement.where(key.in_(_numbers(ids))))
    wanted = (*offered, *(matches(search) if search else ()))
    return all_rows(connection, statement.where(*wanted).limit(MOST))


def words_in(label: sa.ColumnElement[str]) -> Callable[[str], Sequence[sa.ColumnElement[bool]]]:
    """Return the conditions that a label contains each typed word, for lists without a search column."""
    return lambda typed: [label.icontains(word, autoescape=True) for word in typed.replace("\x00", "").split()[:6]]


def _numbers(ids: str) -> list[int]:
    parts = ids.split(",")
    if len(parts) > MOST or not all(part.isascii() and part.isdigit() and len(part) < 19 for part in parts):
        raise Invalid(_NO_IDS, field="ids")
    return [int(part) for part in parts]
