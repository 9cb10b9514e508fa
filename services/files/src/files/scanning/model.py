"""The table of objects that are not known to be safe."""

from __future__ import annotations

import sqlalchemy as sa

from files.scanning.attributes import FOUND, QUARANTINE, RELEASED, WAITING
from files.schema import metadata

quarantine = QUARANTINE.table(
    "quarantine",
    metadata,
    sa.Column("file_id", sa.BigInteger, sa.ForeignKey("file.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("object_key", sa.Text, sa.ForeignKey("stored_object.key", ondelete="CASCADE"), nullable=False),
    sa.UniqueConstraint("object_key"),
    sa.Index("ix_quarantine_waiting", "id", postgresql_where=sa.text(f"state = '{WAITING}'")),
    info={"nouns": ("file in quarantine", "files in quarantine")},
)
"""An object that the scanner could not look at yet, or in which it found something; one that it found clean has no row.
`file_id` is the file with which it came; an object is not read while its row is in one of `CLOSED`."""

CLOSED = (WAITING, FOUND)
OPEN = RELEASED
