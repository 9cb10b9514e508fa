"""Lists of words, and what this service remembers of identity's departments and organisations."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database.constraints import constraint_text
from kit.database.tables import archived_column, record_columns
from people.schema import metadata


def word_table(name: str, *more: sa.Column[object]) -> sa.Table:
    """A list of words others choose from, in the order of `position`. Renaming one renames it everywhere."""
    taken = constraint_text(f"uq_{name}_title", "This entry exists already")
    return sa.Table(
        name,
        metadata,
        *record_columns(),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("position", sa.Integer, nullable=False, server_default="0"),
        archived_column(),
        *more,
        sa.UniqueConstraint("title", name=taken),
        sa.Index(f"ix_{name}_position", "position", "id"),
    )


def word_column(name: str, target: str, *, required: bool = False) -> sa.Column[str]:
    """A column that holds one of the words of a list: `target` is `board.title`."""
    return sa.Column(name, sa.Text, sa.ForeignKey(target, onupdate="CASCADE"), nullable=not required)


level = word_table("level")
subject = word_table("subject")
board = word_table("board")
exam_level = word_table("exam_level")
exam_subject = word_table("exam_subject")
grade = word_table("grade", sa.Column("label", sa.Text, nullable=False, server_default=""))
"""A grade's `title` is its value."""

organisation = sa.Table(
    "organisation",
    metadata,
    sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("title", sa.Text, nullable=False, server_default=""),
    sa.Column("deleted", sa.Boolean, nullable=False, server_default="false"),
    archived_column(),
)
department = sa.Table(
    "department",
    metadata,
    sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("title", sa.Text, nullable=False, server_default=""),
    sa.Column("color", sa.Text, nullable=False, server_default=""),
    sa.Column("organisation_id", sa.BigInteger),
    sa.Column("deleted", sa.Boolean, nullable=False, server_default="false"),
    archived_column(),
)
"""Copies fed by identity's events (`events.py`); a deleted one stays for the records that name it."""
