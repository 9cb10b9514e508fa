"""The rows of a list that a body chooses: by their keys, or all that match its query."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import sqlalchemy as sa

from kit.errors import Invalid, Malformed
from kit.lists import query, request
from kit.lists.spec import ListSpec
from kit.policy import Actor

MOST_KEYS = 100_000
_PAGING = frozenset({"page", "pageSize", "after"})
_ORDER = frozenset({"search", "sort", "computed"})


def chosen(body: Mapping[str, Any]) -> tuple[list[int] | None, list[int] | None]:
    """Return the `ids` of a body, for these rows alone, and its `except`, for all that match but these; None for what
    it has not. Raises Malformed, also where it has both."""
    ids, left_out = _keys(body, "ids"), _keys(body, "except")
    if ids and left_out:
        raise Malformed("ids and except exclude each other")
    return ids, left_out


def _keys(body: Mapping[str, Any], name: str) -> list[int] | None:
    """Return the keys under `name`, None where the body has none. Raises Malformed."""
    found = body.get(name)
    listed = found is None or (isinstance(found, list) and len(found) <= MOST_KEYS)
    if not listed or (found is not None and any(type(key) is not int for key in found)):
        raise Malformed(f"{name} is a list of at most {MOST_KEYS} whole numbers")
    return found


def asked(
    spec: ListSpec, body: Mapping[str, Any], address: Mapping[str, str], *, own: frozenset[str], text: str
) -> dict[str, str]:
    """Return the query of the rows without its paging, wherever it stands: in the `body` by name or under `query`, or
    in the `address`. `own` are the other names of the body, `text` describes it. Raises Malformed, and Invalid where
    the query is said in two ways."""
    nested = body.get("query") or {}
    if not isinstance(nested, dict):
        raise Malformed("query is an object of texts")
    plain = {name: value for name, value in body.items() if name not in own}
    unknown = sorted(name for name in plain if name not in _PAGING | _ORDER and spec.filter(name) is None)
    if unknown:
        raise Invalid(text, fields=dict.fromkeys(unknown, "Unknown field"))
    found: dict[str, str] = {}
    for part in (plain, nested, address):
        for name, value in part.items():
            if not isinstance(value, str | int | bool):
                raise Malformed(f"{name} is a text")
            said = str(value).lower() if isinstance(value, bool) else str(value)
            if found.setdefault(name, said) != said:
                told = f"{name} is said twice, and not the same: please say it once"
                raise Invalid(told, code="contradiction", fields={name: told})
    return {name: said for name, said in found.items() if name not in _PAGING}


def keys(
    connection: sa.Connection,
    spec: ListSpec,
    actor: Actor,
    rows: request.ListRequest,
    ids: Sequence[int] | None,
    *,
    noun: str,
    most: int,
) -> list[int]:
    """`ids` in their order, or the keys of all `rows` that match in the order of the list, each once. `noun` is what
    the texts call a record. Raises Invalid for none, and for more than `most`."""
    if ids is None:
        ids = list(connection.execute(query.keys(spec, rows, actor, most + 1)).scalars())
    unique = list(dict.fromkeys(ids))
    if not unique:
        raise Invalid(f"Please choose at least one {noun}", code="none_chosen")
    if len(unique) > most:
        raise Invalid(f"At most {most:,} {noun}s go at once; please choose fewer", code="too_many")
    return unique


def visible(spec: ListSpec, actor: Actor, ids: Sequence[int]) -> sa.ColumnElement[bool]:
    """Return the condition over the list's source of those of `ids` that the actor sees in the list, whatever its
    filters."""
    if not ids:
        return sa.false()
    return query.where(spec, replace(request.read(spec, {}, only=ids), filters={}), actor)
