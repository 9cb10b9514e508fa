"""Table: release notes."""

from __future__ import annotations

import sqlalchemy as sa

from identity.schema import metadata
from kit.database.constraints import constraint_text
from kit.database.tables import record_columns

release_note = sa.Table(
    "release_note",
    metadata,
    *record_columns(),
    sa.Column("version_name", sa.Text, nullable=False),
    sa.Column("released", sa.Date, nullable=False),
    sa.Column("title", sa.Text, nullable=False, server_default=""),
    sa.Column("body", sa.Text, nullable=False),
    sa.UniqueConstraint(
        "version_name", name=constraint_text("uq_release_note_version_name", "There are notes of this version already")
    ),
    sa.Index("ix_release_note_released_id", "released", "id"),
    sa.Index("ix_release_note_version_name_id", "version_name", "id"),
)
"""`version_name` is the app's version (1.102.79); `version` counts changes of the row, as in every table."""
