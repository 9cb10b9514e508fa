"""Columns of tables, derived from the types of fields."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY, JSONB

from kit.database.sql import NO_DAY
from kit.values import (
    Boolean,
    Date,
    DateTime,
    DecimalNumber,
    FieldType,
    IdList,
    Integer,
    Listed,
    MultiSelect,
    Reference,
    Select,
    Table,
)


def stored_as(kind: FieldType) -> tuple[sa.types.TypeEngine[Any], bool, str | None]:
    """Return column type, nullable and server default for a field type."""
    match kind:
        case Date():
            return sa.Date(), not kind.required, None
        case DateTime():
            return sa.DateTime(timezone=True), not kind.required, None
        case Boolean():
            return sa.Boolean(), False, "false"
        case DecimalNumber():
            return sa.Numeric(8, 2), True, None
        case Reference() | Integer():
            return sa.BigInteger(), not kind.required, None
        case IdList():
            return ARRAY(sa.BigInteger()), False, "{}"
        case MultiSelect():
            return ARRAY(sa.Text()), False, "{}"
        case Table():
            return JSONB(), False, "[]"
        case Select() if kind.blank == "":
            return sa.Text(), False, ""
        case Select() | Listed():
            return sa.Text(), not kind.required, None
        case _:
            return sa.Text(), False, ""


def sort_key(column: sa.Column[Any]) -> sa.ColumnElement[Any] | None:
    """Return the sort key of a nullable column: a missing text sorts before every text, a missing number as 0, a
    missing day after every day. None for a column that is never empty."""
    if not column.nullable:
        return None
    blank: sa.ColumnElement[Any]
    match column.type:
        case sa.DateTime():
            blank = sa.literal_column("'9999-12-31 00:00:00+00'::timestamp with time zone")
        case sa.Date():
            blank = NO_DAY
        case sa.Integer() | sa.Numeric():
            blank = sa.literal_column("0")
        case _:
            blank = sa.literal_column("''")
    return sa.func.coalesce(column, blank)
