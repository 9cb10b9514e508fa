"""Editable fields of dashboards and tiles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl

from identity.dashboards import attributes, policy
from identity.dashboards.answers import DashboardParts
from identity.dashboards.model import dashboard, dashboard_tile
from identity.dashboards.queries import count_tiles, parts
from kit.database import Tx
from kit.errors import Conflict, Invalid
from kit.policy import Actor
from kit.records import Acts, Change, Create, Delete, FieldSet, Parent

LISTED = ("number", "chart", "table", "calendar")
"""Kinds of tiles that show a list."""
STATISTIC = "statistic"
_NO_CHARTS = ("number", "table")


def _owned(actor: Actor, _: dict[str, Any]) -> Mapping[str, Any]:
    return {"owner_id": actor.user_id, "owner_name": actor.name}


DASHBOARD_FIELDS = FieldSet(
    name="dashboard",
    table=dashboard,
    path="/dashboard/{id}",
    scope=policy.SCOPE,
    read=policy.read,
    may=policy.edits,
    sections=attributes.DASHBOARD.sections(
        {"dashboard": "Dashboard", "sharing": "Sharing", "filters": "Filters of the whole dashboard"},
        {"defaultRoles": Acts(may=policy.keeps_defaults)},
    ),
    extra=parts,
    answers=DashboardParts,
    create=Create(
        fields=("title", "description", "sharedRoles", "sharedWith", "period", "orgId", "departmentId"),
        may=policy.makes,
        defaults=_owned,
    ),
    delete=Delete(),
)


def check_tile(values: Mapping[str, Any]) -> None:
    """Raise Invalid if the tile, by column, lacks a value that its kind needs."""
    kind = values.get("kind") or "number"
    if kind in LISTED and not (values.get("list_path") and values.get("service")):
        raise Invalid("Please choose a list", field="list")
    if kind == STATISTIC:
        check_statistic(values)
    elif values.get("chart") in _NO_CHARTS:
        raise Invalid("Please choose the chart type", field="chart")
    if kind == "chart" and not values.get("grouped_by"):
        raise Invalid("Please choose what the chart is grouped by", field="by")
    if values.get("compare") and not values.get("grouped_by"):
        raise Invalid("A comparison needs days to group by", field="by")
    if values.get("measure") and not values.get("grouped_by") and kind != STATISTIC:
        raise Invalid("Please choose what the sum is grouped by", field="by")
    if (values.get("x") or 0) + (values.get("w") or 3) > attributes.COLUMNS:
        raise Invalid(f"A row has {attributes.COLUMNS} columns", field="w")
    check_query(values.get("query") or "")


def check_statistic(values: Mapping[str, Any]) -> None:
    """Raise Invalid if the tile of a statistic, by column, lacks a value that its form needs."""
    if not (values.get("list_path") and values.get("service")):
        raise Invalid("Please choose a statistic", field="list")
    if values.get("chart") != "number" and not values.get("grouped_by"):
        raise Invalid("Please choose what the statistic is grouped by", field="by")
    if values.get("chart") != "table" and not values.get("measure"):
        raise Invalid("Please choose what the statistic measures", field="measure")


def check_query(text: str) -> None:
    """Raise Invalid unless the filters are in the form of an address."""
    try:
        parse_qsl(text, keep_blank_values=True, strict_parsing=bool(text), max_num_fields=30)
    except ValueError:
        raise Invalid("Filters are written as in an address: status=open&type=tech", field="query") from None


def _fits(change: Change) -> None:
    check_tile({**change.row, change.field.column.name: change.new})


def _new_tile(_: Actor, values: dict[str, Any]) -> Mapping[str, Any]:
    check_tile(values)
    return {}


def _not_too_many(tx: Tx, values: dict[str, Any]) -> Mapping[str, Any]:
    if count_tiles(tx.connection, tx.actor, values["dashboard_id"]) >= attributes.MOST_TILES:
        raise Conflict(f"A dashboard has at most {attributes.MOST_TILES} tiles", code="too_many_tiles")
    return {}


_CHECKED = ("kind", "service", "list", "query", "by", "measure", "compare", "chart", "x", "w")
TILE_FIELDS = FieldSet(
    name="dashboardTile",
    table=dashboard_tile,
    path="/dashboard/tile/{id}",
    scope=policy.TILES,
    read=policy.read,
    may=policy.makes,
    parent=Parent.of(DASHBOARD_FIELDS, dashboard_tile.c.dashboard_id, noun="tile", named=lambda row: str(row["title"])),
    sections=attributes.TILE.sections({"tile": "Tile", "place": "Place"}, dict.fromkeys(_CHECKED, Acts(check=_fits))),
    create=Create(path="/dashboard/{id}/tile", defaults=_new_tile, complete=_not_too_many),
    delete=Delete(),
)
