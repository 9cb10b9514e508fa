"""Copies of files of the library for mails, tickets and records (issue 42, 2)."""

from __future__ import annotations

from typing import Any

import httpx

from services.files.tests.builders import GOOD, upload
from services.files.tests.library.conftest import KEEPER, MORE, READER, STRANGER, ClientFor, put_in, shown


def copied(client: ClientFor, who: Any, *numbers: int, **more: Any) -> httpx.Response:
    return client(who).post("/api/v1/library/copy", json={"fileIds": numbers, **more})


def test_copy_never_changes_and_belongs_to_its_author(client: ClientFor, policies: int) -> None:
    number = put_in(client, KEEPER, policies)
    answer = copied(client, MORE, number)
    assert answer.status_code == 201, answer.text
    (copy,) = answer.json()["data"]["ids"]
    assert copy != number
    update = upload(client(KEEPER), "New.pdf", GOOD["pdf"] + b"%new", path=f"/api/v1/file/{number}/update")
    assert update.status_code == 201
    assert client(MORE).get(f"/api/v1/file/{copy}/download").content == GOOD["pdf"]
    details = client(MORE).get(f"/api/v1/file/{copy}/details").json()["data"]
    assert (details["name"], details["extension"], details["uploadedBy"]["name"]) == ("Safeguarding", "pdf", "Mo More")
    assert client(READER).get(f"/api/v1/file/{copy}").status_code == 402
    assert client(KEEPER).delete(f"/api/v1/file/{number}").status_code == 200
    assert client(MORE).get(f"/api/v1/file/{copy}/download").status_code == 200


def test_copy_belongs_to_a_record_of_those_who_may_attach(client: ClientFor, policies: int) -> None:
    number = put_in(client, KEEPER, policies)
    headers = {"Idempotency-Key": "one"}
    body = {"fileIds": [number], "entityType": "folder", "entityTypeId": policies}
    answers = [client(KEEPER).post("/api/v1/library/copy", json=body, headers=headers) for _ in range(2)]
    assert [one.status_code for one in answers] == [201, 201]
    assert answers[0].json() == answers[1].json()
    assert len(shown(client, KEEPER, policies)["files"]) == 2


def test_only_visible_library_files_are_copied(client: ClientFor, policies: int) -> None:
    number = put_in(client, KEEPER, policies)
    own = upload(client(STRANGER), "Own.pdf", GOOD["pdf"]).json()["data"]["id"]
    assert copied(client, STRANGER, number).status_code == 404
    assert copied(client, STRANGER, own).status_code == 404
    assert copied(client, MORE, number, uploadType="nothing").status_code == 422
    assert copied(client, MORE).status_code == 422
    assert copied(client, MORE, number, entityType="folder", entityTypeId=policies).status_code == 403
