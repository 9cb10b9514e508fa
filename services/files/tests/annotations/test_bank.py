"""The comment bank of markers (issue 42, 1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from files.annotations import bank
from kit.policy import Actor
from staffroom_testing import actor

ClientFor = Callable[[Actor | None], httpx.Client]
OFFICE = actor("staff", user_id=12, name="Ada Byron")
TUTOR = actor("tutor", user_id=23, name="Rae Reader", persons={"tutor": 7})
OTHER = actor("tutor", user_id=24, name="Sam Second", persons={"tutor": 8})
STUDENT = actor("student", user_id=25, persons={"student": 9})
PATH = "/api/v1/mark/comments"


def keep(client: httpx.Client, text: str, shared: bool = False) -> dict[str, Any]:
    answer = client.post(PATH, json={"text": text, "shared": shared})
    assert answer.status_code == 201, answer.text
    comment: dict[str, Any] = answer.json()["data"]
    return comment


def texts(client: httpx.Client) -> list[str]:
    return [one["text"] for one in client.get(PATH).json()["data"]]


def test_markers_edit_their_own_comments_and_read_the_shared_ones(client: ClientFor) -> None:
    keep(client(TUTOR), "  Show your working ")
    keep(client(OFFICE), "Name the assumption", shared=True)
    keep(client(OFFICE), "Only for me")
    assert texts(client(TUTOR)) == ["Name the assumption", "Show your working"]
    assert texts(client(OTHER)) == ["Name the assumption"]
    assert client(OTHER).get(PATH).json()["data"][0] | {"id": 0} == {
        "id": 0,
        "text": "Name the assumption",
        "shared": True,
        "mine": False,
        "authorName": "Ada Byron",
    }
    assert client(STUDENT).get(PATH).status_code == 403
    assert client(STUDENT).post(PATH, json={"text": "x"}).status_code == 403


def test_only_its_author_changes_a_comment_and_only_staff_share(client: ClientFor) -> None:
    mine, shared = keep(client(TUTOR), "Why?")["id"], keep(client(OFFICE), "How?", shared=True)["id"]
    body = {"text": "Why not?"}
    assert client(OTHER).put(f"{PATH}/{mine}", json=body).status_code == 404
    assert client(TUTOR).put(f"{PATH}/{shared}", json=body).status_code == 403
    assert client(TUTOR).put(f"{PATH}/{mine}", json={**body, "shared": True}).status_code == 403
    assert client(TUTOR).put(f"{PATH}/{mine}", json=body).json()["data"]["text"] == "Why not?"
    assert client(TUTOR).delete(f"{PATH}/{shared}").status_code == 403
    assert client(TUTOR).delete(f"{PATH}/{mine}").json()["data"] == {"id": mine}
    assert client(TUTOR).delete(f"{PATH}/{mine}").status_code == 404
    assert texts(client(TUTOR)) == ["How?"]


def test_comment_needs_a_text_and_each_person_has_a_limit(client: ClientFor, monkeypatch: pytest.MonkeyPatch) -> None:
    for text in ("", "   ", "x" * (bank.LONGEST + 1)):
        assert client(TUTOR).post(PATH, json={"text": text}).status_code == 422, text
    monkeypatch.setattr(bank, "MOST", 1)
    keep(client(TUTOR), "One")
    assert client(TUTOR).post(PATH, json={"text": "Two"}).status_code == 409
