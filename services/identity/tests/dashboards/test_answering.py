"""Contents of tiles: from every service in one request, with the rights of the reader."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from identity.dashboards import periods
from kit.lists.others import asking
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


def test_full_board_asks_for_the_columns_of_each_list_once(client: ClientFor, board: MakeBoard) -> None:
    columns = ("username", "status", "name", "email")
    tiles = [{"kind": "table", "list_path": "/users", "shown_columns": columns[place % 4]} for place in range(40)]
    shown = answers(client(actor("staff", user_id=7)), board(*tiles))
    assert {tile["state"] for tile in shown} == {"ok"}
    assert [tile["meta"]["columns"][0]["name"] for tile in shown] == [columns[place % 4] for place in range(40)]


def test_full_board_of_as_many_lists_is_answered(client: ClientFor, board: MakeBoard) -> None:
    paths = [f"/nothing-{place}" for place in range(40)]
    shown = answers(client(actor("staff", user_id=7)), board(*({"kind": "table", "list_path": path} for path in paths)))
    assert {tile.get("error") for tile in shown} == {"There is no such list"}


def test_unavailable_service_does_not_affect_other_tiles(client: ClientFor, board: MakeBoard) -> None:
    number = board({"list_path": "/users"}, LEADS, TICKETS, shared_roles=["staff"])
    with peers.answering("people"):
        own, people, support = answers(client(actor("staff", user_id=7)), number)
    assert (own["state"], people["state"]) == ("ok", "ok")
    assert people["total"] > 0
    assert (support["state"], support["error"]) == (
        "away",
        "Support does not answer now. Please try again in a few seconds",
    )


TIMES = {"kind": "statistic", "service": "teaching", "list_path": "/slip/statistics/times"}
CONVERSION = {"kind": "statistic", "service": "people", "list_path": "/leads/statistics/conversion"}


def test_statistics_are_shown_as_a_number_a_chart_and_a_table(client: ClientFor, board: MakeBoard) -> None:
    number = board(
        TIMES | {"chart": "number", "measure": "submissionMedian"},
        TIMES | {"chart": "line", "measure": "submissionMedian", "grouped_by": "month"},
        TIMES | {"chart": "table", "grouped_by": "departmentMonth", "period_filter": "tutorialDate"},
        TIMES | {"chart": "line", "measure": "submissionMedian", "grouped_by": "week"},
    )
    with peers.answering("teaching"):
        browser = client(actor("staff", user_id=7))
        median, line, table, wrong = answers(browser, number)
        *_, narrowed, _ = answers(browser, number, period="past365", orgId=1, departmentId=1)
    assert [one["state"] for one in (median, line, table, wrong)] == ["ok", "ok", "ok", "refused"]
    [total] = median["figures"]["totals"]
    assert (median["figures"]["groups"], median["figures"]["measures"][0]["name"]) == ([], "submissionMedian")
    assert total["values"][0] > 0
    assert line["figures"]["totals"] == [total]
    first = line["figures"]["groups"][0]
    assert (line["figures"]["by"][0]["title"], line["rowsOf"]) == ("Month of the tutorial", "/slips")
    assert first["keyFilters"] == [first["filters"]] and set(first["filters"]) == {"handedIn", "tutorialDate"}
    assert [column["title"] for column in table["meta"]["columns"]][:3] == [
        "Department",
        "Month of the tutorial",
        "Handed in",
    ]
    assert table["total"] == len(table["rows"]) > 1
    assert table["rows"][0]["submitted"] > 0
    assert wrong["error"] == "by is one of: department, month, departmentMonth"
    assert narrowed["query"]["departmentId"] == "1" and narrowed["ignores"] == ["organisation"]
    days = narrowed["query"]["tutorialDate"].split("..")
    assert narrowed["screen"] == f"/statistics/slips?from={days[0]}&to={days[1]}&departmentId=1"
    assert {row["by0"] for row in narrowed["rows"]} < {row["by0"] for row in table["rows"]}


def test_amounts_of_a_statistic_have_a_currency_and_counts_do_not(client: ClientFor, board: MakeBoard) -> None:
    number = board(
        CONVERSION | {"chart": "number", "measure": "valueWon"},
        CONVERSION | {"chart": "number", "measure": "leads"},
        CONVERSION | {"chart": "pie", "measure": "conversionDays", "grouped_by": "origin"},
    )
    with peers.answering("people"):
        value, leads, days = answers(client(actor("staff", user_id=7)), number)
    assert [one["figures"]["totals"][0]["currency"] for one in (value, leads)] == ["GBP", None]
    assert all(group["values"][0] is not None for group in days["figures"]["groups"])


def test_tiles_of_one_statistic_are_answered_by_one_call(
    client: ClientFor, board: MakeBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []
    ask = asking.ask
    monkeypatch.setattr(asking, "ask", lambda questions: asked.extend(questions) or ask(questions))
    number = board(*(TIMES | {"chart": "number", "measure": one} for one in ("submitted", "approved")), TIMES)
    shown = answers(client(actor("staff", user_id=7)), number)
    assert len(asked) == 2
    assert {(one["state"], one["error"]) for one in shown} == {
        ("away", "Teaching does not answer now. Please try again in a few seconds")
    }


def test_unreadable_statistic_is_refused(client: ClientFor, board: MakeBoard) -> None:
    tickets = {"kind": "statistic", "service": "support", "list_path": "/v2/support/statistics"}
    number = board(tickets | {"chart": "table", "grouped_by": "team"})
    with peers.answering("support"):
        [closed] = answers(client(actor("staff", user_id=7)), number)
        offers = client(actor("staff", user_id=7)).get("/api/v1/dashboard/lists").json()["data"]["statistics"]
        mine = client(actor("techSupport", "staff")).get("/api/v1/dashboard/lists").json()["data"]["statistics"]
    assert closed["state"] == "refused"
    assert not offers
    assert [(one["service"], one["path"], one["by"][0]) for one in mine] == [
        ("support", "/v2/support/statistics", {"name": "team", "title": "Team"})
    ]


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
        {"list_path": "/users"},
        {"list_path": "/release-notes", "period_filter": "released"},
        {"kind": "text"},
        {"kind": "table", "list_path": "/departments"},
        department_id=physics,
        period="thisMonth",
    )
    browser = client(actor("staff", user_id=7))
    users, notes, text, departments = answers(browser, number)
    assert (users["total"], users["ignores"]) == (1, ["period"])
    assert (notes["ignores"], departments["ignores"]) == (["department"], ["period", "department"])
    assert "ignores" not in text
    users, notes, *_ = answers(browser, number, period="", departmentId=0)
    assert (users["total"], "ignores" in users, "ignores" in notes) == (2, False, False)


def test_start_boards_use_only_existing_columns_and_filters(client: ClientFor) -> None:
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
        ("today", "2026-11-30..2026-11-30"),
        ("thisWeek", "2026-11-30..2026-12-06"),
        ("lastWeek", "2026-11-23..2026-11-29"),
        ("lastMonth", "2026-10-01..2026-10-31"),
        ("thisQuarter", "2026-10-01..2026-12-31"),
        ("past30", "2026-11-01..2026-11-30"),
        ("next14", "2026-11-30..2026-12-13"),
        ("lastYear", "2025-01-01..2025-12-31"),
    ],
)
def test_periods_are_relative_to_today(period: str, days: str) -> None:
    day = dt.date(2026, 11, 30)
    assert periods.days_of(period, day) == days
    assert periods.resolved({"date": f"@{period}", "name": "@home"}, day) == {"date": days, "name": "@home"}
