"""The volume data of identity: tables and dashboards."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import httpx
import psycopg

from kit.policy import Actor
from services.identity.load import load
from services.identity.tests.builders import Build
from staffroom_testing import actor, peers


def test_volume_is_added_once_and_its_boards_answer(
    client: Callable[[Actor | None], httpx.Client], build: Build
) -> None:
    from identity.tables.model import shared_table

    owner = build.user("ada", "staff")
    values = {"title": "Users", "slug": "users", "list": "/users", "owner_id": owner}
    build._insert(shared_table, values)
    with psycopg.connect(os.environ["STAFFROOM_DATABASE_URL"]) as connection:
        assert load(connection) == "200 tables, 50 dashboards of 12 tiles"
        assert load(connection) == "the tables and dashboards already exist"
    root = client(actor("staff", "sysAdmin", user_id=1))
    assert root.get("/api/v1/tables/count").json()["data"]["total"] == 201
    boards = root.get("/api/v1/dashboards", params={"ownerId": owner, "page": 1}).json()
    assert boards["total"] == 50
    [first] = [row for row in boards["data"] if row["title"] == "Board 0"]
    with peers.answering("people", "teaching", "finance", "support"):
        answer: Any = root.post(f"/api/v1/dashboard/{first['id']}/answers", json={}).json()["data"]
    assert [tile["state"] for tile in answer["tiles"]] == ["ok"] * 12
