"""Tables: dashboards and their tiles."""

from __future__ import annotations

import sqlalchemy as sa

from identity.dashboards.attributes import DASHBOARD, TILE
from identity.schema import metadata
from kit.database.constraints import check
from kit.database.searching import search_index

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
