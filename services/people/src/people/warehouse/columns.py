"""Columns of the exported files: one file for each kind of person, a column for each attribute."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from kit.attributes import Attribute
from kit.values import Boolean, MultiSelect, Reference, Select
from kit.values.labels import humanize
from people.persons.catalogue import KINDS
from people.persons.kinds import Kind
from people.persons.model import TABLES
from people.policy import OF_COMPLIANCE, OF_WELFARE


@dataclass(frozen=True)
class Exported:
    """A column of a file. `personal` describes the person and is not a choice from a list, such as a name or an
    address. `special` is restricted to few readers, such as health and identity documents."""

    name: str
    title: str
    column: sa.Column[Any]
    personal: bool = False
    special: bool = False


def columns_of(kind: Kind) -> list[Exported]:
    """Return the columns of a kind's file, in order: the columns of every record, then its attributes."""
    table = TABLES[kind.name]
    own = [Exported(name, humanize(name), table.c[name]) for name in ("id", "version", "created", "modified")]
    return [*own, *(_of_attribute(one) for one in kind.attributes if not one.column.info.get("secret"))]


def _of_attribute(one: Attribute) -> Exported:
    special = one.readers in (OF_WELFARE, OF_COMPLIANCE)
    is_choice = isinstance(one.type, Boolean | Select | MultiSelect | Reference)
    return Exported(one.name, one.title or humanize(one.name), one.column, special or not is_choice, special)


def described() -> list[dict[str, Any]]:
    """Return `ExportedColumn` of every file."""
    return [
        {
            "file": f"{kind.name}.parquet",
            "column": one.name,
            "title": one.title,
            "type": type_name(one.column.type),
            "personal": one.personal,
            "special": one.special,
        }
        for kind in KINDS
        for one in columns_of(kind)
    ]


def type_name(kind: sa.types.TypeEngine[Any]) -> str:
    """Return the name of the Parquet type of a column."""
    if isinstance(kind, sa.ARRAY):
        return f"list of {type_name(kind.item_type)}"
    known: Sequence[tuple[type[Any], str]] = (
        (sa.Boolean, "boolean"),
        (sa.Integer, "integer"),
        (sa.Numeric, "decimal"),
        (sa.DateTime, "timestamp"),
        (sa.Date, "date"),
    )
    return next((name for of, name in known if isinstance(kind, of)), "text")
