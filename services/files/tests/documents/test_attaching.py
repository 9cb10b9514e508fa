"""Files of a record: its owner decides who attaches and removes them, and who sees those of guarded records."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import grpc
import httpx
import pytest
import sqlalchemy as sa

from files.documents.model import file, stored_object
from files.documents.owners import OWNERS
from kit import context, rpc, store
from kit.database import Database
from kit.errors import Invalid, Unavailable
from kit.policy import Actor
from services.files.tests.builders import GOOD, upload, uploaded
from staffroom.files.v1 import files_pb2, files_pb2_grpc
from staffroom_testing import actor, peers, token
from staffroom_testing.demo import accounts, world

ClientFor = Callable[[Actor | None], httpx.Client]
TICKET, RESOLVED = 6, 2
"""Tickets of the demo data raised by `accounting`."""


def _course(*, taught: bool) -> int:
    """A course that the demo tutor teaches, or does not."""
    tutor = world().by_username["tutor"].id
    return next(course.id for course in world().courses if (tutor in course.tutors) is taught)


def _attended() -> int:
    student = world().by_username["student"].id
    return next(course.id for course in world().courses if student in course.students)


def attach(client: ClientFor, who: str, kind: str, record: object, **more: Any) -> httpx.Response:
    return upload(client(accounts()[who]), "a.pdf", GOOD["pdf"], entityType=kind, entityTypeId=record, **more)


def files_kept(database: Database) -> int:
    with database.read() as connection:
        counts = [sa.select(sa.func.count()).select_from(table) for table in (file, stored_object)]
        numbers = {int(connection.execute(count).scalar_one()) for count in counts}
    assert len(numbers) == 1, "an object without a file, or the reverse"
    return numbers.pop()


def test_staff_and_tutors_of_a_course_attach_files_to_it(client: ClientFor, database: Database) -> None:
    course = next(course for course in world().courses if not set(course.students) & {1, 2, 3})
    teacher = actor("tutor", user_id=31, persons={"tutor": course.tutors[0]})
    strangers = ("student", "client", "agent", "candidate", "invigilator")
    for who, status in {"staff": 201, "sysadmin": 201, **dict.fromkeys(strangers, 404)}.items():
        answer = attach(client, who, "course", course.id)
        assert answer.status_code == status, (who, answer.text)
    assert files_kept(database) == 2
    taught = upload(client(teacher), "a.pdf", GOOD["pdf"], entityType="course", entityTypeId=course.id)
    assert taught.status_code == 201, taught.text


def test_attendees_and_other_tutors_attach_nothing(client: ClientFor, database: Database) -> None:
    for who in ("student", "client"):
        answer = attach(client, who, "course", _attended())
        assert (answer.status_code, answer.json()["error"]) == (
            403,
            "You are not allowed to attach files to this course",
        )
    answer = attach(client, "tutor", "course", _course(taught=False))
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown_record")
    assert attach(client, "staff", "course", 999_999).status_code == 404
    assert files_kept(database) == 0


@pytest.mark.parametrize("kind", ["Student", "planet", "termReport", "file", "courses"])
def test_unknown_kind_of_record_is_refused(client: ClientFor, database: Database, kind: str) -> None:
    answer = attach(client, "sysadmin", kind, 1)
    assert (answer.status_code, set(answer.json()["fields"])) == (422, {"entityType"})
    assert "student" in answer.json()["error"] and "ticket" in answer.json()["error"]
    assert files_kept(database) == 0


def test_kind_and_record_are_required_together(client: ClientFor) -> None:
    call = client(accounts()["staff"])
    answer = upload(call, "a.pdf", GOOD["pdf"], entityType="student")
    assert (answer.status_code, answer.json()["fields"]) == (422, {"entityTypeId": "Field is required"})
    answer = upload(call, "a.pdf", GOOD["pdf"], entityTypeId=5)
    assert (answer.status_code, answer.json()["fields"]) == (422, {"entityType": "Field is required"})


@pytest.mark.parametrize("path", ["/api/v1/uploader", "/api/v1/system/uploader", "/api/v1/file"])
def test_every_call_asks_the_owner(client: ClientFor, path: str) -> None:
    call = client(accounts()["agent"])
    answer = upload(call, "a.pdf", GOOD["pdf"], path, entityType="course", entityTypeId=1)
    assert answer.status_code == 404, answer.text


def test_unavailable_owner_is_a_503_and_nothing_is_stored(client: ClientFor, database: Database) -> None:
    number = uploaded(client(accounts()["staff"]), entityType="course", entityTypeId=1)
    with peers.answering("support"):
        refused = attach(client, "staff", "course", 1)
        kept = client(accounts()["staff"]).delete(f"/api/v1/file/{number}")
        loose = upload(client(accounts()["staff"]), "a.pdf", GOOD["pdf"])
        read = client(accounts()["staff"]).get(f"/api/v1/file/{number}")
    for answer in (refused, kept):
        assert (answer.status_code, answer.json()["code"]) == (503, "owner_away")
        assert int(answer.headers["retry-after"]) > 0
    assert (loose.status_code, read.status_code, files_kept(database)) == (201, 200, 2)


def test_former_tutor_removes_nothing_from_a_course(client: ClientFor, database: Database) -> None:
    number = uploaded(client(accounts()["tutor"]), entityType="course", entityTypeId=_course(taught=True))
    with database.read() as connection:
        connection.execute(sa.update(file).values(entity_id=_course(taught=False)))
    call = client(accounts()["tutor"])
    for answer in (call.delete(f"/api/v1/file/{number}"), call.post(f"/api/v1/file/delete/{number}")):
        assert (answer.status_code, answer.json()["error"]) == (
            403,
            "You are not allowed to remove files from this course",
        )
    with database.read() as connection:
        connection.execute(sa.update(file).values(entity_id=999_999))
    assert call.delete(f"/api/v1/file/{number}").status_code == 200, "what hangs on nothing can go"


def test_file_does_not_move_to_another_record(client: ClientFor) -> None:
    number = uploaded(client(accounts()["student"]))
    for name in ("entityType", "entityTypeId", "params"):
        body = {"field": name, "newValue": 1}
        answer = client(accounts()["student"]).put(f"/api/v1/file/{number}", json=body)
        assert (answer.status_code, answer.json()["code"]) == (422, "unknown_field")


def test_files_of_a_ticket_are_visible_to_its_readers(client: ClientFor) -> None:
    number = uploaded(client(accounts()["accounting"]), entityType="ticket", entityTypeId=TICKET)
    listed = f"/api/v1/files?entityType=ticket&entityTypeId={TICKET}&pageSize=25"
    for who, sees in (("accounting", True), ("staff", True), ("sysadmin", True), ("exams", False), ("client", False)):
        call = client(accounts()[who])
        assert (call.get(f"/api/v1/file/{number}/download").status_code == 200) is sees, who
        assert (call.get(f"/api/v1/file/{number}/details").status_code == 200) is sees, who
        assert [row["id"] for row in call.get(listed).json()["data"]] == ([number] if sees else []), who
        assert call.get(listed.replace("/files", "/files/count")).json()["data"]["total"] == int(sees)
    exams = client(accounts()["exams"])
    assert exams.get("/api/v1/files?pageSize=100").json()["data"] == []
    assert exams.delete(f"/api/v1/file/{number}").status_code == 404


def test_resolved_ticket_takes_no_files(client: ClientFor) -> None:
    assert attach(client, "accounting", "ticket", TICKET).status_code == 201
    assert attach(client, "exams", "ticket", TICKET).status_code == 404
    assert attach(client, "accounting", "ticket", RESOLVED).status_code == 403


def test_service_vouches_for_its_documents_and_a_user_does_not(
    rpc_channel: grpc.Channel, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = files_pb2.FileInfo(name="a.pdf", content_type="invoice", entity_type="course", entity_id=1)
    stub = files_pb2_grpc.FileServiceStub(rpc_channel)
    monkeypatch.setattr(rpc, "channel", lambda peer, ask=rpc.channel: rpc_channel if peer == "files" else ask(peer))
    assert store.put(b"x", "a.pdf", "application/pdf", accounts()["client"], "invoice", ("client", 77)) > 0
    with pytest.raises(Invalid, match="attached to one of"):
        store.put(b"x", "a.pdf", "application/pdf", accounts()["client"], "invoice", ("Client", 77))
    agent = accounts()["agent"]
    info.owner_user_id = agent.user_id
    before = context.bearer.set(token(agent))
    try:
        with pytest.raises(Exception, match="There is no course 1 to attach files to"):
            rpc.call(stub.Put, iter([files_pb2.PutRequest(info=info)]))
    finally:
        context.bearer.reset(before)


def test_ids_entered_by_a_person_must_be_visible_to_them(
    rpc_channel: grpc.Channel, client: ClientFor, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = uploaded(client(accounts()["tutor"]))
    others = uploaded(client(accounts()["student"]))
    monkeypatch.setattr(rpc, "channel", lambda peer: rpc_channel)
    assert store.check([mine, mine], accounts()["tutor"], "receipts", "Receipts") == {mine: "Essay.pdf"}
    assert set(store.check([mine, others], accounts()["staff"], "receipts", "Receipts")) == {mine, others}
    for wrong in (others, 999_999):
        with pytest.raises(Invalid) as refusal:
            store.check([mine, wrong], accounts()["tutor"], "receipts", "Receipts")
        assert refusal.value.text == f"Receipts: there is no file {wrong} to attach"
        assert refusal.value.fields == {"receipts": refusal.value.text}


def test_ids_are_refused_while_files_is_unavailable() -> None:
    with peers.answering("people"), pytest.raises(Unavailable) as refusal:
        store.check([1], accounts()["staff"], "receipts", "Receipts")
    assert set(refusal.value.fields) == {"receipts"} and int(refusal.value.headers["Retry-After"]) > 0


def test_every_kind_has_an_owner_that_grants_the_right() -> None:
    """The closed list of files equals the declarations of the services."""
    declared = (
        "import sys; from importlib import import_module as load; service = load(sys.argv[1] + '.wiring').service;"
        "print(*{one.name for one in (*service.fieldsets, *service.workflows) if one.attach})"
    )
    for service in sorted({owner.service for owner in OWNERS.values()}):
        command = [sys.executable, "-c", declared, service]
        printed = subprocess.run(command, env=os.environ, capture_output=True, text=True, check=True).stdout
        kinds = {kind for kind, owner in OWNERS.items() if owner.service == service}
        assert set(printed.split()) == kinds, service
