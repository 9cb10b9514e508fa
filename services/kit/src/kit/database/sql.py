"""Statements: the upsert, and statements compiled once and run directly by the driver, for the hot paths."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from psycopg.types.json import Jsonb
from sqlalchemy.dialects import postgresql
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg
from sqlalchemy.sql import visitors

_DIALECT = PGDialect_psycopg(  # type: ignore[no-untyped-call]  # SQLAlchemy's own
    paramstyle="pyformat"
)
NO_DAY = sa.literal_column("'9999-12-31'::date", sa.Date)
"""The stand-in for a missing day in a sort: after every other day."""
_BINARY_TYPES = (
    *(sa.Integer, sa.Numeric, sa.Text, sa.Boolean, sa.Date, sa.DateTime, sa.Uuid, sa.LargeBinary),
    postgresql.JSONB,
)
_INLINED = (sa.Integer, sa.String, sa.Boolean)


TODAY = sa.cast(sa.func.timezone("Europe/London", sa.func.now()), sa.Date)
"""Return today's date in London as an SQL expression, the counterpart of `kit.values.days.today`."""


def day_of(moment: sa.ColumnElement[Any]) -> sa.ColumnElement[dt.date]:
    """Return the day of a timestamp in London."""
    return sa.cast(sa.func.timezone("Europe/London", moment), sa.Date)


def upsert(
    table: sa.Table, key: Mapping[str, Any], values: Mapping[str, Any], also: Mapping[str, Any] | None = None
) -> postgresql.Insert:
    """Insert the row of `key` and `values`. If a row with this key exists, update it with `values` and `also` (version
    and time, say). `key` is the primary key or another unique index, by column."""
    statement = postgresql.insert(table).values(**key, **values)
    return statement.on_conflict_do_update(index_elements=list(key), set_={**values, **(also or {})})


@dataclass(frozen=True, slots=True)
class Statement:
    """SQL in the driver's form and its fixed values. `binary`: the driver can read every selected type in PostgreSQL's
    binary format, which is a fifth faster than text."""

    sql: str
    fixed: Mapping[str, Any]
    binary: bool = False

    def params(self, values: Mapping[str, Any]) -> dict[str, Any]:
        return {**self.fixed, **values}


def compiled(statement: sa.ClauseElement) -> Statement:
    """Compile for psycopg. Parameters are `bindparam`s by name.

    Literals of the code (`column == "student"`, `limit(51)`) are inlined: PostgreSQL plans a statement with a parameter
    as LIMIT again at every execution, which took longer than running it (docs/performance.md). Literals of types other
    than number and text become fixed values.
    """
    inlined: Any = visitors.replacement_traverse(statement, {}, _inline_literal)
    rendered = inlined.compile(dialect=_DIALECT, compile_kwargs={"render_postcompile": True})
    optional = {name for name, parameter in rendered.binds.items() if not parameter.required}
    fixed = {name: value for name, value in (rendered.params or {}).items() if value is not None or name in optional}
    selected = statement.selected_columns if isinstance(statement, sa.Select) else ()
    return Statement(str(rendered), fixed, bool(selected) and all(_is_binary(column.type) for column in selected))


def _inline_literal(element: Any, **_: Any) -> sa.ColumnElement[Any] | None:
    """Return a literal as SQL text; None for any other element, which stays unchanged."""
    if not isinstance(element, sa.BindParameter) or not element.unique or not isinstance(element.type, _INLINED):
        return None
    value = element.value
    if element.expanding:
        texts = [_as_text(one) for one in value or ()]
        return sa.literal_column(f"({', '.join(map(str, texts))})") if texts and None not in texts else None
    text = _as_text(value)
    return None if text is None else sa.literal_column(text, element.type)


def _as_text(value: Any) -> str | None:
    """Return a number, a text or a boolean as SQL; None for any other value."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    return None


def _is_binary(kind: sa.types.TypeEngine[Any]) -> bool:
    if isinstance(kind, postgresql.ARRAY | sa.ARRAY):
        kind = kind.item_type
    return isinstance(kind, _BINARY_TYPES) and not isinstance(kind, sa.Enum | postgresql.CITEXT)


def adapted(column: sa.Column[Any], value: Any) -> Any:
    """Return `value` in the form in which the driver stores it in `column`."""
    if value is not None and isinstance(column.type, postgresql.JSONB | sa.JSON):
        return Jsonb(value)
    return value


def fits(kind: sa.Integer, number: int) -> bool:
    """True if a column of this type can store `number`."""
    bits = 63 if isinstance(kind, sa.BigInteger) else 15 if isinstance(kind, sa.SmallInteger) else 31
    return -(1 << bits) <= number < 1 << bits


def filled(condition: sa.ColumnElement[bool], params: Mapping[str, Any]) -> sa.ColumnElement[bool]:
    """Return a condition with the values of its parameters bound."""

    def fill(bind: sa.BindParameter[Any]) -> None:
        if bind.key in params:
            bind.value, bind.required = params[bind.key], False

    return visitors.cloned_traverse(condition, {}, {"bindparam": fill})
