"""JSON schemas of single values: the wire type of a selected SQL expression, and whether it can be null."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from typing import Annotated, Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.sql import elements, functions, operators

from kit.values.types import Option

Schema = dict[str, Any]
Moment = Annotated[dt.datetime, msgspec.Meta(tz=True)]
"""A timestamp in an answer, with its offset: `2026-11-21T09:30:00Z`."""

_BY_TYPE: tuple[tuple[Any, Schema], ...] = (
    (sa.Boolean, {"type": "boolean"}),
    (sa.Integer, {"type": "integer"}),
    (sa.Numeric, {"type": "number"}),
    (sa.DateTime, {"type": "string", "format": "date-time"}),
    (sa.Date, {"type": "string", "format": "date"}),
    (sa.Uuid, {"type": "string", "format": "uuid"}),
    (sa.String, {"type": "string"}),
)
_NEVER_NULL = {"count", "concat", "concat_ws", "json_build_object", "jsonb_build_object", "now", "current_date"}
"""SQL functions that never return null."""


def one_of(values: Iterable[str]) -> msgspec.Meta:
    """Return the annotation of a text that is one of `values`: `Annotated[str, one_of(STATUSES)]`."""
    return msgspec.Meta(extra_json_schema={"enum": list(values)})


def choice_of(choices: Iterable[Option]) -> msgspec.Meta:
    """Return the annotation of a text that is the value of one of `choices`."""
    return one_of(str(choice.value) for choice in choices)


def or_null(schema: Mapping[str, Any]) -> Schema:
    """Return `schema`, or null."""
    kind = schema.get("type")
    if not schema or (isinstance(kind, list) and "null" in kind) or None in schema.get("enum", ()):
        return dict(schema)
    if "enum" in schema:
        typed = {"type": [kind, "null"]} if isinstance(kind, str) else {}
        return {**schema, **typed, "enum": [*schema["enum"], None]}
    if isinstance(kind, str):
        return {**schema, "type": [kind, "null"]}
    return {"anyOf": [dict(schema), {"type": "null"}]}


def of_type(kind: sa.types.TypeEngine[Any]) -> Schema:
    """Return the schema of a value of an SQL type; any value for `json`."""
    if isinstance(kind, sa.ARRAY):
        return {"type": "array", "items": of_type(kind.item_type)}
    return next((dict(schema) for known, schema in _BY_TYPE if isinstance(kind, known)), {})


def never_null(expression: Any, source: sa.FromClause) -> bool:
    """Return whether `expression`, selected from `source`, is never null. If in doubt it may be null."""
    return _has_value(expression, _inner_tables(source))


def _inner_tables(source: sa.FromClause) -> set[sa.FromClause]:
    """Return the tables that have a row in every row of `source`: all but the optional sides of outer joins."""
    if isinstance(source, sa.Join):
        if source.full:
            return set()
        tables = _inner_tables(source.left)
        return tables if source.isouter else tables | _inner_tables(source.right)
    return {source}


def _has_value(expression: Any, tables: set[sa.FromClause]) -> bool:
    if isinstance(expression, sa.Column):
        return not expression.nullable and expression.table in tables
    if isinstance(expression, elements.BindParameter):
        return expression.value is not None
    if isinstance(expression, elements.Label | elements.Grouping):
        return _has_value(expression.element, tables)
    if isinstance(expression, sa.Cast):
        return _has_value(expression.clause, tables)
    if isinstance(expression, sa.Case):
        outcomes = [outcome for _, outcome in expression.whens]
        return expression.else_ is not None and all(_has_value(one, tables) for one in [*outcomes, expression.else_])
    if isinstance(expression, functions.coalesce):
        return any(_has_value(one, tables) or isinstance(one, sa.TextClause) for one in expression.clauses)
    if isinstance(expression, elements.True_ | elements.False_ | sa.Exists):
        return True
    if isinstance(expression, functions.FunctionElement):
        return getattr(expression, "name", "") in _NEVER_NULL
    if isinstance(expression, elements.BinaryExpression):
        if expression.operator in {operators.is_, operators.is_not}:
            return True
        if isinstance(expression.left.type, sa.JSON):  # a missing key of a document is null
            return False
        return all(_has_value(side, tables) for side in (expression.left, expression.right))
    if isinstance(expression, elements.ExpressionClauseList | elements.BooleanClauseList):
        return all(_has_value(one, tables) for one in expression.clauses)
    return False
