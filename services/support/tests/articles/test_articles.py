"""Helpful documents: counted by use, if they are in the library and visible to the caller."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kit import rpc
from kit.errors import Invalid
from kit.policy import Actor
from services.support.tests.builders import STAFF, STUDENT
from services.support.tests.tickets.builders import TECH, URL
from staffroom.files.v1 import files_pb2, files_pb2_grpc
from staffroom_testing import peers
from staffroom_testing.plugin import ClientFor


@pytest.fixture(autouse=True)
def stored() -> Any:
    with peers.answering("files"):
        yield


def count(client: ClientFor, who: Actor, **body: Any) -> Any:
    return client(who).post(f"{URL}/article", json=body)


def files_of(who: Actor, *, in_library: bool) -> list[int]:
    """Return the files of the demo data that a person may see, in the library or not."""
    stub = files_pb2_grpc.FileServiceStub(rpc.channel("files"))
    request = files_pb2.BatchGetFilesRequest(file_ids=range(1, 100), usable_only=True)
    return [one.id for one in rpc.call(stub.BatchGetFiles, request, actor=who).files if one.in_library is in_library]


def test_document_is_counted_by_its_use(client: ClientFor) -> None:
    document = files_of(STAFF, in_library=True)[0]
    first = count(client, STAFF, fileId=document, use="helped")
    assert first.status_code == 200, first.text
    assert first.json()["data"] == {"fileId": document, "helped": 1, "inserted": 0}
    again = count(client, STAFF, fileId=document, use="inserted")
    assert again.json()["data"] == {"fileId": document, "helped": 1, "inserted": 1}
    assert count(client, STAFF, fileId=document, use="read").status_code == 422
    (row,) = client(TECH).get(f"{URL}/articles?page=1").json()["data"]
    assert (row["helped"], row["inserted"]) == (1, 1) and row["name"]
    assert client(STAFF).get(f"{URL}/articles?page=1").status_code == 403


def test_file_outside_of_the_library_is_not_counted(client: ClientFor) -> None:
    refused = count(client, STAFF, fileId=files_of(STAFF, in_library=False)[0], use="helped")
    assert (refused.status_code, refused.json()["code"]) == (422, "not_in_library")
    assert refused.json()["fields"]["fileId"].endswith("is not in the library. Please choose a document of the library")
    assert client(TECH).get(f"{URL}/articles?page=1").json()["data"] == []


def test_invisible_document_is_not_counted(client: ClientFor, monkeypatch: pytest.MonkeyPatch) -> None:
    def hidden(*arguments: Any, **more: Any) -> dict[int, str]:
        raise Invalid("Document: file 1 is missing", fields={"fileId": "missing"})

    check: Callable[..., dict[int, str]] = hidden
    monkeypatch.setattr("kit.store.check", check)
    assert count(client, STUDENT, fileId=1, use="helped").status_code == 422
    assert client(TECH).get(f"{URL}/articles?page=1").json()["data"] == []
