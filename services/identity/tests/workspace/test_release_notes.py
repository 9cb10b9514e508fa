"""Release notes by version."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

import httpx
import pytest

from kit.policy import Actor
from services.identity.tests.builders import Build
from staffroom_testing import actor

ClientFor = Callable[[Actor | None], httpx.Client]
NOTES = "/api/v1/release-notes"
BODY = {"versionName": "1.103.0", "released": "2026-11-20", "title": "New", "body": "<p onclick='x()'>Better</p>"}


def test_everybody_reads_them_newest_first(build: Build, client: ClientFor) -> None:
    build.release_note("1.101.40", released=dt.date(2026, 9, 1))
    build.release_note("1.102.79", released=dt.date(2026, 11, 12))
    rows = client(actor("student")).get(NOTES).json()["data"]
    assert [row["versionName"] for row in rows] == ["1.102.79", "1.101.40"]
    assert client(None).get(NOTES).status_code == 401


def test_sysadmin_writes_them(build: Build, client: ClientFor) -> None:
    root = client(actor("sysAdmin"))
    assert client(actor("staff")).post(NOTES, json=BODY).status_code == 403
    path = f"{NOTES}/{root.post(NOTES, json=BODY).json()['data']['id']}"
    assert root.get(path).json()["data"]["body"] == "<p>Better</p>"
    assert root.post(NOTES, json=BODY).json()["error"] == "This version already has notes"
    assert client(actor("staff")).put(path, json={"field": "title", "newValue": "Mine"}).status_code == 403
    assert root.delete(path).status_code == 200
    assert root.get(path).status_code == 404


@pytest.mark.parametrize("version", ["1", "one.two", "1.2.3.4.5", "v1.2", "1..2"])
def test_version_is_numbers_and_dots(client: ClientFor, version: str) -> None:
    answer = client(actor("sysAdmin")).post(NOTES, json=BODY | {"versionName": version})
    assert answer.json()["fields"] == {"versionName": "Please enter a version like 1.102.79"}
