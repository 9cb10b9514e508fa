"""Objects and arrays as single values of a row, built by PostgreSQL. Texts, numbers and truth values stay what they
are; moments and days would become texts."""

from __future__ import annotations

from itertools import chain
from typing import Any

import sqlalchemy as sa


def json_object(**values: Any) -> sa.ColumnElement[Any]:
    """`{name: value}` of expressions by name."""
    return sa.func.json_build_object(*chain.from_iterable(values.items()))


def json_array(entries: sa.ColumnElement[Any]) -> sa.ColumnElement[Any]:
    """The `entries` of all rows, as an aggregate; empty where there is no row."""
    return sa.func.coalesce(sa.func.json_agg(entries), sa.text("'[]'::json"))
