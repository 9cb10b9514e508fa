"""The rows of a list that a body selects: by key, or all that match its query."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import sqlalchemy as sa

from kit.errors import Invalid, Malformed
from kit.lists.request import query
from kit.lists.request.listrequest import ListRequest
from kit.lists.request.parsing import read
from kit.lists.spec import ListSpec
from kit.policy import Actor

MOST_KEYS = 100_000
_PAGING = frozenset({"page", "pageSize", "after"})
_ORDER = frozenset({"search", "sort", "computed"})


def chosen(body: Mapping[str, Any]) -> tuple[list[int] | None, list[int] | None]:
    """Return the `ids` of a body, for only these rows, and its `except`, for all matching rows but these; None for a
    missing one. Raises Malformed, also if it has both."""
    ids, left_out = _keys(body, "ids"), _keys(body, "except")
    if ids and left_out:
        raise Malformed("ids and except exclude each other")
    return ids, left_out


def _keys(body: Mapping[str, Any], name: str) -> list[int] | None:
    """Return the keys under `name`, None if the body has none. Raises Malformed."""
    keys = body.get(name)
    listed = keys is None or (isinstance(keys, list) and len(keys) <= MOST_KEYS)
    if not listed or (keys is not None and any(type(key) is not int for key in keys)):
        raise Malformed(f"{name} is a list of at most {MOST_KEYS} whole numbers")
    return keys


def asked(
    spec: ListSpec, body: Mapping[str, Any], address: Mapping[str, str], *, own: frozenset[str], text: str
) -> dict[str, str]:
    """Return the query of the rows without its paging, wherever the request has it: in the `body` by name or under
    `query`, or in the `address`. `own` are the other names of the body, `text` describes it. Raises Malformed, and
    Invalid if the query is given twice and differs."""
    nested = body.get("query") or {}
    if not isinstance(nested, dict):
        raise Malformed("query is an object of texts")
    plain = {name: value for name, value in body.items() if name not in own}
    unknown = sorted(name for name in plain if name not in _PAGING | _ORDER and spec.filter(name) is None)
    if unknown:
        raise Invalid(text, fields=dict.fromkeys(unknown, "Unknown field"))
    query: dict[str, str] = {}
    for part in (plain, nested, address):
        for name, value in part.items():
            if not isinstance(value, str | int | bool):
                raise Malformed(f"{name} is a text")
            given = str(value).lower() if isinstance(value, bool) else str(value)
            if query.setdefault(name, given) != given:
                conflict = f"{name} is said twice, and not the same: please say it once"
                raise Invalid(conflict, code="contradiction", fields={name: conflict})
    return {name: given for name, given in query.items() if name not in _PAGING}


def keys(
    connection: sa.Connection,
    rows: ListRequest,
    actor: Actor,
    ids: Sequence[int] | None,
    *,
    noun: str,
    most: int,
) -> list[int]:
    """Return `ids` in their order, or the keys of all matching `rows` in the order of the list, each once. `noun` names
    a record in the texts. Raises Invalid for none, and for more than `most`."""
    if ids is None:
        ids = list(connection.execute(query.keys(rows, actor, most + 1)).scalars())
    unique = list(dict.fromkeys(ids))
    if not unique:
        raise Invalid(f"Please choose at least one {noun}", code="none_chosen")
    if len(unique) > most:
        raise Invalid(f"At most {most:,} {noun}s go at once; please choose fewer", code="too_many")
    return unique


def visible(spec: ListSpec, actor: Actor, ids: Sequence[int]) -> sa.ColumnElement[bool]:
    """Return the condition over the list's source that selects those of `ids` that the actor sees in the list, ignoring
    its filters."""
    if not ids:
        return sa.false()
    return query.where(replace(read(spec, {}, only=ids), filters={}), actor)
