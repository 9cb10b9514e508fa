"""Table of requirements."""

from __future__ import annotations

import sqlalchemy as sa

from people.requirements.attributes import REQUIREMENT
from people.schema import metadata

requirement = REQUIREMENT.table("requirement", metadata)
"""Which records must have what (`measure`), who supplies it and why."""
REQUIREMENT.index_sorts(requirement)

form_received = sa.Table(
    "form_received",
    metadata,
    sa.Column("form_id", sa.BigInteger, primary_key=True),
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("record_id", sa.BigInteger, primary_key=True),
    sa.Column("entry_id", sa.BigInteger, nullable=False),
    sa.Column("received", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.clock_timestamp()),
)
"""The forms that were filled in about a record, as the room of forms says by `received.receive`."""
