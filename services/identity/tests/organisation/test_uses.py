"""Organisations, departments and years in use: every service counts uses before a deletion; they are archived
instead."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import httpx
import psycopg
import pytest

from kit import rpc
from kit.database import Database
from kit.processes.web import service_of
from kit.records.references import CANNOT_CHECK, owners
from kit.rpc import RpcServer
from kit.settings import settings
from services.identity.tests.builders import Build
from staffroom_testing import actor, plugin, token
from staffroom_testing.components import await_ready, free_port
from staffroom_testing.databases import TestDatabase
from staffroom_testing.plugin import ClientFor, Published

pytestmark = pytest.mark.component
ROOT, OFFICE, STAFF = actor("sysAdmin", "staff"), actor("staff", "academicOffice"), actor("staff")
ORGS, DEPARTMENTS, YEARS = "/api/v1/orgs", "/api/v1/departments", "/api/v1/academic-years"

INVOICES = """
INSERT INTO invoice (organisation_id, title, passcode, date, person_kind, person_id, entity_type, entity_type_id,
                     created_by_id)
SELECT %s, 'Invoice', '000000', '2026-11-01', 'client', 1, 'client', 1, 1 FROM generate_series(1, %s)
"""
COURSES = """
INSERT INTO organisation (id, title) VALUES (%(id)s, 'London') ON CONFLICT DO NOTHING;
INSERT INTO level (title) VALUES ('A-level') ON CONFLICT DO NOTHING;
INSERT INTO subject (title) VALUES ('Physics') ON CONFLICT DO NOTHING;
INSERT INTO course (level, subject, type, organisation_id, academic_year_id)
VALUES ('A-level', 'Physics', 'indiv', %(id)s, %(year)s)
"""


class Other:
    """Another service as it runs, on a database of its own."""

    def __init__(self, name: str, peers: str) -> None:
        self.name, self.port, http = name, free_port(), free_port()
        self.url = f"http://127.0.0.1:{http}"
        self.database = TestDatabase(os.environ["STAFFROOM_TEST_ADMIN_URL"], name, service_of(name).metadata, "_uses")
        own = {
            "STAFFROOM_DATABASE_URL": self.database.url,
            "STAFFROOM_HTTP_PORT": str(http),
            "STAFFROOM_GRPC_PORT": str(self.port),
            "STAFFROOM_GRPC_PEERS": peers,
            "STAFFROOM_LOG_LEVEL": "WARNING",
        }
        self.process = subprocess.Popen([sys.executable, "-m", "kit", "web", name], env={**os.environ, **own})
        await_ready(self.url, alive=lambda: self.process.poll() is None)

    def post(self, path: str, body: dict[str, Any]) -> httpx.Response:
        """Return a call to the service as a member of staff."""
        headers = {"Authorization": f"Bearer {token(STAFF)}"}
        return httpx.post(f"{self.url}/api/v1{path}", json=body, headers=headers, timeout=30)

    def run(self, statement: Any, values: Any) -> None:
        with psycopg.connect(self.database.url, autocommit=True, cursor_factory=psycopg.ClientCursor) as connection:
            connection.execute(statement, values)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(30)
        self.database.drop()


_others: dict[str, Other] = {}
_own_port = free_port()


@pytest.fixture(scope="module", autouse=True)
def stopped() -> Iterator[None]:
    """Ends the other services with the tests of this file; they start with the first that asks for them."""
    yield
    for other in _others.values():
        other.stop()
    _others.clear()


@pytest.fixture
def others(build: Build, database: Database, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Other]]:
    for name in () if _others else ("people", "finance"):
        _others[name] = Other(name, f"identity=127.0.0.1:{_own_port}")
    for other in _others.values():
        other.database.reset()
    plugin._databases["identity"].activate()
    peers = ",".join(f"{other.name}=127.0.0.1:{other.port}" for other in _others.values())
    monkeypatch.setattr(settings(), "grpc_peers", peers)
    rpc.channel.cache_clear()
    yield _others
    rpc.channel.cache_clear()


def test_organisation_in_use_is_not_deleted_and_uses_are_counted(
    build: Build, client: ClientFor, others: dict[str, Other]
) -> None:
    london = build.organisation("London")
    for number in range(12):
        build.department(f"London {number}", organisation_id=london)
    build.department("Closed long ago", organisation_id=london, deleted=True)
    others["finance"].run(INVOICES, (london, 1148))
    for _ in range(3):
        others["people"].run(COURSES, {"id": london, "year": None})
    refused = client(ROOT).delete(f"{ORGS}/{london}")
    assert refused.status_code == 409, refused.text
    assert refused.json()["error"] == (
        "London is used by 1,148 invoices, 12 departments and 3 courses. Archive it instead."
    )
    assert refused.json()["code"] == "in_use"
    assert refused.json()["uses"] == [
        {"label": "invoices", "count": 1148},
        {"label": "departments", "count": 12},
        {"label": "courses", "count": 3},
    ]
    assert client(ROOT).get(f"{ORGS}/{london}").json()["data"]["title"] == "London"
    assert [row["title"] for row in client(STAFF).get(ORGS).json()["data"]] == ["London"]


def test_unused_organisation_is_deleted(build: Build, client: ClientFor, others: dict[str, Other]) -> None:
    bath = build.organisation("Bath")
    assert client(ROOT).delete(f"{ORGS}/{bath}").status_code == 200
    assert client(STAFF).get(ORGS).json()["data"] == []


def test_single_use_is_in_the_singular(build: Build, client: ClientFor, others: dict[str, Other]) -> None:
    bath = build.organisation("Bath")
    others["finance"].run(INVOICES, (bath, 1))
    assert client(ROOT).delete(f"{ORGS}/{bath}").json()["error"] == "Bath is used by 1 invoice. Archive it instead."


def test_nothing_is_deleted_unchecked(
    build: Build, client: ClientFor, others: dict[str, Other], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A service that does not answer might have a use."""
    bath = build.organisation("Bath")
    monkeypatch.setattr(owners, "PATIENCE", 0.5)
    monkeypatch.setattr(settings(), "grpc_peers", f"{settings().grpc_peers},teaching=127.0.0.1:1")
    refused = client(ROOT).delete(f"{ORGS}/{bath}")
    assert (refused.status_code, refused.json()["error"]) == (503, CANNOT_CHECK)
    assert refused.headers["Retry-After"]
    assert [row["title"] for row in client(STAFF).get(ORGS).json()["data"]] == ["Bath"]


