"""Table of requirements."""

from __future__ import annotations

import sqlalchemy as sa

from people.requirements.attributes import REQUIREMENT
from people.schema import metadata

requirement = REQUIREMENT.table("requirement", metadata)
"""The data (`measure`) that records must have, the role that supplies it, and the reason."""
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
"""Accepted forms by record, as the room of forms reports them with `received.receive`."""
