"""Contents of tiles: from every service in one request, as the reader would see them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from identity.dashboards import periods
from kit.policy import Actor
from kit.values.days import today
from services.identity.tests.builders import Build
from services.identity.tests.dashboards.conftest import MakeBoard
from staffroom_testing import actor, peers

ClientFor = Callable[[Actor | None], httpx.Client]
LEADS = {"service": "people", "list_path": "/leads"}
TICKETS = {"service": "support", "list_path": "/v2/support/tickets"}


def answers(client: httpx.Client, number: int, **narrowed: Any) -> list[dict[str, Any]]:
    answer = client.post(f"/api/v1/dashboard/{number}/answers", json=narrowed)
    assert answer.status_code == 200, answer.text
    tiles: list[dict[str, Any]] = answer.json()["data"]["tiles"]
    return tiles


def test_tiles_of_own_lists_have_rows_columns_and_numbers(client: ClientFor, board: MakeBoard, build: Build) -> None:
    build.user("ada", "staff")
    build.user("bob", "staff", status="inactive")
    number = board(
        {"list_path": "/users", "query": "status=active"},
        {"kind": "table", "list_path": "/users", "shown_columns": "username,nothing,status", "sorted_by": "-username"},
        {"kind": "text", "service": "", "text": "<p>Read</p>"},
        {"list_path": "/users", "query": "colour=red"},
        {"kind": "table", "list_path": "/auth/audit"},
    )
    one, table, text, wrong, closed = answers(client(actor("staff", user_id=7)), number)
    assert (one["state"], one["total"], one["query"]) == ("ok", 1, {"status": "active"})
    assert [row["username"] for row in table["rows"]] == ["bob", "ada"]
    assert [column["name"] for column in table["meta"]["columns"]] == ["username", "status"]
    assert table["meta"]["target"] == "/users/{id}"
    assert text == {"id": text["id"], "state": "ok"}
    assert (wrong["state"], wrong["error"][:22]) == ("refused", "Unknown filter 'colour")
    assert closed["state"] == "refused", "the audit is for sysAdmin"


def test_a_board_of_the_most_tiles_asks_for_the_columns_of_each_list_once(client: ClientFor, board: MakeBoard) -> None:
    columns = ("username", "status", "name", "email")
    tiles = [{"kind": "table", "list_path": "/users", "shown_columns": columns[place % 4]} for place in range(40)]
    shown = answers(client(actor("staff", user_id=7)), board(*tiles))
    assert {tile["state"] for tile in shown} == {"ok"}
    assert [tile["meta"]["columns"][0]["name"] for tile in shown] == [columns[place % 4] for place in range(40)]


def test_a_board_of_the_most_tiles_of_as_many_lists_is_answered(client: ClientFor, board: MakeBoard) -> None:
    paths = [f"/nothing-{place}" for place in range(40)]
    shown = answers(client(actor("staff", user_id=7)), board(*({"kind": "table", "list_path": path} for path in paths)))
    assert {tile.get("error") for tile in shown} == {"There is no such list"}


def test_a_service_that_is_down_leaves_the_other_tiles_standing(client: ClientFor, board: MakeBoard) -> None:
    number = board({"list_path": "/users"}, LEADS, TICKETS, shared_roles=["staff"])
    with peers.answering("people"):
        own, people, support = answers(client(actor("staff", user_id=7)), number)
    assert (own["state"], people["state"]) == ("ok", "ok")
    assert people["total"] > 0
    assert (support["state"], support["error"]) == (
        "away", "Support does not answer now. Please try again in a few seconds",
    )  # fmt: skip


def test_filters_of_the_dashboard_narrow_its_tiles(client: ClientFor, board: MakeBoard, build: Build) -> None:
    oxford = build.organisation("Oxford")
    number = board(
        {"list_path": "/departments"},
        {"list_path": "/release-notes", "period_filter": "released"},
        {"list_path": "/release-notes"},
        period="thisMonth",
        org_id=oxford,
    )
    build.department("Physics", organisation_id=oxford)
    build.department("Chemistry")
    build.release_note("1.1.1", released=today())
    build.release_note("1.1.0", released=dt.date(2020, 1, 1))
    browser = client(actor("staff", user_id=7))
    assert [tile["total"] for tile in answers(browser, number)] == [1, 1, 2]
    assert answers(browser, number)[0]["query"] == {"organisationId": str(oxford)}
    assert [tile["total"] for tile in answers(browser, number, period="", orgId=0)] == [2, 2, 2]
    [_, last_year, _] = answers(browser, number, period="lastYear", orgId=0)
    assert (last_year["total"], last_year["query"]["released"][:4]) == (0, str(today().year - 1))
    assert browser.post(f"/api/v1/dashboard/{number}/answers", json={"period": "x"}).status_code == 422


def test_tiles_name_the_filters_of_the_dashboard_that_do_not_narrow_them(
    client: ClientFor, board: MakeBoard, build: Build
) -> None:
    physics = build.department("Physics")
    build.user("ada", "staff", primary_department_id=physics)
    build.user("bob", "staff")
    number = board(
        {"list_path": "/users"}, {"list_path": "/release-notes", "period_filter": "released"}, {"kind": "text"},
        {"kind": "table", "list_path": "/departments"}, department_id=physics, period="thisMonth",
    )  # fmt: skip
    browser = client(actor("staff", user_id=7))
    users, notes, text, departments = answers(browser, number)
    assert (users["total"], users["ignores"]) == (1, ["period"])
    assert (notes["ignores"], departments["ignores"]) == (["department"], ["period", "department"])
    assert "ignores" not in text
    users, notes, *_ = answers(browser, number, period="", departmentId=0)
    assert (users["total"], "ignores" in users, "ignores" in notes) == (2, False, False)


def test_start_boards_ask_lists_for_what_they_have(client: ClientFor) -> None:
    """Every tile of every start board is answered, from all services with demo data."""
    root = client(actor("sysAdmin", "staff", user_id=1, persons={"staff": 1}))
    boards = root.get("/api/v1/dashboards").json()["data"]
    assert len(boards) == 7
    refused = []
    with peers.answering("people", "teaching", "finance", "support"):
        for one in boards:
            detail = root.get(f"/api/v1/dashboard/{one['id']}").json()["data"]
            titles = {tile["id"]: tile["title"] for tile in detail["tiles"]}
            tiles = answers(root, one["id"])
            refused += [(one["title"], titles[tile["id"]], tile) for tile in tiles if tile["state"] != "ok"]
    assert not refused


def test_offers_name_the_lists_that_the_caller_reads(client: ClientFor) -> None:
    with peers.answering("people"):
        offers = client(actor("staff", user_id=7)).get("/api/v1/dashboard/lists").json()["data"]
    paths = {one["path"]: one["service"] for one in offers["lists"]}
    assert (paths["/leads"], paths["/users"]) == ("people", "identity")
    assert "/auth/audit" not in paths
    assert "support" in offers["away"]
    assert client(actor("student")).get("/api/v1/dashboard/lists").status_code == 403


@pytest.mark.parametrize(
    ("period", "days"),
    [
        ("today", "2026-11-30..2026-11-30"), ("thisWeek", "2026-11-30..2026-12-06"),
        ("lastWeek", "2026-11-23..2026-11-29"), ("lastMonth", "2026-10-01..2026-10-31"),
        ("thisQuarter", "2026-10-01..2026-12-31"), ("past30", "2026-11-01..2026-11-30"),
        ("next14", "2026-11-30..2026-12-13"), ("lastYear", "2025-01-01..2025-12-31"),
    ],
)  # fmt: skip
def test_periods_move_with_the_days(period: str, days: str) -> None:
    day = dt.date(2026, 11, 30)
    assert periods.days_of(period, day) == days
    assert periods.resolved({"date": f"@{period}", "name": "@home"}, day) == {"date": days, "name": "@home"}
