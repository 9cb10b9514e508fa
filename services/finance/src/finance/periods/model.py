"""Lock dates, one row per change: the latest of an organisation applies (docs/finance.md, Lock date)."""

import sqlalchemy as sa

from finance.schema import metadata
from kit.database.tables import now

period_lock = sa.Table(
    "period_lock",
    metadata,
    sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
    sa.Column("organisation_id", sa.BigInteger, nullable=False),
    sa.Column("lock_date", sa.Date, comment="everything dated on or before it is closed; absent: nothing is"),
    sa.Column("reason", sa.Text, nullable=False, server_default="", comment="of an opening backwards"),
    sa.Column("by_id", sa.BigInteger, nullable=False, comment="user id"),
    sa.Column("by_name", sa.Text, nullable=False, server_default=""),
    sa.Column("changed", sa.DateTime(timezone=True), nullable=False, server_default=now()),
    sa.Index("ix_period_lock_organisation_id", "organisation_id", "id"),
)
