"""Dashboards: access, changes, places of tiles, copies."""

from __future__ import annotations

from collections.abc import Callable

import httpx

from kit.policy import Actor
from services.identity.tests.dashboards.conftest import MakeBoard
from staffroom_testing import actor

ClientFor = Callable[[Actor | None], httpx.Client]
USERS = {"list_path": "/users"}
LISTED = {"kind": "table", "title": "Users", "service": "identity", "list": "/users", "chart": "columns"}
TILE = {**LISTED, "x": 0, "y": 0, "w": 6, "h": 4}


def test_owner_shares_a_dashboard_with_roles_and_people(client: ClientFor, board: MakeBoard) -> None:
    path = f"/api/v1/dashboard/{board(USERS)}"
    owner, other = client(actor("staff", user_id=7)), client(actor("staff", "finance", user_id=8))
    assert owner.get(path).json()["data"]["isMine"] is True
    assert other.get(path).status_code == 404
    assert owner.put(path, json={"field": "sharedRoles", "newValue": ["finance"]}).status_code == 200
    assert other.get(path).status_code == 200
    assert other.put(path, json={"field": "title", "newValue": "Mine"}).status_code == 403
    assert owner.put(path, json={"field": "sharedRoles", "newValue": []}).status_code == 200
    assert owner.put(path, json={"field": "sharedWith", "newValue": [8]}).status_code == 200
    assert other.get(path).status_code == 200
    assert client(actor("staff", user_id=9)).get(path).status_code == 404
    assert client(actor("tutor", user_id=7)).get(path).status_code == 403


def test_start_boards_belong_to_their_roles(client: ClientFor) -> None:
    def titles(*roles: str) -> list[str]:
        rows = client(actor("staff", *roles, user_id=7)).get("/api/v1/dashboards?page=1").json()["data"]
        return [row["title"] for row in rows]

    assert titles() == ["Admissions"]
    assert titles("academicOffice") == ["Academic office", "Admissions"]
    assert titles("techSupport") == ["Admissions", "Support"]
    assert len(titles("sysAdmin")) == 7
    [first] = [
        row for row in client(actor("sysAdmin")).get("/api/v1/dashboards").json()["data"] if row["title"] == "Exams"
    ]
    path = f"/api/v1/dashboard/{first['id']}"
    assert (
        client(actor("staff", "examsOffice")).put(path, json={"field": "title", "newValue": "Ours"}).status_code == 403
    )
    assert client(actor("sysAdmin", "staff")).put(path, json={"field": "title", "newValue": "Ours"}).status_code == 200


def test_only_the_owner_adds_and_places_tiles(client: ClientFor, board: MakeBoard) -> None:
    path = f"/api/v1/dashboard/{board(USERS, USERS, shared_roles=['staff'])}"
    owner, other = client(actor("staff", user_id=7)), client(actor("staff", user_id=8))
    assert other.post(f"{path}/tile", json=TILE).status_code == 403
    assert owner.post(f"{path}/tile", json=TILE | {"list": ""}).json()["error"] == "Please choose a list"
    assert owner.post(f"{path}/tile", json=TILE | {"x": 8}).json()["error"] == "A row has 12 columns"
    assert owner.post(f"{path}/tile", json=TILE | {"query": "open"}).status_code == 422
    assert owner.post(f"{path}/tile", json=TILE | {"kind": "chart"}).json()["error"].startswith("Please choose what")
    assert owner.post(f"{path}/tile", json=TILE).status_code == 201
    before = owner.get(path).json()["data"]
    first, second = before["tiles"][:2]
    places = [{"id": second["id"], "x": 6, "y": 0, "w": 6, "h": 3}, {"id": first["id"], "x": 0, "y": 0, "w": 6, "h": 3}]
    assert other.put(f"{path}/layout", json={"tiles": places}).status_code == 403
    assert owner.put(f"{path}/layout", json={"tiles": [places[0] | {"x": 8}]}).status_code == 422
    assert owner.put(f"{path}/layout", json={"tiles": [places[0] | {"id": 1}]}).status_code == 422
    assert owner.put(f"{path}/layout", json={"tiles": places}).json()["data"] == {"tiles": 2}
    now = owner.get(path).json()["data"]
    assert {(tile["id"], tile["x"], tile["w"], tile["h"]) for tile in now["tiles"]} >= {
        (first["id"], 0, 6, 3),
        (second["id"], 6, 6, 3),
    }
    assert now["version"] == before["version"] + 1


def test_statistic_tile_needs_the_values_of_its_form(client: ClientFor, board: MakeBoard) -> None:
    path = f"/api/v1/dashboard/{board()}/tile"
    owner = client(actor("staff", user_id=7))
    tile = TILE | {"kind": "statistic", "service": "teaching", "list": "/slip/statistics/times"}

    def refusal(**values: str) -> str:
        return str(owner.post(path, json=tile | values).json()["error"])

    assert refusal(list="") == "Please choose a statistic"
    assert refusal(chart="columns") == "Please choose what the statistic is grouped by"
    assert refusal(chart="columns", by="month") == "Please choose what the statistic measures"
    assert refusal(chart="number") == "Please choose what the statistic measures"
    assert refusal(kind="chart", list="/slips", by="status", chart="number") == "Please choose the chart type"
    for values in ({"chart": "number", "measure": "submitted"}, {"chart": "table", "by": "month"}):
        assert owner.post(path, json=tile | values).status_code == 201


def test_copy_belongs_only_to_its_maker(client: ClientFor, board: MakeBoard) -> None:
    number = board(USERS, {"kind": "text", "text": "<p>Hi</p>"}, shared_roles=["staff"], period="thisMonth")
    other = client(actor("staff", user_id=8))
    copied = other.post(f"/api/v1/dashboard/{number}/copy", json={"title": "Mine"}).json()["data"]["id"]
    detail = other.get(f"/api/v1/dashboard/{copied}").json()["data"]
    assert (detail["title"], detail["isMine"], detail["sharedRoles"], detail["period"]) == (
        "Mine",
        True,
        [],
        "thisMonth",
    )
    assert [tile["kind"] for tile in detail["tiles"]] == ["number", "text"]
    assert client(actor("staff", user_id=7)).get(f"/api/v1/dashboard/{copied}").status_code == 404
    assert client(actor("staff", user_id=9)).post("/api/v1/dashboard/999/copy", json={"title": "x"}).status_code == 404