def test_missing_right_is_refused_before_services_are_asked(
    build: Build, client: ClientFor, others: dict[str, Other], monkeypatch: pytest.MonkeyPatch
) -> None:
    bath = build.organisation("Bath")
    monkeypatch.setattr(settings(), "grpc_peers", "teaching=127.0.0.1:1")
    assert client(OFFICE).delete(f"{ORGS}/{bath}").status_code == 403
    assert client(ROOT).delete(f"{ORGS}/{bath + 1}").status_code == 404


def test_archived_organisation_is_not_offered_and_keeps_its_name(
    build: Build, client: ClientFor, published: Published
) -> None:
    london, oxford = build.organisation("London"), build.organisation("Oxford")
    department = build.department("London Law", organisation_id=london)
    assert client(OFFICE).put(f"{ORGS}/{london}", json={"field": "archived", "newValue": True}).status_code == 403
    assert client(ROOT).put(f"{ORGS}/{london}", json={"field": "archived", "newValue": True}).status_code == 200
    assert published()[-1][2]["archived"] is True
    for query in ("", "?page=1", "?archived=false"):
        assert [row["id"] for row in client(STAFF).get(f"{ORGS}{query}").json()["data"]] == [oxford]
    assert client(STAFF).get(f"{ORGS}/count").json()["data"] == {"total": 1}
    assert [row["title"] for row in client(STAFF).get(f"{ORGS}?archived=true").json()["data"]] == ["London"]
    assert client(STAFF).get(f"{ORGS}/{london}").json()["data"]["title"] == "London"
    row = client(STAFF).get(DEPARTMENTS).json()["data"][0]
    assert (row["id"], row["organisation"]) == (department, "London")
    (field,) = [
        entry
        for section in client(STAFF).get(f"{DEPARTMENTS}/fields").json()["data"]["sections"]
        for entry in section["fields"]
        if entry["name"] == "organisationId"
    ]
    assert (field["optionsFrom"], field["archivedFrom"]) == ("/orgs", "/orgs?archived=true")


