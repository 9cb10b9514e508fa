"""Objects and arrays as single values of a row, built by PostgreSQL: parts of an answer that are read with its row.

Texts, numbers, truth values and days stay what they are; a moment needs `utc`."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSON, JSONB, aggregate_order_by
from sqlalchemy.sql.selectable import NamedFromClause


def json_object(**values: sa.ColumnElement[Any]) -> sa.ColumnElement[Any]:
    """Return an object of `values`. Its names stand in the statement, so that the statement text stays the same."""
    parts = [part for name, value in values.items() for part in (sa.literal_column(f"'{name}'"), value)]
    return sa.func.jsonb_build_object(*parts, type_=JSONB)


def json_array(entry: sa.ColumnElement[Any], *order: sa.ColumnElement[Any]) -> sa.ColumnElement[Any]:
    """Return the `entry` of every row in this order, or as they come; empty where there are none."""
    entries = aggregate_order_by(entry, *order) if order else entry
    return sa.func.coalesce(sa.func.jsonb_agg(entries), sa.text("'[]'"), type_=JSONB)


def json_rows(rows: NamedFromClause) -> sa.ColumnElement[Any]:
    """Return the rows as objects of their columns, as they come; empty where there are none. It takes half the time of
    `json_array` of `json_object`, which PostgreSQL parses into its own form."""
    return sa.func.coalesce(sa.func.json_agg(rows.table_valued()), sa.text("'[]'"), type_=JSON)


def utc(moment: sa.ColumnElement[Any], fraction: str = "") -> sa.ColumnElement[str]:
    """Return a moment in UTC as answers show it, to the second, or with a `fraction` of it in the form of `to_char`."""
    return sa.func.to_char(sa.func.timezone("UTC", moment), f'YYYY-MM-DD"T"HH24:MI:SS{fraction}"Z"')
