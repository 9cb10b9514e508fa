"""The token of the next page of a list: `next` of an answer, `after` of the following request."""

from __future__ import annotations

import base64
import datetime as dt
from decimal import Decimal
from typing import Any

import msgspec
import sqlalchemy as sa

from kit.database.sql import fits
from kit.errors import Invalid
from kit.lists.request.listrequest import Sort
from kit.lists.spec import ListSpec


def token(spec: ListSpec, sort: Sort, values: tuple[Any, ...]) -> str:
    """Return the `next` of a page: its list and sort, the sort values and key of its last row."""
    parts = [_order(spec, sort), *(_plain(value) for value in values)]
    return base64.urlsafe_b64encode(msgspec.json.encode(parts)).decode().rstrip("=")


def _order(spec: ListSpec, sort: Sort) -> str:
    """Return the name of the order that a token continues: `student:-created`."""
    return f"{spec.name}:" + ",".join(f"{'-' * reverse}{name}" for name, reverse in sort)


def _plain(value: Any) -> Any:
    if isinstance(value, dt.datetime | dt.date | Decimal):
        return str(value)
    return value


def after(spec: ListSpec, sort: Sort, text: str) -> tuple[Any, ...]:
    """Return the sort values and key in a `next` token of this list in this order; raise Invalid for any other text."""
    try:
        parts = msgspec.json.decode(base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True))
    except (ValueError, RecursionError):
        parts = None
    if not isinstance(parts, list) or not parts or not isinstance(parts[0], str):
        raise Invalid("`after` is not one of our `next` tokens", code="bad_token")
    if parts[0] != _order(spec, sort):
        raise Invalid("`after` is the `next` of another list or sort; please begin without it", code="bad_token")
    keys = [*(spec.sort_key(name) for name, _ in sort), spec.key]
    values = tuple(parts[1:])
    if len(values) != len(keys) or not all(_is_of(key.type, value) for key, value in zip(keys, values, strict=True)):
        raise Invalid("`after` is not one of our `next` tokens", code="bad_token")
    return values


def _is_of(kind: sa.types.TypeEngine[Any], value: Any) -> bool:
    """Return whether `value` is a token's form of a sort value of this type."""
    if isinstance(kind, sa.Boolean):
        return isinstance(value, bool)
    if isinstance(kind, sa.Integer):
        return type(value) is int and fits(kind, value)
    if not isinstance(value, str) or "\x00" in value:
        return False
    try:
        if isinstance(kind, sa.DateTime):
            dt.datetime.fromisoformat(value)
        elif isinstance(kind, sa.Date):
            dt.date.fromisoformat(value)
        elif isinstance(kind, sa.Numeric):
            Decimal(value)
    except (ValueError, ArithmeticError):
        return False
    return True
