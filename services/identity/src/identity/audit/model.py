"""Table: the audit list. Rows are written and never changed."""

from __future__ import annotations

import sqlalchemy as sa

from identity.schema import metadata
from kit.database import tables
from kit.database.searching import search_index

audit = sa.Table(
    "audit",
    metadata,
    sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
    sa.Column("created", sa.DateTime(timezone=True), nullable=False, server_default=tables.now()),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("user_id", sa.BigInteger),
    sa.Column("user_name", sa.Text, nullable=False, server_default=""),
    sa.Column("acting_user_id", sa.BigInteger),
    sa.Column("acting_user_name", sa.Text, nullable=False, server_default=""),
    sa.Column("detail", sa.Text, nullable=False, server_default=""),
    sa.Column("address", sa.Text, nullable=False, server_default=""),
    sa.Column("user_agent", sa.Text, nullable=False, server_default=""),
    sa.Column("request_id", sa.Text, nullable=False, server_default=""),
    sa.Column(
        "search",
        sa.Text,
        sa.Computed("user_name || ' ' || acting_user_name || ' ' || detail || ' ' || address", persisted=True),
        nullable=False,
    ),
    sa.Index("ix_audit_created_id", "created", "id"),
    sa.Index("ix_audit_user_id_created_id", "user_id", "created", "id"),
    sa.Index("ix_audit_kind_created_id", "kind", "created", "id"),
)
"""`user_*` is the account concerned (the typed name, if there is no account), `acting_user_*` the person who acted, if
different. Names are those at the time."""
search_index(audit.c.search)
