"""Lists of words, and what this service remembers of identity's departments and organisations."""

from __future__ import annotations

import sqlalchemy as sa

from kit.attributes import Attributes
from kit.database.constraints import constraint_text
from kit.database.tables import archived_column, record_columns
from people.reference.attributes import BOARD, EXAM_LEVEL, EXAM_SUBJECT, GRADE, LEVEL, SUBJECT
from people.schema import metadata


def word_table(name: str, attributes: Attributes) -> sa.Table:
    """A list of words others choose from, in the order of `position`. Renaming one renames it everywhere."""
    taken = constraint_text(f"uq_{name}_title", "This entry exists already")
    return sa.Table(
        name,
        metadata,
        *record_columns(),
        *attributes.table_columns(),
        sa.UniqueConstraint("title", name=taken),
        sa.Index(f"ix_{name}_position", "position", "id"),
    )


level = word_table("level", LEVEL)
subject = word_table("subject", SUBJECT)
board = word_table("board", BOARD)
exam_level = word_table("exam_level", EXAM_LEVEL)
exam_subject = word_table("exam_subject", EXAM_SUBJECT)
grade = word_table("grade", GRADE)

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
