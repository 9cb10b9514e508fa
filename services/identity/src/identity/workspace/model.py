"""Table: release notes."""

from __future__ import annotations

import sqlalchemy as sa

from identity.schema import metadata
from identity.workspace.attributes import RELEASE_NOTE
from kit.database.constraints import constraint_text
from kit.database.tables import record_columns

release_note = sa.Table(
    "release_note",
    metadata,
    *record_columns(),
    *RELEASE_NOTE.table_columns(),
    sa.UniqueConstraint(
        "version_name", name=constraint_text("uq_release_note_version_name", "This version already has notes")
    ),
    sa.Index("ix_release_note_released_id", "released", "id"),
    sa.Index("ix_release_note_version_name_id", "version_name", "id"),
)
"""`version_name` is the app's version (1.102.79); `version` counts changes of the row, as in every table."""
