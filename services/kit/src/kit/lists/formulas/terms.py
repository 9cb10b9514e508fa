"""Terms: SQL expressions with the kind of their values, and the conversion of list columns to terms.

Amounts of money are in minor units, as in the lists. A number added to or compared with an amount is in pounds; one
that multiplies it is a factor: `total > 100` means more than 100.00.
"""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from kit.database.sql import day_of as london_day
from kit.lists.formulas.tokens import FormulaError
from kit.lists.spec import Column

NUMBER, MONEY, TEXT, DATE, BOOLEAN = "number", "money", "text", "date", "boolean"
NOUNS = {NUMBER: "a number", MONEY: "an amount", TEXT: "a text", DATE: "a date", BOOLEAN: "yes or no"}
"""The kinds of values, with their names for people."""


@dataclass(frozen=True)
class Term:
    """An expression and the kind of its values. `currency` names the column with the currency of an amount; `literal`
    is the value of a literal."""

    kind: str
    sql: sa.ColumnElement[Any]
    position: int
    currency: str = ""
    literal: Any = None


def text_value(value: str) -> sa.ColumnElement[str]:
    """Bind a text of a formula as a parameter of the statement, never as a part of its SQL."""
    name = f"formula_{hashlib.sha256(value.encode()).hexdigest()[:16]}"
    return sa.bindparam(name, value, type_=sa.Text, unique=False)


def number_value(value: Decimal) -> sa.ColumnElement[Any]:
    """Return a number of a formula as SQL: only digits and a point."""
    return sa.literal_column(f"{value:f}::numeric", sa.Numeric)


def date_value(day: dt.date) -> sa.ColumnElement[dt.date]:
    return sa.literal_column(f"'{day.isoformat()}'::date", sa.Date)


def day_of(text: str, position: int) -> dt.date:
    """Parse a day written as 2026-01-31. Raises FormulaError."""
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        raise FormulaError("Please write a date as 2026-01-31", position) from None


def column_term(column: Column, position: int) -> Term:
    """Return the term of a column. Raises FormulaError for a column that formulas cannot read."""
    if column.remote is not None:
        text = f"{column.label()} is kept by another service: it can be a column of its own, not a part of a formula"
        raise FormulaError(text, position)
    value, kind = column.expression, column.expression.type
    if column.options and not isinstance(kind, ARRAY):
        return Term(TEXT, _labels(column), position)
    if column.type == "money":
        return Term(MONEY, sa.cast(value, sa.Numeric), position, currency=column.currency)
    if column.type == "percent":
        return Term(NUMBER, sa.cast(value, sa.Numeric) / sa.literal_column("10000"), position)
    if isinstance(kind, sa.Boolean):
        return Term(BOOLEAN, value, position)
    if isinstance(kind, sa.DateTime):
        return Term(DATE, london_day(value), position)
    if isinstance(kind, sa.Date):
        return Term(DATE, value, position)
    if isinstance(kind, sa.Integer | sa.Numeric):
        return Term(NUMBER, sa.cast(value, sa.Numeric), position)
    if isinstance(kind, sa.String):
        return Term(TEXT, value, position)
    if isinstance(kind, ARRAY) and isinstance(kind.item_type, sa.String):
        return Term(TEXT, sa.func.array_to_string(value, ", ", type_=sa.Text), position)
    raise FormulaError(f"{column.label()} holds more than one value: a formula cannot read it", position)


def _labels(column: Column) -> sa.ColumnElement[str]:
    """Return the labels of a choice, which are what its reader sees."""
    plain = sa.cast(column.expression, sa.Text)
    return sa.case(
        *((plain == text_value(_plain(option.value)), text_value(option.label)) for option in column.options),
        else_=plain,
    )


def _plain(value: str | int | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def find_column(columns: Mapping[str, Column], name: str) -> Column | None:
    """Find a column by name or, regardless of case, by title."""
    lowered = name.lower()
    by_name = columns.get(name) or next((one for one in columns.values() if one.name.lower() == lowered), None)
    return by_name or next((one for one in columns.values() if one.label().lower() == lowered), None)