@pytest.mark.parametrize("mark", ["archived", "deleted"])
def test_archived_organisation_takes_no_departments(build: Build, client: ClientFor, mark: str) -> None:
    london, oxford = build.organisation("London", **{mark: True}), build.organisation("Oxford")
    text = "London is no longer offered. Please choose another organisation."
    body = {"title": "Law", "color": "#123456", "currency": "GBP", "organisationId": london}
    refused = client(OFFICE).post(DEPARTMENTS, json=body)
    assert (refused.status_code, refused.json()["fields"]) == (422, {"organisationId": text})
    other = build.department("History", organisation_id=oxford)
    refused = client(OFFICE).put(f"{DEPARTMENTS}/{other}", json={"field": "organisationId", "newValue": london})
    assert (refused.status_code, refused.json()["fields"]) == (422, {"organisationId": text})
    there = build.department("Law", organisation_id=london)
    for change in ({"field": "organisationId", "newValue": london}, {"field": "title", "newValue": "Laws"}):
        assert client(OFFICE).put(f"{DEPARTMENTS}/{there}", json=change).status_code == 200
    nobody = client(OFFICE).put(f"{DEPARTMENTS}/{other}", json={"field": "organisationId", "newValue": 999})
    assert nobody.json()["fields"] == {"organisationId": "There is no such organisation"}


def test_only_sysadmin_restores(build: Build, client: ClientFor) -> None:
    year, department = build.year(2026), build.department("Law")
    for path in (f"{YEARS}/{year}", f"{DEPARTMENTS}/{department}"):
        assert client(OFFICE).put(path, json={"field": "archived", "newValue": True}).status_code == 200
        assert client(OFFICE).put(path, json={"field": "archived", "newValue": False}).status_code == 403
        assert "archived" not in client(OFFICE).get(path).json()["data"]["may"]["edit"]
        assert client(ROOT).put(path, json={"field": "archived", "newValue": False}).status_code == 200


def test_archived_year_is_not_offered_for_courses(build: Build, client: ClientFor, others: dict[str, Other]) -> None:
    """People has no copy of the years: it asks."""
    year, old = build.year(2026), build.year(2025, archived=True)
    assert [row["id"] for row in client(STAFF).get(f"{YEARS}/all").json()["data"]] == [year]
    assert [row["id"] for row in client(STAFF).get(f"{YEARS}/all?archived=true").json()["data"]] == [old]
    people = others["people"]
    people.run(COURSES, {"id": 1, "year": old})
    course = {"level": "A-level", "subject": "Physics", "type": "indiv", "status": "active"}
    server = RpcServer(list(service_of("identity").rpc), f"127.0.0.1:{_own_port}")
    try:
        assert people.post("/courses", course | {"academicYearId": year}).status_code == 201
        for wrong, text in (
            (old, "2025-2026 is no longer offered. Please choose another academic year."),
            (old + 1, "There is no such academic year"),
        ):
            refused = people.post("/courses", course | {"academicYearId": wrong})
            assert (refused.status_code, refused.json()["fields"]) == (422, {"academicYearId": text})
    finally:
        server.stop(0)
    assert people.post("/courses", course | {"academicYearId": year}).status_code == 503
    assert people.post("/courses", course).status_code == 201
