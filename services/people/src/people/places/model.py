"""The table of locations."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database.searching import search_index
from kit.database.tables import record_columns
from people.schema import metadata

location = sa.Table(
    "location",
    metadata,
    *record_columns(),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("type", sa.Text, nullable=False),
    sa.Column("status", sa.Text, nullable=False, server_default="active"),
    sa.Column("parent_id", sa.ForeignKey("location.id"), index=True),
    sa.Column("organisation_id", sa.ForeignKey("organisation.id")),
    sa.Column("capacity", sa.Integer),
    sa.Column("line1", sa.Text, nullable=False, server_default=""),
    sa.Column("line2", sa.Text, nullable=False, server_default=""),
    sa.Column("city", sa.Text, nullable=False, server_default=""),
    sa.Column("postcode", sa.Text, nullable=False, server_default=""),
    sa.Column("notes", sa.Text, nullable=False, server_default=""),
    sa.Index("ix_location_title", "title", "id"),
    sa.Index("ix_location_type", "type", "id"),
    sa.Index("ix_location_city", "city", "id"),
)
"""Buildings, their rooms (`parent_id`) and places that are nowhere: Zoom."""
search_index(location.c.title)
