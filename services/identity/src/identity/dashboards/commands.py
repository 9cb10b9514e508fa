"""Commands on dashboards: place all tiles, copy a dashboard."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from identity.dashboards import policy, queries
from identity.dashboards.attributes import COLUMNS, TILE
from identity.dashboards.fields import DASHBOARD_FIELDS, TILE_FIELDS
from identity.dashboards.model import dashboard, dashboard_tile
from kit.changes import writing
from kit.database import Tx, row_or_404
from kit.errors import Forbidden, Invalid

Place = Mapping[str, int]
_PLACE = ("x", "y", "w", "h")


def place_tiles(tx: Tx, dashboard_id: int, places: Sequence[Place]) -> int:
    """Place tiles of a dashboard, as one change of the dashboard; return the number that moved.

    Raises NotFound, Forbidden, Invalid for a tile of another dashboard or beyond the grid.
    """
    _lock(tx, dashboard_id)
    tiles = {tile["id"]: tile for tile in queries.tiles(tx.connection, tx.actor, dashboard_id)}
    count = 0
    for place in places:
        tile = tiles.get(place["id"])
        if tile is None:
            raise Invalid("There is no such tile on this dashboard", field="tiles")
        if place["x"] + place["w"] > COLUMNS:
            raise Invalid(f"A row has {COLUMNS} columns", field="tiles")
        values = {name: place[name] for name in _PLACE if place[name] != tile[name]}
        if values:
            writing.change(tx, TILE_FIELDS, tile, values)
            count += 1
    if count:
        assert TILE_FIELDS.parent is not None
        TILE_FIELDS.parent.changed(tx, dashboard_id)
    return count


def copy(tx: Tx, dashboard_id: int, title: str) -> int:
    """Copy a dashboard with its tiles for the caller, without sharing it; return its id. Raises NotFound."""
    original = queries.find(tx.connection, tx.actor, dashboard_id)
    kept = {name: original[name] for name in ("description", "period", "org_id", "department_id")}
    owner = {"owner_id": tx.actor.user_id, "owner_name": tx.actor.name}
    copied = tx.insert(dashboard, {"title": title, **kept, **owner})
    for tile in queries.tiles(tx.connection, tx.actor, dashboard_id):
        values: dict[str, Any] = {one.column.name: tile[one.column.name] for one in TILE}
        tx.insert(dashboard_tile, {**values, "dashboard_id": copied})
    return copied


def _lock(tx: Tx, dashboard_id: int) -> None:
    """Lock a dashboard that the caller may change. Raises NotFound, Forbidden."""
    reached = sa.and_(dashboard.c.id == dashboard_id, policy.SCOPE.where(tx.actor))
    row = row_or_404(tx.connection, sa.select(dashboard).where(reached).with_for_update())
    if not DASHBOARD_FIELDS.may(tx.actor, row):
        raise Forbidden()
