"""Protobuf messages built from database rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from google.protobuf.message import Message

M = TypeVar("M", bound=Message)


def message(kind: type[M], row: Mapping[str, Any], /, **more: Any) -> M:
    """Return a message with the value of each column of `row` that is a field of `kind`; an empty column leaves the
    field at its default. `more` are fields without a column."""
    known = kind.DESCRIPTOR.fields_by_name
    values = {name: value for name, value in row.items() if name in known and value is not None}
    return kind(**values | more)
