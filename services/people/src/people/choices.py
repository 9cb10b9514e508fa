"""Choices of a form by name: at most 1000 of a table, those that a typed word finds, or those that are chosen already.

A list of more than a thousand persons is not offered as a whole: the page asks again with what is typed, and for the
names of values that it has.
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
    """Return `{value, label}` of `statement`, which has its scope and order. `ids` names the values whose labels are
    wanted, also of those that are not `offered` any more; else `matches` are the conditions of what is typed. Raises
    Invalid."""
    if ids:
        return all_rows(connection, statement.where(key.in_(_numbers(ids))))
    wanted = (*offered, *(matches(search) if search else ()))
    return all_rows(connection, statement.where(*wanted).limit(MOST))


def words_in(label: sa.ColumnElement[str]) -> Callable[[str], Sequence[sa.ColumnElement[bool]]]:
    """Return the conditions that a label contains each typed word, of lists that have no column for searching."""
    return lambda typed: [label.icontains(word, autoescape=True) for word in typed.replace("\x00", "").split()[:6]]


def _numbers(ids: str) -> list[int]:
    parts = ids.split(",")
    if len(parts) > MOST or not all(part.isascii() and part.isdigit() and len(part) < 19 for part in parts):
        raise Invalid(_NO_IDS, field="ids")
    return [int(part) for part in parts]
