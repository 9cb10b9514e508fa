"""Demo dashboards in addition to the start boards, which every installation gets from its migrations."""

from __future__ import annotations

import datetime as dt
from typing import Any

import psycopg

from identity.dashboards.times import following
from services.demo.tables import write
from services.demo.world import World

EMPTY = "SELECT NOT EXISTS (SELECT FROM dashboard WHERE owner_id IS NOT NULL)"
_FIRST = 101
"""The first id of demo dashboards: those of start boards are lower."""


def load(connection: psycopg.Connection, world: World) -> None:
    """Write the board of a term, shared with staff, and one of sysAdmin that is shared with a person. The start board
    Director is mailed to sysAdmin on Mondays."""
    academic, root = world.by_username["academic"], world.by_username["sysadmin"]
    boards = [
        _board(
            _FIRST,
            "This term in Oxford",
            "Slips and homework of one organisation",
            academic,
            ["staff"],
            period="past30",
        ),
        _board(
            _FIRST + 1, "Sign-ins", "Open sessions, and refusals", root, [], shared_with=[academic.user_id], org=None
        ),
    ]
    with connection.cursor() as cursor:
        write(cursor, "dashboard", boards)
        write(cursor, "dashboard_tile", _tiles())
        cursor.execute(
            "INSERT INTO dashboard_mail (dashboard_id, user_id, rhythm, day, hour, next) "
            "SELECT id, %s, 'weekly', 1, 7, %s FROM dashboard WHERE title = 'Director' AND owner_id IS NULL",
            (root.user_id, following("weekly", 1, 7, dt.datetime.now(dt.UTC))),
        )


def _board(
    number: int,
    title: str,
    description: str,
    owner: Any,
    roles: list[str],
    *,
    period: str = "",
    org: int | None = 1,
    shared_with: list[int] | None = None,
) -> dict[str, Any]:
    return {
        "id": number,
        "title": title,
        "description": description,
        "owner_id": owner.user_id,
        "owner_name": owner.name,
        "shared_roles": roles,
        "shared_with": shared_with or [],
        "default_roles": [],
        "period": period,
        "org_id": org,
    }


def _tiles() -> list[dict[str, Any]]:
    term, signs = _FIRST, _FIRST + 1
    tutorials = {"service": "teaching", "list_path": "/slips", "period_filter": "tutorialDate"}
    tiles = [
        _tile(term, "text", "About", 0, 0, 3, 2, text="<p>For the meeting on <b>Mondays</b>.</p>"),
        _tile(
            term,
            "number",
            "Tutorials",
            3,
            0,
            3,
            2,
            **tutorials,
            query="tutorialDate=@past30",
            grouped_by="tutorialDate.month",
            compare=True,
        ),
        _tile(term, "number", "Slips to approve", 6, 0, 3, 2, **tutorials, query="status=submitted"),
        _tile(
            term,
            "number",
            "Invoiced",
            9,
            0,
            3,
            2,
            service="finance",
            list_path="/invoices",
            query="date=@thisMonth",
            grouped_by="date.month",
            measure="total",
            period_filter="date",
        ),
        _tile(term, "chart", "Slips by status", 0, 2, 6, 4, **tutorials, grouped_by="status", chart="pie"),
        _tile(
            term,
            "table",
            "Homework outstanding",
            6,
            2,
            6,
            4,
            service="teaching",
            list_path="/homework",
            query="isOutstanding=true",
        ),
        _tile(
            term,
            "calendar",
            "Next week",
            0,
            6,
            6,
            5,
            service="people",
            list_path="/events",
            query="start=@next7",
            sorted_by="start",
        ),
        _tile(term, "waiting", "Waiting for me", 6, 6, 6, 5),
        _tile(
            signs,
            "number",
            "Open sessions",
            0,
            0,
            3,
            2,
            service="identity",
            list_path="/auth/sessions",
            query="state=active",
        ),
        _tile(
            signs,
            "table",
            "Refusals",
            0,
            2,
            12,
            5,
            service="identity",
            list_path="/auth/audit",
            query="kind=signInRefused",
            shown_columns="created,userName,detail",
        ),
    ]
    return [{"id": _FIRST * 10 + number, **tile} for number, tile in enumerate(tiles)]


_BLANK = {
    "service": "",
    "list_path": "",
    "query": "",
    "period_filter": "",
    "grouped_by": "",
    "measure": "",
    "compare": False,
    "chart": "columns",
    "shown_columns": "",
    "sorted_by": "",
    "text": "",
}


def _tile(board: int, kind: str, title: str, x: int, y: int, w: int, h: int, **more: Any) -> dict[str, Any]:
    place = {"x": x, "y": y, "w": w, "h": h}
    return {"dashboard_id": board, "kind": kind, "title": title, **_BLANK, **place, **more}
