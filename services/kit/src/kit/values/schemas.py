"""JSON schemas of single values: what a selected SQL expression is on the wire, and whether it can be null."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from typing import Annotated, Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.sql import elements, functions, operators

Schema = dict[str, Any]
Moment = Annotated[dt.datetime, msgspec.Meta(tz=True)]
"""A moment as answers have it: with its offset, `2026-11-21T09:30:00Z`."""

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
"""Functions that answer a value whatever they are given."""


def one_of(values: Iterable[str]) -> msgspec.Meta:
    """Annotates a text that is one of these: `Annotated[str, one_of(STATUSES)]`."""
    return msgspec.Meta(extra_json_schema={"enum": list(values)})


def or_null(schema: Mapping[str, Any]) -> Schema:
    """`schema`, or null."""
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
    """A value of an SQL type; any, where SQL does not say (`json`)."""
    if isinstance(kind, sa.ARRAY):
        return {"type": "array", "items": of_type(kind.item_type)}
    return next((dict(schema) for known, schema in _BY_TYPE if isinstance(kind, known)), {})


def never_null(expression: Any, source: sa.FromClause) -> bool:
    """Whether `expression`, selected from `source`, certainly has a value in every row. In doubt it may be null."""
    return _has_value(expression, _always_there(source))


def _always_there(source: sa.FromClause) -> set[sa.FromClause]:
    """The tables that have a row in every row of `source`: all but the optional sides of outer joins."""
    if isinstance(source, sa.Join):
        if source.full:
            return set()
        found = _always_there(source.left)
        return found if source.isouter else found | _always_there(source.right)
    return {source}


def _has_value(expression: Any, there: set[sa.FromClause]) -> bool:
    if isinstance(expression, sa.Column):
        return not expression.nullable and expression.table in there
    if isinstance(expression, elements.BindParameter):
        return expression.value is not None
    if isinstance(expression, elements.Label | elements.Grouping):
        return _has_value(expression.element, there)
    if isinstance(expression, sa.Cast):
        return _has_value(expression.clause, there)
    if isinstance(expression, sa.Case):
        outcomes = [outcome for _, outcome in expression.whens]
        return expression.else_ is not None and all(_has_value(one, there) for one in [*outcomes, expression.else_])
    if isinstance(expression, functions.coalesce):
        return any(_has_value(one, there) or isinstance(one, sa.TextClause) for one in expression.clauses)
    if isinstance(expression, elements.True_ | elements.False_ | sa.Exists):
        return True
    if isinstance(expression, functions.FunctionElement):
        return getattr(expression, "name", "") in _NEVER_NULL
    if isinstance(expression, elements.BinaryExpression):
        if expression.operator in {operators.is_, operators.is_not}:
            return True
        if isinstance(expression.left.type, sa.JSON):  # what a document does not have is null
            return False
        return all(_has_value(side, there) for side in (expression.left, expression.right))
    if isinstance(expression, elements.ExpressionClauseList | elements.BooleanClauseList):
        return all(_has_value(one, there) for one in expression.clauses)
    return False
