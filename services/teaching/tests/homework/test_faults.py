"""Double submits, odd input, people who leave in between, services that are away: a clear answer, and no data is
lost."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.policy import as_service
from kit.settings import settings
from services.teaching.tests.homework.conftest import (
    API,
    COLLEAGUE,
    MARKS,
    STUDENT,
    TASK,
    TUTOR,
    make,
    row,
)
from staffroom_testing import peers
from staffroom_testing.plugin import ClientFor, Published
from teaching.copies.model import course_student, course_tutor
from teaching.events import NOTIFICATION_RAISED
from teaching.homework.model import given, homework
from teaching.homework.workflow import MARKED_MEANWHILE

WORDS = ("😀 👩🏽‍🎓 ✍️", "שלום עולם — עברית", "مرحبا، أهلاً", "x" * 4_900, "e\u0301te\u0301 ﬁn", "1 < 2 & 3 > 2")


def count(database: Database, table: sa.Table) -> int:
    with database.read() as connection:
        return int(connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one())


def test_homework_that_is_sent_twice_is_set_once(client: ClientFor, database: Database) -> None:
    key = {"Idempotency-Key": "the-same-form"}
    answers = [client(TUTOR).post(f"{API}/homework", json=TASK, headers=key) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json()["data"] == answers[1].json()["data"]
    other = client(TUTOR).post(f"{API}/homework", json=TASK | {"title": "Another"}, headers=key)
    assert other.status_code == 409
    assert (count(database, homework), count(database, given)) == (1, 2)


@pytest.mark.parametrize("path", ["student/homework/add", "homework/{hws}/marks"])
def test_a_second_press_gets_the_answer_of_the_first(client: ClientFor, database: Database, path: str) -> None:
    marks = "marks" in path
    hws = make(database, status="submitted" if marks else "set")
    who, body = (TUTOR, MARKS) if marks else (STUDENT, {"hwsId": hws, "studentComment": "<p>Done</p>"})
    call = f"{API}/{path.format(hws=hws)}"
    answers = [client(who).post(call, json=body, headers={"Idempotency-Key": "one"}) for _ in range(2)]
    assert [answer.json() for answer in answers] == [answers[0].json()] * 2
    stale = client(who).post(call, json=body, headers={"Idempotency-Key": "another tab"})
    assert (stale.status_code, stale.json()["error"] != "") == (409, True)


def test_second_of_two_simultaneous_markings_is_refused(client: ClientFor, database: Database) -> None:
    hws = make(database, status="submitted")
    assert client(TUTOR).post(f"{API}/homework/{hws}/marks", json=MARKS).status_code == 200
    second = client(COLLEAGUE).post(f"{API}/homework/{hws}/marks", json=MARKS | {"mark": "18/20"})
    assert (second.status_code, second.json()["error"]) == (409, MARKED_MEANWHILE)
    assert row(database, hws)["mark"] == MARKS["mark"]


@pytest.mark.parametrize("text", WORDS)
def test_text_of_every_kind_comes_back_as_it_was_typed(client: ClientFor, database: Database, text: str) -> None:
    hws = make(database)
    typed = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    body = {"hwsId": hws, "studentComment": f"<p>{typed}</p>"}
    assert client(STUDENT).post(f"{API}/student/homework/add", json=body).status_code == 200
    assert client(TUTOR).get(f"{API}/student/homework/{hws}").json()["data"]["studentComment"] == f"<p>{typed}</p>"
    if len(text) <= 100:
        homework_id = client(TUTOR).post(f"{API}/homework", json=TASK | {"title": text}).json()["data"]["id"]
        assert client(TUTOR).get(f"{API}/homework/{homework_id}").json()["data"]["title"] == text


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("studentComment", f"<p>{'x' * 10_000}</p>"),
        ("studentComment", ["no text"]),
        ("fileIds", "12"),
        ("fileIds", list(range(1, 30))),
        ("hwsId", "seven"),
        ("hwsId", None),
    ],
)
def test_invalid_input_is_named_and_changes_nothing(
    client: ClientFor, database: Database, field: str, value: Any
) -> None:
    hws = make(database)
    body = {"hwsId": hws, "studentComment": "<p>Done</p>"} | {field: value}
    refused = client(STUDENT).post(f"{API}/student/homework/add", json=body)
    assert (refused.status_code, set(refused.json()["fields"])) == (422, {field})
    assert row(database, hws)["status"] == "set"


def test_a_former_student_keeps_homework_and_gets_no_more(client: ClientFor, database: Database) -> None:
    hws = make(database)
    with database.transaction(as_service("teaching")) as tx:
        tx.execute(sa.update(course_student).where(course_student.c.student_id == 1).values(status="withdrawn"))
    late = client(TUTOR).post(f"{API}/homework", json=TASK)
    assert (late.status_code, late.json()["error"]) == (422, "Please choose students of the course")
    created = client(TUTOR).post(f"{API}/homework", json=TASK | {"studentIds": None, "allStudents": True})
    its = client(TUTOR).get(f"{API}/homework/{created.json()['data']['id']}").json()["data"]
    assert [one["id"] for one in its["students"]] == [2]
    body = {"hwsId": hws, "studentComment": "<p>Done</p>"}
    assert client(STUDENT).post(f"{API}/student/homework/add", json=body).status_code == 200
    assert client(TUTOR).post(f"{API}/homework/{hws}/marks", json=MARKS).status_code == 200


def test_a_colleague_marks_instead_of_a_former_tutor(client: ClientFor, database: Database) -> None:
    hws = make(database, status="submitted")
    with database.transaction(as_service("teaching")) as tx:
        tx.execute(sa.delete(course_tutor).where(course_tutor.c.tutor_id == 1))
    assert client(TUTOR).post(f"{API}/homework/{hws}/marks", json=MARKS).status_code == 404
    assert client(COLLEAGUE).post(f"{API}/homework/{hws}/marks", json=MARKS).status_code == 200


def test_without_other_services_only_new_files_are_refused(client: ClientFor, database: Database) -> None:
    hws, handed_in = make(database), make(database, status="submitted")
    with peers.answering():
        refused = [
            client(TUTOR).post(f"{API}/homework", json=TASK | {"fileIds": [5]}),
            client(STUDENT).post(f"{API}/student/homework/add", json={"hwsId": hws, "fileIds": [5]}),
            client(TUTOR).post(f"{API}/homework/{handed_in}/marks", json=MARKS | {"fileIds": [5]}),
        ]
        for answer in refused:
            assert (answer.status_code, set(answer.json()["fields"])) == (503, {"fileIds"}), answer.text
            assert "nothing was saved" in answer.json()["error"]
        assert (count(database, homework), row(database, hws)["status"]) == (2, "set")
        whole = [
            client(TUTOR).post(f"{API}/homework", json=TASK),
            client(STUDENT).post(f"{API}/student/homework/add", json={"hwsId": hws, "studentComment": "<p>Done</p>"}),
            client(TUTOR).post(f"{API}/homework/{handed_in}/marks", json=MARKS),
        ]
        assert [answer.status_code for answer in whole] == [201, 200, 200]


def test_homework_is_set_handed_in_and_marked_while_the_broker_is_away(
    client: ClientFor, database: Database, published: Published, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The broker of events, Valkey and the other services: homework needs only its own database, and its events
    wait."""
    with monkeypatch.context() as patched, peers.answering():
        patched.setenv("STAFFROOM_NATS_URL", "nats://127.0.0.1:1")
        patched.setenv("STAFFROOM_REDIS_URL", "redis://127.0.0.1:1/0")
        settings.cache_clear()
        created = client(TUTOR).post(f"{API}/homework", json=TASK)
        assert created.status_code == 201, created.text
        its = client(TUTOR).get(f"{API}/homework/{created.json()['data']['id']}").json()["data"]
        hws = next(one["hwsId"] for one in its["students"] if one["id"] == 1)
        body = {"hwsId": hws, "studentComment": "<p>Done</p>"}
        assert client(STUDENT).post(f"{API}/student/homework/add", json=body).status_code == 200
        assert client(COLLEAGUE).post(f"{API}/homework/{hws}/marks", json=MARKS).status_code == 200
        assert client(TUTOR).post(f"{API}/homework/{hws}/release").status_code == 200
    settings.cache_clear()
    waiting = [payload["title"] for subject, _, payload in published() if subject == NOTIFICATION_RAISED.subject]
    assert waiting == ["Homework: Essay", "Sam Student handed in Essay", "Marked: Essay"]
