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
"""An object that could not be scanned yet, or with a finding; a clean one has no row. `file_id` is the file with which
it was uploaded. An object is not read while its row is in one of `CLOSED`."""

CLOSED = (WAITING, FOUND)
OPEN = RELEASED
