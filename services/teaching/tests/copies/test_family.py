"""Clients and agents read approved slips of their students, clients the homework too; others read nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kit.database import Database
from kit.events import Event
from services.teaching.tests.builders import make_copies, make_family, make_slip
from services.teaching.tests.homework.conftest import make as make_homework
from staffroom.people.events.v1.events_pb2 import ClientStudentChanged
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor

API = "/api/v1"
CLIENT, AGENT = (actor(kind, persons={kind: 1}) for kind in ("client", "agent"))
OTHERS = [actor(kind, persons={kind: 2}) for kind in ("client", "agent")]


@pytest.fixture(autouse=True)
def family(database: Database) -> None:
    make_copies(database)
    make_family(database)


def numbers(client: ClientFor, caller: Any, path: str) -> list[int]:
    answer = client(caller).get(API + path)
    assert answer.status_code == 200, answer.text
    return sorted(row["id"] for row in answer.json()["data"])


@pytest.mark.parametrize("caller", [CLIENT, AGENT], ids=["client", "agent"])
def test_slips_are_read_once_they_are_approved(client: ClientFor, database: Database, caller: Any) -> None:
    approved = make_slip(database, status="approved", private="<p>For the office</p>", student_read=True)
    waiting = make_slip(database, status="checked", tutorial_id=6)
    make_slip(database, status="approved", student_id=2, tutorial_id=7)
    assert numbers(client, caller, "/slips") == [approved]
    its = client(caller).get(f"{API}/slip/{approved}").json()["data"]
    assert its["slipMeta"].get("studentRead") is (True if caller is AGENT else None)  # teaching.md 6
    assert "private" not in its["slipData"]
    assert its["moves"] == its["may"]["edit"] == []
    assert client(caller).get(f"{API}/slip/{waiting}").status_code == 404
    for path, body in (
        (f"/slip/{approved}", {"field": "comment", "newValue": "x"}),
        (f"/slip/{approved}/mark/read", {}),
    ):
        method = "PUT" if body else "POST"
        assert client(caller).request(method, API + path, json=body).status_code in {403, 404, 409}


@pytest.mark.parametrize("caller", OTHERS, ids=["client", "agent"])
def test_family_reads_nothing_of_other_students(client: ClientFor, database: Database, caller: Any) -> None:
    approved = make_slip(database, status="approved")
    assert numbers(client, caller, "/slips") == []
    assert client(caller).get(f"{API}/slip/{approved}").status_code == 404


def test_a_client_reads_homework_once_it_is_set_and_marks_once_released(client: ClientFor, database: Database) -> None:
    given = make_homework(database, status="set")
    make_homework(database, status="saved")
    make_homework(database, student_id=2)
    unreleased = make_homework(database, status="marked", mark="17/20")
    released = make_homework(database, status="marked", mark="18/20", released=True)
    assert numbers(client, CLIENT, "/homework") == [given, unreleased, released]
    marks = {
        number: client(CLIENT).get(f"{API}/student/homework/{number}").json()["data"].get("mark")
        for number in (unreleased, released)
    }
    assert marks == {unreleased: None, released: "18/20"}
    assert client(CLIENT).put(
        f"{API}/student/homework/{given}", json={"field": "studentComment", "newValue": "x"}
    ).status_code in {403, 422}
    assert numbers(client, OTHERS[0], "/homework") == []
    assert client(AGENT).get(f"{API}/homework").status_code == 403


def test_a_tutor_who_is_a_parent_does_not_mark_their_childs_work(client: ClientFor, database: Database) -> None:
    both = actor("tutor", "client", persons={"tutor": 9, "client": 1})
    handed_in = make_homework(database, status="submitted")
    its = client(both).get(f"{API}/student/homework/{handed_in}").json()["data"]
    assert its["moves"] == its["may"]["edit"] == []
    assert client(both).post(f"{API}/homework/{handed_in}/marks", json={"mark": "20/20"}).status_code == 403


def test_a_client_whose_link_was_deleted_reads_nothing_more(
    client: ClientFor, database: Database, deliver: Callable[..., None]
) -> None:
    approved = make_slip(database, status="approved")
    assert numbers(client, CLIENT, "/slips") == [approved]
    link = {"id": 1, "clientId": 1, "studentId": 1, "pays": False, "deleted": True}
    deliver(Event.of(ClientStudentChanged), 1, link)
    assert numbers(client, CLIENT, "/slips") == []
