"""Helpful documents: counted for those who see them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kit.errors import Invalid
from kit.policy import Actor
from services.support.tests.builders import STAFF, STUDENT
from services.support.tests.tickets.builders import TECH, URL
from staffroom_testing import peers
from staffroom_testing.plugin import ClientFor


@pytest.fixture(autouse=True)
def stored() -> Any:
    with peers.answering("files"):
        yield


def count(client: ClientFor, who: Actor, **body: Any) -> Any:
    return client(who).post(f"{URL}/article", json=body)


def test_a_document_is_counted_by_its_use(client: ClientFor) -> None:
    first = count(client, STAFF, fileId=1, use="helped")
    assert first.status_code == 200, first.text
    assert first.json()["data"] == {"fileId": 1, "helped": 1, "inserted": 0}
    assert count(client, TECH, fileId=1, use="inserted").json()["data"] == {"fileId": 1, "helped": 1, "inserted": 1}
    assert count(client, TECH, fileId=1, use="read").status_code == 422
    (row,) = client(TECH).get(f"{URL}/articles?page=1").json()["data"]
    assert (row["helped"], row["inserted"]) == (1, 1) and row["name"]
    assert client(STAFF).get(f"{URL}/articles?page=1").status_code == 403


def test_a_document_that_one_does_not_see_is_not_counted(client: ClientFor, monkeypatch: pytest.MonkeyPatch) -> None:
    def hidden(*arguments: Any) -> dict[int, str]:
        raise Invalid("Document: file 1 is missing", fields={"fileId": "missing"})

    check: Callable[..., dict[int, str]] = hidden
    monkeypatch.setattr("kit.store.check", check)
    assert count(client, STUDENT, fileId=1, use="helped").status_code == 422
    assert client(TECH).get(f"{URL}/articles?page=1").json()["data"] == []
