"""The table of locations."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database.searching import search_index
from people.places.attributes import LOCATION
from people.schema import metadata

location = LOCATION.table("location", metadata, sa.Column("organisation_id", sa.ForeignKey("organisation.id")))
"""Buildings, their rooms (`parent_id`), and places without an address, such as Zoom."""
LOCATION.index_sorts(location)
search_index(location.c.title)
