"""Queries of dashboards."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from identity.accounts.model import user_account
from identity.dashboards.attributes import TILE
from identity.dashboards.model import dashboard, dashboard_tile
from identity.dashboards.policy import SCOPE
from identity.organisation.model import department, organisation
from kit.database import all_rows, row_or_404
from kit.policy import Actor, Row

_t = dashboard_tile.c


def parts(connection: sa.Connection, actor: Actor, row: Row) -> dict[str, Any]:
    """Return `DashboardParts` of a dashboard: its owner, tiles, and the names of the people with whom it is shared."""
    people = sa.select(user_account.c.id, user_account.c.name).where(user_account.c.id.in_(row["shared_with"]))
    return {
        "owner": {"id": row["owner_id"], "name": row["owner_name"]} if row["owner_id"] is not None else None,
        "isMine": row["owner_id"] == actor.user_id,
        "sharedPeople": [dict(one) for one in all_rows(connection, people.order_by(user_account.c.name))],
        "organisation": organisation_of(connection, actor, row),
        "department": department_of(connection, actor, row),
        "tiles": [tile_answer(tile) for tile in tiles(connection, actor, row["id"])],
    }


def organisation_of(connection: sa.Connection, _actor: Actor, row: Row) -> str | None:
    """Return the title of the organisation by which a dashboard is filtered."""
    title = sa.select(organisation.c.title).where(organisation.c.id == row["org_id"])
    return connection.scalar(title) if row["org_id"] is not None else None


def department_of(connection: sa.Connection, _actor: Actor, row: Row) -> str | None:
    """Return the title of the department by which a dashboard is filtered."""
    title = sa.select(department.c.title).where(department.c.id == row["department_id"])
    return connection.scalar(title) if row["department_id"] is not None else None


def tile_answer(row: Row) -> dict[str, Any]:
    """Return a tile by the names of its attributes."""
    return {"id": row["id"], **{one.name: row[one.column.name] for one in TILE}}


def tiles(connection: sa.Connection, _actor: Actor, dashboard_id: int) -> list[dict[str, Any]]:
    """Return the tiles of a dashboard from top to bottom."""
    statement = sa.select(dashboard_tile).where(_t.dashboard_id == dashboard_id).order_by(_t.y, _t.x, _t.id)
    return [dict(row) for row in all_rows(connection, statement)]


def count_tiles(connection: sa.Connection, _actor: Actor, dashboard_id: int) -> int:
    """Return the number of tiles of a dashboard."""
    statement = sa.select(sa.func.count()).where(_t.dashboard_id == dashboard_id)
    return int(connection.scalar(statement) or 0)


def find(connection: sa.Connection, actor: Actor, dashboard_id: int) -> dict[str, Any]:
    """Return the row of a dashboard that the actor may open. Raises NotFound."""
    row = row_or_404(connection, sa.select(dashboard).where(dashboard.c.id == dashboard_id, SCOPE.where(actor)))
    return dict(row)
