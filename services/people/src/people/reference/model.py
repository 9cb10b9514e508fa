"""Lists of words, and copies of identity's departments and organisations."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.attributes import Attributes
from kit.database.constraints import unique
from kit.database.tables import archived_column, copy_table, sort_indexes
from people.reference.attributes import WORDS
from people.schema import metadata


def word_table(name: str, attributes: Attributes) -> sa.Table:
    """Return a table of words that others choose from, in the order of `position`. Renaming one renames it
    everywhere."""
    table = attributes.table(name, metadata, unique(f"uq_{name}_title", "This entry already exists", "title"))
    sort_indexes(table, "position")
    return table


TABLES = {name: word_table(name, attributes) for name, attributes in WORDS.items()}


def _copy(name: str, *more: sa.Column[Any]) -> sa.Table:
    return copy_table(
        name,
        metadata,
        sa.Column("title", sa.Text, nullable=False, server_default=""),
        *more,
        sa.Column("deleted", sa.Boolean, nullable=False, server_default="false"),
        archived_column(),
    )


organisation = _copy("organisation")
department = _copy(
    "department",
    sa.Column("color", sa.Text, nullable=False, server_default=""),
    sa.Column("organisation_id", sa.BigInteger),
)
"""Copies fed by identity's events (`events.py`); deleted ones stay for the records that name them."""
