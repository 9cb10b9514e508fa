"""Columns of the records that a list refers to, in formulas."""

from __future__ import annotations

import json
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from identity.tables.model import shared_table, table_template
from kit import store
from kit.database import Database
from kit.errors import NotFound
from kit.lists import known
from kit.lists.exports import export
from kit.lists.formulas import with_computed
from kit.policy import Actor
from services.identity.tests.builders import Build
from staffroom_testing import actor

ClientFor = Callable[[Actor | None], httpx.Client]
STAFF, ROOT = actor("staff", user_id=7), actor("staff", "sysAdmin", user_id=1)


def computed(formula: str) -> str:
    return json.dumps([{"name": "formula1", "title": "Theirs", "formula": formula}])


def rows(client: httpx.Client, path: str, formula: str, **more: str) -> list[Any]:
    query = {"computed": computed(formula), "page": "1", "pageSize": "50", **more}
    answer = client.get(f"/api/v1{path}", params=query)
    assert answer.status_code == 200, answer.text
    return [row["formula1"] for row in answer.json()["data"]]


def test_a_column_of_a_reference_is_shown_sorted_and_filtered(client: ClientFor, build: Build) -> None:
    oxford, leeds = build.department("Oxford"), build.department("Leeds")
    for name, department in (("ada", oxford), ("bob", leeds), ("cyd", None)):
        build.user(name, "staff", primary_department_id=department)
    browser, formula = client(STAFF), "[Primary department > Title]"
    assert rows(browser, "/users", formula, sort="formula1") == [None, "Leeds", "Oxford"]
    assert rows(browser, "/users", f"upper({formula})", sort="-formula1") == ["OXFORD", "LEEDS", None]
    assert rows(browser, "/users", formula, formula1="leeds") == ["Leeds"]
    totals = browser.get("/api/v1/users/subtotals", params={"computed": computed(formula), "group": "formula1"})
    assert [group["values"] for group in totals.json()["data"]["groups"]] == [["Leeds"], ["Oxford"], [None]]
    meta = browser.get("/api/v1/users/columns", params={"computed": "[]"}).json()["data"]
    assert "Primary department > Title" in [column["title"] for column in meta["joins"]]
    assert "joins" not in browser.get("/api/v1/users/columns").json()["data"]
    refused = browser.get("/api/v1/users", params={"computed": computed("[Primary department > Secret]")}).json()
    assert refused["error"] == "Theirs: There is no column Primary department > Secret in this list"


def test_a_row_that_its_reader_does_not_reach_is_an_empty_cell(client: ClientFor, build: Build) -> None:
    owner = build.user("owner", "staff")
    for title, roles in (("Mine", []), ("Shared", ["staff"])):
        values = {"title": title, "slug": title.lower(), "list": "/users", "owner_id": owner, "roles": roles}
        number = build._insert(shared_table, values)
        build._insert(table_template, {"role": title, "table_id": number, "title": title, "list": "/users"})
    formula, order = "[Table > Title]", {"sort": "title"}
    assert rows(client(ROOT), "/table-templates", formula, **order) == ["Mine", "Shared"]
    assert rows(client(STAFF), "/table-templates", formula, **order) == [None, "Shared"]
    assert rows(client(ROOT), "/table-templates", formula, **order) == ["Mine", "Shared"]
    assert rows(client(actor("staff", user_id=owner)), "/table-templates", formula, **order) == ["Mine", "Shared"]
    assert rows(client(STAFF), "/table-templates", formula, formula1="Mine") == []


def test_a_formula_without_references_is_shared_by_its_readers(client: ClientFor, build: Build) -> None:
    build.user("ada", "staff")
    users, formula = known.named("users"), json.dumps([{"name": "rule1", "formula": "[ID] > 1"}])
    plain = [
        with_computed(users.seen_by(one), {"computed": formula}, one) for one in (STAFF, actor("staff", user_id=8))
    ]
    assert plain[0] is plain[1]
    joined = computed("[Primary department > Title]")
    one, other = (with_computed(users.seen_by(one), {"computed": joined}, one) for one in (STAFF, ROOT))
    assert one is not other


def test_an_export_has_the_columns_of_references(
    build: Build, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[list[Any]] = []
    monkeypatch.setattr(export, "write_xlsx", lambda path, title, columns, rows, total: kept.extend(rows))
    monkeypatch.setattr(store, "put", lambda *file: 77)
    build.user("ada", "staff", primary_department_id=build.department("Oxford"))
    query = {"computed": computed("[Primary department > Title]")}
    body = {"format": "xlsx", "columns": ["formula1", "username"], "query": query}
    wanted = export.read(known.named("users"), STAFF, body, {}, {})
    context: Any = SimpleNamespace(params=wanted, actor=STAFF, db=database, progress=lambda *far: None)
    export.EXPORT.run(context)
    assert kept == [["Oxford", "ada"]]


def test_a_list_that_no_service_has_is_reported_as_missing() -> None:
    with pytest.raises(NotFound, match="This list no longer exists"):
        known.named("nothing of this name")
