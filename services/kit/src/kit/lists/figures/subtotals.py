"""Subtotals: the rows of a list grouped by its columns, including computed ones, with counts and sums.

Figures (`kit.lists.figures.grouped`) group by filters, and each group leads to its rows; subtotals group by any column
that a table shows. Amounts of different currencies are separate.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from kit.database import Database
from kit.database.sql import day_of
from kit.errors import Invalid
from kit.lists import request, serve
from kit.lists.figures.groups import number
from kit.lists.formulas.limits import refusing_slow, seconds_of
from kit.lists.request import query
from kit.lists.spec import Column, ListSpec
from kit.policy import Actor

CONTROLS = ("group", "sum")
MOST_GROUPS = 1_000
_MOST_COLUMNS, _MOST_SUMS = 2, 10
_SUMMED = ("money", "integer", "decimal", "percent")


def answer(
    db: Database, spec: ListSpec, actor: Actor, asked: Mapping[str, str], path: Mapping[str, str]
) -> dict[str, Any]:
    """Return the answer of `GET <list>/subtotals?group=status&sum=total`: `{groups: [{values, currency, count, sums}],
    truncated}`, one group of all rows without `group`. Raises Invalid, Forbidden."""
    spec = serve.seen(spec, actor, asked)
    by = _named(spec, "group", asked.get("group", ""), _MOST_COLUMNS, _groups)
    sums = _named(spec, "sum", asked.get("sum", ""), _MOST_SUMS, _sums)
    rows = request.read(spec, {name: value for name, value in asked.items() if name not in CONTROLS}, path)
    currencies = {column.currency: spec.column(column.currency) for column in sums if column.currency}
    currency = next((column for column in currencies.values() if column is not None), None)
    keys = [_key(column).label(f"key_{place}") for place, column in enumerate(by)]
    kept = [*keys, (currency.expression if currency is not None else sa.null()).label("currency")]
    conditions = query.where(rows, actor)
    added = [
        sa.func.coalesce(sa.func.sum(column.expression), 0).label(f"sum_{place}") for place, column in enumerate(sums)
    ]
    grouped = sa.select(*kept, sa.func.count().label("count"), *added).select_from(spec.source).where(conditions)
    if by or currency is not None:
        grouped = grouped.group_by(*(sa.literal_column(str(place + 1)) for place in range(len(kept))))
    ordered: list[sa.ColumnElement[Any]] = [
        sa.nulls_last(sa.literal_column(str(place + 1)).asc()) for place in range(len(kept))
    ]
    with refusing_slow(spec), db.read(seconds_of(spec)) as connection:
        answered = connection.execute(grouped.order_by(*ordered).limit(MOST_GROUPS + 1)).all()
    width = len(by)
    groups = [
        {
            "values": list(row[:width]),
            "currency": row[width],
            "count": row[width + 1],
            "sums": {column.name: number(value) for column, value in zip(sums, row[width + 2 :], strict=True)},
        }
        for row in answered[:MOST_GROUPS]
    ]
    return {"groups": groups, "truncated": len(answered) > MOST_GROUPS}


def _groups(column: Column) -> bool:
    """Return whether rows can be grouped by the column: it has a single value, or a list of texts."""
    kind = column.expression.type
    plain = column.answers is None and column.type != "richtext" and not isinstance(kind, sa.JSON)
    return plain and column.remote is None


def _sums(column: Column) -> bool:
    if column.remote is not None:
        return False
    return column.type in _SUMMED and not column.options and isinstance(column.expression.type, sa.Integer | sa.Numeric)


def _named(spec: ListSpec, parameter: str, text: str, most: int, fits: Any) -> list[Column]:
    """Return the columns that a parameter names. Raises Invalid."""
    names = list(dict.fromkeys(part.strip() for part in text.split(","))) if text else []
    columns = [column for name in names if (column := spec.column(name)) is not None and fits(column)]
    if len(columns) < len(names) or len(names) > most:
        allowed = ", ".join(column.name for column in spec.columns if fits(column))
        text = f"{parameter} names at most {most} of: {allowed}"
        raise Invalid(text, code=f"bad_{parameter}", fields={parameter: text})
    return columns


def _key(column: Column) -> sa.ColumnElement[Any]:
    """Return the value that rows are grouped by: the day of a timestamp."""
    value, kind = column.expression, column.expression.type
    if isinstance(kind, sa.DateTime):
        return day_of(value)
    if isinstance(kind, ARRAY):
        return sa.func.array_to_string(value, ", ", type_=sa.Text)
    return value
