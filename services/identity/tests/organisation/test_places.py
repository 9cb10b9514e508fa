"""Organisations, departments, titles (`platform.md 3, 7`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from kit.policy import Actor
from services.identity.tests.builders import Build
from staffroom_testing import actor

ClientFor = Callable[[Actor | None], httpx.Client]
Published = Callable[[], list[tuple[str, str, dict[str, Any]]]]
ROOT, OFFICE, STAFF, STUDENT = actor("sysAdmin"), actor("staff", "academicOffice"), actor("staff"), actor("student")
ORGS, DEPARTMENTS = "/api/v1/orgs", "/api/v1/departments"


def test_sysadmin_maintains_organisations(build: Build, client: ClientFor, published: Published) -> None:
    root = client(ROOT)
    body = {"title": "Bath", "currency": "GBP", "country": "gb"}
    assert client(OFFICE).post(ORGS, json=body).status_code == 403
    organisation_id = root.post(ORGS, json=body).json()["data"]["id"]
    path = f"{ORGS}/{organisation_id}"
    assert root.put(path, json={"field": "currency", "newValue": "EUR"}).status_code == 200
    assert root.put(path, json={"field": "currency", "newValue": "DKK"}).status_code == 422
    assert client(OFFICE).put(path, json={"field": "title", "newValue": "X"}).status_code == 403
    assert root.post(ORGS, json=body).json()["error"] == "An organisation with this title already exists"
    assert root.delete(path).status_code == 200
    assert root.get(ORGS).json()["data"] == []
    assert root.post(ORGS, json=body).status_code == 201
    payloads = [(payload["title"], payload["currency"], payload["deleted"]) for _, _, payload in published()]
    assert payloads == [("Bath", "GBP", False), ("Bath", "EUR", False), ("Bath", "EUR", True), ("Bath", "GBP", False)]


def test_office_maintains_departments_and_everybody_reads_them(
    build: Build, client: ClientFor, published: Published
) -> None:
    place = build.organisation("Oxford")
    body = {"title": "Exams", "color": "#5B6472", "currency": "GBP", "organisationId": place}
    assert client(STAFF).post(DEPARTMENTS, json=body).status_code == 403
    department_id = client(OFFICE).post(DEPARTMENTS, json=body).json()["data"]["id"]
    row = {
        "id": department_id,
        "title": "Exams",
        "color": "#5b6472",
        "currency": "GBP",
        "organisationId": place,
        "organisation": "Oxford",
    }
    assert client(STUDENT).get(DEPARTMENTS).json()["data"] == [row]
    assert [payload["organisationId"] for _, _, payload in published()] == [place]
    path = f"{DEPARTMENTS}/{department_id}"
    assert client(STUDENT).put(path, json={"field": "title", "newValue": "Mine"}).status_code == 403
    assert client(OFFICE).put(path, json={"field": "color", "newValue": "red"}).json()["fields"] == {
        "color": "Please enter a colour like #1d4f91"
    }
    assert client(OFFICE).put(path, json={"field": "organisationId", "newValue": 999}).status_code == 422


@pytest.mark.parametrize("path", [ORGS, DEPARTMENTS, "/api/v1/organisation", "/api/v1/system/titles"])
def test_anonymous_caller_reads_nothing(client: ClientFor, path: str) -> None:
    assert client(None).get(path).status_code == 401


def test_own_organisation(build: Build, client: ClientFor) -> None:
    assert client(STUDENT).get("/api/v1/organisation").status_code == 404
    first, own = build.organisation("Oxford"), build.organisation("Porto", currency="EUR", country="PT")
    assert client(STUDENT).get("/api/v1/organisation").json()["data"]["id"] == first
    user_id = build.user("tina", "tutor", organisation_id=own)
    mine = client(build.actor(user_id, "tutor")).get("/api/v1/organisation").json()["data"]
    assert mine == {"id": own, "title": "Porto", "currency": "EUR", "country": "PT"}


def test_titles(client: ClientFor) -> None:
    titles = client(STUDENT).get("/api/v1/system/titles").json()["data"]
    assert {"Mr", "Ms", "Mrs", "Mx", "Dr"} <= set(titles)
