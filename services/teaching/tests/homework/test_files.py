"""Files of homework: their readers, the accepted ids, and the reports to the file service."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import grpc
import pytest
import sqlalchemy as sa

from kit import rpc, store
from kit.database import Database
from kit.errors import Invalid
from kit.policy import Actor, as_service
from services.teaching.tests.homework.conftest import (
    API,
    CLIENT,
    COLLEAGUE,
    MARKS,
    OFFICE,
    OTHER_STUDENT,
    OTHER_TUTOR,
    STUDENT,
    TASK,
    TUTOR,
    make,
    row,
)
from staffroom.kit.v1 import records_pb2, records_pb2_grpc
from staffroom_testing.plugin import ClientFor, Published
from teaching.copies.model import client_student
from teaching.events import FILES_NAMED, MARKS_RELEASED

MINE, OTHERS = 41, 42
"""A file that the caller sees, and one that no caller here sees."""


@pytest.fixture(autouse=True)
def the_file_service(monkeypatch: pytest.MonkeyPatch) -> None:
    def check(ids: Sequence[int], actor: Actor, field: str, title: str) -> dict[int, str]:
        if OTHERS in ids:
            raise Invalid("Files: there is no file 42 to attach", fields={field: "unknown"})
        return {}

    monkeypatch.setattr(store, "check", check)


@pytest.fixture
def child(database: Database) -> None:
    """Make student 1 a child of client 1."""
    with database.transaction(as_service("teaching")) as tx:
        tx.execute(sa.insert(client_student).values(id=1, client_id=1, student_id=1))


def shown(channel: grpc.Channel, who: Actor, kind: str, record: int, field: str) -> bool:
    stub = records_pb2_grpc.RecordServiceStub(channel)
    request = records_pb2.MayAttachRequest(kind=kind, id=record, field=field)
    return bool(rpc.call(stub.MayAttach, request, actor=who).reached)


@pytest.mark.usefixtures("child")
@pytest.mark.parametrize(
    ("kind", "field", "values", "family_sees"),
    [
        ("homework", "fileIds", {"status": "saved"}, False),
        ("homework", "fileIds", {"status": "set"}, True),
        ("homework", "fileIds", {"status": "writeOff"}, True),
        ("studentHomework", "studentFiles", {"status": "submitted"}, True),
        ("studentHomework", "tutorFiles", {"status": "submitted"}, False),
        ("studentHomework", "tutorFiles", {"status": "marked"}, False),
        ("studentHomework", "tutorFiles", {"status": "marked", "released": True}, True),
        ("studentHomework", "noField", {"status": "marked", "released": True}, None),
    ],
)
def test_files_of_a_field_have_the_readers_of_the_field(
    database: Database,
    rpc_channel: grpc.Channel,
    kind: str,
    field: str,
    values: dict[str, Any],
    family_sees: bool | None,
) -> None:
    hws = make(database, **values)
    record = row(database, hws)["homework_id"] if kind == "homework" else hws
    for who in (OFFICE, TUTOR, COLLEAGUE):
        assert shown(rpc_channel, who, kind, record, field) is (family_sees is not None)
    for who in (STUDENT, CLIENT):
        assert shown(rpc_channel, who, kind, record, field) is bool(family_sees)
    for who in (OTHER_STUDENT, OTHER_TUTOR):
        assert not shown(rpc_channel, who, kind, record, field)


def test_every_route_refuses_another_persons_file(client: ClientFor, database: Database) -> None:
    set_, handed_in = make(database), make(database, status="submitted")
    number = row(database, set_)["homework_id"]
    files, change = {"fileIds": [OTHERS]}, {"newValue": [OTHERS]}
    tutor = client(TUTOR)
    answers = [
        tutor.post(f"{API}/homework", json=TASK | files),
        tutor.put(f"{API}/homework/{number}", json={"field": "fileIds"} | change),
        tutor.post(f"{API}/homework/{handed_in}/marks", json=MARKS | files),
        tutor.put(f"{API}/homework/{handed_in}/marks", json={"field": "tutorFiles"} | change),
        client(STUDENT).post(f"{API}/student/homework/add", json={"hwsId": set_} | files),
        client(STUDENT).put(f"{API}/homework/{set_}/marks", json={"field": "studentFiles"} | change),
        client(STUDENT).put(f"{API}/homework/{set_}/marks", json={"field": "status", "newValue": "submitted"} | files),
        tutor.put(f"{API}/homework/{set_}/marks", json={"field": "studentFiles"} | change),
    ]
    assert [answer.status_code for answer in answers] == [422, 422, 422, 422, 422, 403, 422, 409], [
        answer.text for answer in answers
    ]
    for hws in (set_, handed_in):
        assert (row(database, hws)["student_files"], row(database, hws)["tutor_files"]) == ([], [])


def test_files_that_a_colleague_added_stay_with_the_marks(client: ClientFor, database: Database) -> None:
    hws = make(database, status="submitted", tutor_files=[OTHERS])
    kept = client(COLLEAGUE).post(f"{API}/homework/{hws}/marks", json=MARKS | {"fileIds": [OTHERS, MINE]})
    assert kept.status_code == 200, kept.text
    assert row(database, hws)["tutor_files"] == [OTHERS, MINE]


def test_named_files_are_reported_to_the_file_service(
    client: ClientFor, database: Database, published: Published
) -> None:
    created = (
        client(TUTOR).post(f"{API}/homework", json=TASK | {"fileIds": [MINE], "studentIds": [1]}).json()["data"]["id"]
    )
    client(TUTOR).put(f"{API}/homework/{created}", json={"field": "fileIds", "newValue": []})
    hws = make(database)
    client(STUDENT).post(f"{API}/student/homework/add", json={"hwsId": hws, "fileIds": [MINE]})
    client(TUTOR).put(f"{API}/homework/{hws}/marks", json={"field": "tutorFiles", "newValue": [MINE]})
    client(TUTOR).post(f"{API}/homework/{hws}/marks", json=MARKS | {"fileIds": [MINE, 43]})
    named = [payload for subject, _, payload in published() if subject == FILES_NAMED.subject]
    assert [(one["kind"], one["id"], one["field"], one["fileIds"]) for one in named] == [
        ("homework", created, "fileIds", [MINE]),
        ("homework", created, "fileIds", []),
        ("studentHomework", hws, "studentFiles", [MINE]),
        ("studentHomework", hws, "tutorFiles", [MINE]),
        ("studentHomework", hws, "tutorFiles", [MINE, 43]),
    ]


def test_release_of_the_marks_is_reported_to_the_file_service(
    client: ClientFor, database: Database, published: Published
) -> None:
    hws = make(database, status="submitted", student_files=[MINE, 43])
    without = make(database, status="submitted")
    for number in (hws, without):
        client(TUTOR).post(f"{API}/homework/{number}/marks", json=MARKS)
        assert client(TUTOR).post(f"{API}/homework/{number}/release").status_code == 200
    events = [payload for subject, _, payload in published() if subject == MARKS_RELEASED.subject]
    assert [(one["kind"], one["id"], one["fileIds"]) for one in events] == [("studentHomework", hws, [MINE, 43])]
