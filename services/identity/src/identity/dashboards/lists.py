"""The list of dashboards, which opens as cards."""

from __future__ import annotations

import sqlalchemy as sa

from identity.dashboards import attributes
from identity.dashboards.fields import DASHBOARD_FIELDS
from identity.dashboards.model import dashboard, dashboard_tile
from identity.roles.rules import CHOICES
from kit.lists import Cards, Column, Filter, ListSpec

_c = dashboard.c
_TILES = sa.select(sa.func.count()).where(dashboard_tile.c.dashboard_id == _c.id).correlate(dashboard).scalar_subquery()

DASHBOARDS = ListSpec(
    name="dashboards",
    path="/dashboards",
    title="Dashboards",
    edit=DASHBOARD_FIELDS,
    target="/dashboard/{id}",
    default_sort="title",
    search=_c.title,
    columns=attributes.DASHBOARD.columns(
        Column(name="id", expression=_c.id, type="id", hidden=True),
        *("title", "description"),
        Column(name="owner", expression=sa.func.coalesce(sa.func.nullif(_c.owner_name, ""), "Staffroom"), width=150),
        Column(name="ownerId", expression=_c.owner_id, type="integer", hidden=True),
        Column(name="tiles", expression=_TILES, type="integer", width=80),
        Column(name="modified", expression=_c.modified, title="Changed", type="datetime", width=125),
    ),
    filters=(
        Filter(name="ownerId", expression=_c.owner_id, title="Owner", hidden=True, column="owner"),
        Filter(
            name="startOf",
            title="Start board of",
            options=CHOICES,
            condition=_c.default_roles.overlap,
        ),
    ),
    views=(Cards(title="title", lines=("description", "owner")),),
)
