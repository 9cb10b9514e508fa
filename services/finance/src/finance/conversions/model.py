"""The leads with a drafted fee."""

from __future__ import annotations

import sqlalchemy as sa

from finance.schema import metadata
from kit.database.tables import now

lead_draft = sa.Table(
    "lead_draft",
    metadata,
    sa.Column("lead_id", sa.BigInteger, primary_key=True, autoincrement=False, comment="in people"),
    sa.Column("invoice_id", sa.ForeignKey("invoice.id", ondelete="SET NULL"), index=True),
    sa.Column("created", sa.DateTime(timezone=True), nullable=False, server_default=now()),
)
"""A converted lead with a fee. The row stays when the draft is deleted, so that a fee is drafted once."""
