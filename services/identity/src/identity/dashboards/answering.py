"""The contents of all tiles of a dashboard: each service is asked once, with the rights of the reader."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlencode

from identity.dashboards import queries, statistics
from identity.dashboards.fields import LISTED, STATISTIC
from identity.dashboards.periods import days_of, resolved
from kit.database import Database
from kit.lists.known import Call
from kit.lists.others import asking
from kit.lists.others.asking import Question, Reply
from kit.policy import Actor
from kit.values.days import today

ROWS = {"table": "10", "calendar": "50"}
"""Number of rows of a tile, by kind."""
_NAMES = {
    "organisation": ("orgId", "organisationId"),
    "department": ("departmentId", "department", "primaryDepartmentId"),
}
"""The names of the filters that take an organisation or a department."""
_COLUMNS = "/columns"
_PATIENCE_OF_JOBS = 30.0
"""Seconds that a service may take for an email."""


@dataclass(frozen=True)
class Narrowed:
    """The filters of the whole dashboard: a period, an organisation, a department."""

    period: str = ""
    organisation_id: int | None = None
    department_id: int | None = None

    def where(self) -> dict[str, str]:
        """Return the filters to apply if a list has them: lists name them differently."""
        return {
            name: str(value) for part, value in self._places().items() if value is not None for name in _NAMES[part]
        }

    def ignored(self, tile: Mapping[str, Any], applied: Sequence[str]) -> list[str]:
        """Return the filters that do not narrow a tile whose list has the filters `applied` of `where`."""
        places = [part for part, value in self._places().items() if value is not None]
        ignored = [part for part in places if not set(_NAMES[part]) & set(applied)]
        return [*(["period"] if self.period and not tile["period_filter"] else []), *ignored]

    def _places(self) -> dict[str, int | None]:
        return {"organisation": self.organisation_id, "department": self.department_id}


def answers(db: Database, actor: Actor, dashboard_id: int, narrowed: Narrowed | None = None) -> list[dict[str, Any]]:
    """Return `TileAnswer` of each tile; `narrowed` replaces the filters of the dashboard. Raises NotFound."""
    with db.read() as connection:
        board = queries.find(connection, actor, dashboard_id)
        tiles = queries.tiles(connection, actor, dashboard_id)
    return of_tiles(board, tiles, narrowed)


def of_tiles(
    board: Mapping[str, Any],
    tiles: Sequence[Mapping[str, Any]],
    narrowed: Narrowed | None = None,
    reader: Actor | None = None,
) -> list[dict[str, Any]]:
    """Return `TileAnswer` of each of the `tiles` of a dashboard. With a `reader`, in a job, this service asks the lists
    as that person instead of with the token of the current call, and waits longer."""
    narrowed = narrowed or Narrowed(board["period"] or "", board["org_id"], board["department_id"])
    asked = [(tile, _calls(tile, narrowed, today())) for tile in tiles]
    questions = {_named(tile, call): Question(tile["service"], call) for tile, calls in asked for call in calls}
    wanted = list(questions.values())
    given = asking.ask(wanted) if reader is None else asking.ask(wanted, reader, _PATIENCE_OF_JOBS)
    replies = dict(zip(questions, given, strict=True))
    return [_answer(tile, narrowed, calls, [replies[_named(tile, call)] for call in calls]) for tile, calls in asked]


def _named(tile: Mapping[str, Any], call: Call) -> tuple[str, str]:
    """Return the name of a question: tiles of one list share its columns, and tiles of one statistic with the same
    filters share its answer; rows and figures belong to each tile."""
    if tile["kind"] == STATISTIC:
        return tile["service"], f"{call.path}?{urlencode(sorted(call.query.items()))}"
    return tile["service"], call.path if call.path.endswith(_COLUMNS) else str(tile["id"])


def filters_of(tile: Mapping[str, Any], narrowed: Narrowed, day: dt.date) -> dict[str, str]:
    """Return the filters of a tile on a day, with the period of the dashboard if the tile uses it."""
    query = dict(parse_qsl(tile["query"], keep_blank_values=True))
    if narrowed.period and tile["period_filter"]:
        query[tile["period_filter"]] = days_of(narrowed.period, day)
    return resolved(query, day)


def _calls(tile: Mapping[str, Any], narrowed: Narrowed, day: dt.date) -> list[Call]:
    """Return the calls of a tile: of its rows and columns, of its figures, of its number, or of its statistic."""
    kind, path = tile["kind"], tile["list_path"]
    if kind not in {*LISTED, STATISTIC} or not path:
        return []
    query, where = filters_of(tile, narrowed, day), narrowed.where()
    if kind == STATISTIC:
        return [statistics.call(tile, query, where)]
    if kind in ROWS:
        page = {"page": "1", "pageSize": ROWS[kind]} | ({"sort": tile["sorted_by"]} if tile["sorted_by"] else {})
        return [Call(path, {**query, **page}, where), Call(f"{path}{_COLUMNS}")]
    if not tile["grouped_by"]:
        return [Call(f"{path}/count", query, where)]
    figures = {"by": tile["grouped_by"]}
    figures |= {"sum": tile["measure"]} if tile["measure"] else {}
    figures |= {"compare": "before"} if tile["compare"] else {}
    return [Call(f"{path}/figures", {**query, **figures}, where)]


def _answer(
    tile: Mapping[str, Any], narrowed: Narrowed, calls: Sequence[Call], replies: Sequence[Reply]
) -> dict[str, Any]:
    answer: dict[str, Any] = {"id": tile["id"], "state": "ok"}
    if not calls:
        return answer
    refused = next((reply for reply in replies if reply.refusal), None)
    if refused is not None:
        return answer | {"state": "away" if refused.status == 503 else "refused", "error": refused.refusal}
    call, reply = calls[0], replies[0]
    controls = {"by", "sum", "compare", "page", "pageSize", "sort"}
    answer["query"] = {name: value for name, value in call.query.items() if name not in controls}
    answer["query"] |= {name: call.where[name] for name in reply.applied}
    if ignored := narrowed.ignored(tile, reply.applied):
        answer["ignores"] = ignored
    if tile["kind"] == STATISTIC:
        return answer | statistics.content(tile, reply.body["data"])
    if tile["kind"] in ROWS:
        rows, meta = reply.body, replies[1].body["data"]
        return answer | {"rows": rows["data"], "total": rows["total"], "meta": _meta(meta, tile["shown_columns"])}
    if not tile["grouped_by"]:
        return answer | {"total": reply.body["data"]["total"]}
    figures = dict(reply.body["data"])
    if tile["kind"] == "number":
        figures["groups"] = []
    return answer | {"figures": figures}


def _meta(meta: Mapping[str, Any], shown: str) -> dict[str, Any]:
    """Return the columns that the tile shows, by default the first five, and how a row opens."""
    columns = {column["name"]: column for column in meta["columns"]}
    names = [name for name in shown.split(",") if name in columns]
    names = names or [name for name, column in columns.items() if not column.get("hidden")][:5]
    return {
        "title": meta["title"],
        "target": meta["target"],
        "naming": meta["naming"],
        "columns": [columns[name] for name in names],
        "calendar": (meta.get("views") or {}).get("calendar"),
    }
