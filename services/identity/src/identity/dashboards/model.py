"""Tables: dashboards and their tiles."""

from __future__ import annotations

import sqlalchemy as sa

from identity.dashboards.attributes import DASHBOARD, TILE
from identity.schema import metadata
from kit.database.constraints import check, constraint_text
from kit.database.searching import search_index
from kit.database.tables import record_columns

dashboard = DASHBOARD.table(
    "dashboard",
    metadata,
    sa.Column("owner_id", sa.BigInteger, index=True, comment="user id; absent: a start board of the installation"),
    sa.Column("owner_name", sa.Text, nullable=False, server_default=""),
)
DASHBOARD.index_sorts(dashboard)
search_index(dashboard.c.title)

dashboard_tile = TILE.table(
    "dashboard_tile",
    metadata,
    sa.Column("dashboard_id", sa.BigInteger, sa.ForeignKey("dashboard.id", ondelete="CASCADE"), nullable=False),
    *TILE.choice_checks("kind", "chart"),
    check("ck_dashboard_tile_place", "x + w <= 12", "A tile ends within the 12 columns of its dashboard", "w"),
    sa.Index("ix_dashboard_tile_dashboard_id", "dashboard_id", "y", "x", "id"),
)

dashboard_mail = sa.Table(
    "dashboard_mail",
    metadata,
    *record_columns(),
    sa.Column("dashboard_id", sa.BigInteger, sa.ForeignKey("dashboard.id", ondelete="CASCADE"), nullable=False),
    sa.Column("user_id", sa.BigInteger, sa.ForeignKey("user_account.id", ondelete="CASCADE"), nullable=False),
    sa.Column("rhythm", sa.Text, nullable=False),
    sa.Column("day", sa.Integer, comment="of the week, 1 is Monday, or of the month; absent: on weekdays"),
    sa.Column("hour", sa.Integer, nullable=False, comment="in London"),
    sa.Column("next", sa.DateTime(timezone=True), nullable=False),
    sa.Column("last_sent", sa.DateTime(timezone=True)),
    sa.Column("active", sa.Boolean, nullable=False, server_default=sa.true()),
    sa.Column("declined", sa.Boolean, nullable=False, server_default=sa.false(), comment="its reader stopped it"),
    sa.Column("problem", sa.Text, nullable=False, server_default="", comment="why the last one did not go out"),
    sa.UniqueConstraint(
        "dashboard_id",
        "user_id",
        name=constraint_text("uq_dashboard_mail_dashboard_id_user_id", "This person already gets the dashboard"),
    ),
    check(
        "ck_dashboard_mail_rhythm",
        "rhythm IN ('daily', 'weekly', 'monthly')",
        "A dashboard is mailed daily, weekly or monthly",
        "rhythm",
    ),
    check(
        "ck_dashboard_mail_day",
        "CASE rhythm WHEN 'daily' THEN day IS NULL WHEN 'weekly' THEN coalesce(day BETWEEN 1 AND 7, false)"
        " ELSE coalesce(day BETWEEN 1 AND 28, false) END",
        "A weekly mail has a day of the week, a monthly one a day from 1 to 28",
        "day",
    ),
    check("ck_dashboard_mail_hour", "hour BETWEEN 0 AND 23", "An hour is from 0 to 23", "hour"),
    sa.Index("ix_dashboard_mail_user_id", "user_id"),
    sa.Index("ix_dashboard_mail_next", "next", postgresql_where=sa.text("active")),
)
"""A reader who gets a dashboard by email."""
