"""Homework is set, handed in, marked, and its marks released."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.policy import as_service
from services.teaching.tests.builders import make_slip
from services.teaching.tests.homework.conftest import (
    API,
    BOTH,
    CLIENT,
    COLLEAGUE,
    MARKS,
    NOW,
    OFFICE,
    OTHER_STUDENT,
    OTHER_TUTOR,
    STUDENT,
    TASK,
    TUTOR,
    V2,
    make,
    row,
)
from staffroom_testing.plugin import ClientFor, Published
from teaching.copies.model import event_person
from teaching.events import NOTIFICATION_RAISED
from teaching.homework import rules


def test_homework_is_set_for_students_of_the_course(client: ClientFor, database: Database) -> None:
    created = client(TUTOR).post(f"{API}/homework", json=TASK)
    assert created.status_code == 201, created.text
    its = client(COLLEAGUE).get(f"{API}/homework/{created.json()['data']['id']}").json()["data"]
    assert [(one["name"], one["status"]) for one in its["students"]] == [("Sam Student", "set"), ("Sue Student", "set")]
    assert (its["dueDate"], its["departmentId"], its["tutorId"]) == ("2027-01-15T23:59:00Z", 1, 1)
    mine = client(STUDENT).get(f"{API}/homework").json()["data"]
    assert [one["title"] for one in mine] == ["Essay"]
    assert "mark" not in mine[0]


def test_saved_homework_is_not_seen_until_it_is_set(client: ClientFor) -> None:
    created = client(TUTOR).post(
        f"{API}/homework", json=TASK | {"status": "saved", "studentIds": None, "allStudents": True}
    )
    its = client(TUTOR).get(f"{API}/homework/{created.json()['data']['id']}").json()["data"]
    hws = its["students"][0]["hwsId"]
    assert client(STUDENT).get(f"{API}/student/homework/{hws}").status_code == 404
    assert client(COLLEAGUE).post(f"{V2}/homework/{hws}/set").json()["data"]["status"] == "set"
    assert client(STUDENT).get(f"{API}/student/homework/{hws}").status_code == 200


@pytest.mark.parametrize(
    ("missing", "title", "text"),
    [
        (("title", "type", "dueDate", "instructions", "studentIds"), "Missing title", "Please set homework title"),
        (("type", "dueDate", "instructions", "studentIds"), "Missing type", "Please set homework type"),
        (("dueDate", "instructions", "studentIds"), "Missing due date", "Please set homework due date"),
        (("instructions", "studentIds"), "Missing instructions", "Please set homework instructions"),
        (("studentIds",), "Missing students", "Please assign students to this homework"),
    ],
)
def test_the_five_checks_come_in_order(client: ClientFor, missing: tuple[str, ...], title: str, text: str) -> None:
    body = {name: value for name, value in TASK.items() if name not in missing}
    answer = client(TUTOR).post(f"{API}/homework", json=body)
    assert (answer.status_code, answer.json()["title"], answer.json()["error"]) == (422, title, text)


@pytest.mark.parametrize(
    ("who", "change", "status"),
    [
        (OFFICE, {}, 201),
        (TUTOR, {}, 201),
        (OTHER_TUTOR, {}, 404),
        (STUDENT, {}, 403),
        (CLIENT, {}, 403),
        (TUTOR, {"courseId": 2}, 404),
        (TUTOR, {"studentIds": [1, 9]}, 422),
        (TUTOR, {"title": "x" * 101}, 422),
        (TUTOR, {"instructions": f"<p>{rules.PLACEHOLDER}</p>"}, 422),
        (TUTOR, {"type": "indprep"}, 422),
        (TUTOR, {"type": "indprep", "timeEstimation": "an hour"}, 422),
        (TUTOR, {"type": "indprep", "timeEstimation": 45}, 201),
        (TUTOR, {"dueDate": None, "dueOption": "tutorial"}, 201),
        (TUTOR, {"dueDate": None, "dueOption": "other"}, 422),
    ],
)
def test_homework_is_set_by_tutors_of_the_course(
    client: ClientFor, who: Any, change: dict[str, Any], status: int
) -> None:
    answer = client(who).post(f"{API}/homework", json=TASK | change)
    assert answer.status_code == status, answer.text


def test_a_change_is_shown_on_the_records_until_all_are_over(client: ClientFor, database: Database) -> None:
    hws = make(database)
    number = row(database, hws)["homework_id"]
    change = {"field": "title", "newValue": "Longer essay", "oldValue": "Essay"}
    assert client(TUTOR).put(f"{API}/homework/{number}", json=change).status_code == 200
    assert row(database, hws)["title"] == "Longer essay"
    stale = change | {"newValue": "Shorter essay"}
    assert client(COLLEAGUE).put(f"{API}/homework/{number}", json=stale).status_code == 409
    empty = client(TUTOR).put(f"{API}/homework/{number}", json={"field": "instructions", "newValue": ""})
    assert empty.json()["title"] == "Missing instructions"
    client(TUTOR).post(f"{API}/homework/{hws}/writeoff")
    late = client(TUTOR).put(f"{API}/homework/{number}", json={"field": "title", "newValue": "Essay"})
    assert late.status_code == 409


def test_a_student_hands_in_once(client: ClientFor, database: Database) -> None:
    hws = make(database)
    student = client(STUDENT)
    empty = student.post(
        f"{API}/student/homework/add", json={"hwsId": hws, "studentComment": "<p> </p>", "fileIds": []}
    )
    assert (empty.status_code, empty.json()["title"]) == (422, "Missing details")
    body = {"hwsId": hws, "studentComment": "<p>Done</p>"}
    assert client(OTHER_STUDENT).post(f"{API}/student/homework/add", json=body).status_code == 404
    assert client(TUTOR).post(f"{API}/student/homework/add", json=body).status_code == 403
    assert student.post(f"{API}/student/homework/add", json=body).json()["data"]["status"] == "submitted"
    assert student.post(f"{API}/student/homework/add", json=body).status_code == 409
    assert row(database, hws)["submitted"] is not None


def test_marks_are_seen_after_their_release(client: ClientFor, database: Database) -> None:
    hws = make(database, status="submitted")
    assert client(COLLEAGUE).post(f"{API}/homework/{hws}/marks", json=MARKS).json()["data"]["status"] == "marked"
    assert client(TUTOR).get(f"{API}/student/homework/{hws}").json()["data"]["mark"] == "17/20"
    student = client(STUDENT)
    for path in (f"{API}/student/homework/{hws}", f"{V2}/cws/3/homework", f"{API}/homework"):
        assert "17/20" not in student.get(path).text
        assert "Clear work" not in student.get(path).text
    assert client(TUTOR).post(f"{API}/homework/{hws}/release").status_code == 200
    seen = student.get(f"{API}/student/homework/{hws}").json()["data"]
    assert (seen["mark"], seen["onTime"], seen["timeSpent"]) == ("17/20", False, 45)
    assert client(TUTOR).post(f"{API}/homework/{hws}/release").status_code == 409


def test_marks_are_released_as_a_whole(client: ClientFor, database: Database) -> None:
    hws = make(database, status="marked", mark="A", on_time=True, quality="Good")
    refused = client(TUTOR).post(f"{API}/homework/{hws}/release").json()
    assert refused["title"] == "Release marks missing information"
    assert refused["error"] == "Please include effort for Sam Student before releasing marks to students"


@pytest.mark.parametrize(
    ("status", "change", "code"),
    [
        ("submitted", {}, 200),
        ("submitted", {"mark": "x" * 21}, 422),
        ("submitted", {"quality": ""}, 422),
        ("submitted", {"onTime": None}, 422),
        ("submitted", {"comment": "<p></p>"}, 422),
        ("submitted", {"timeSpent": "long"}, 422),
        ("set", {}, 409),
        ("marked", {}, 409),
        ("writeOff", {}, 409),
    ],
)
def test_work_is_marked_only_after_hand_in(
    client: ClientFor, database: Database, status: str, change: dict[str, Any], code: int
) -> None:
    hws = make(database, status=status)
    assert client(TUTOR).post(f"{API}/homework/{hws}/marks", json=MARKS | change).status_code == code
    field = client(TUTOR).put(f"{API}/homework/{hws}/marks", json={"field": "effort", "newValue": "Fair"})
    assert field.status_code == (200 if status == "submitted" and code != 200 else 409)


def test_two_tutors_lose_no_marks(client: ClientFor, database: Database) -> None:
    hws = make(database, status="submitted")
    write = {"field": "comment", "newValue": "<p>Clear</p>", "oldValue": ""}
    assert client(TUTOR).put(f"{API}/homework/{hws}/marks", json=write).status_code == 200
    again = client(COLLEAGUE).put(f"{API}/homework/{hws}/marks", json=write | {"newValue": "<p>Good</p>"})
    assert again.status_code == 409
    assert row(database, hws)["comment"] == "<p>Clear</p>"


@pytest.mark.parametrize(
    ("kind", "status", "move", "code", "after"),
    [
        ("indprep", "set", "submitted", 200, "submitted"),
        ("ptTarget", "set", "marked", 200, "marked"),
        ("written", "submitted", "marked", 422, "submitted"),
        ("written", "set", "marked", 409, "set"),
        ("ipTarget", "marked", "set", 200, "set"),
        ("written", "marked", "set", 409, "marked"),
        ("indprep", "submitted", "set", 200, "set"),
        ("written", "set", "writeOff", 200, "writeOff"),
        ("written", "set", "writeoff", 200, "writeOff"),
        ("written", "marked", "writeOff", 409, "marked"),
        ("written", "postponed", "set", 200, "set"),
    ],
)
def test_target_is_completed_or_not(
    client: ClientFor, database: Database, kind: str, status: str, move: str, code: int, after: str
) -> None:
    make_slip(database, id=7, cws_id=3)
    hws = make(database, type=kind, status=status)
    answer = client(TUTOR).post(f"{V2}/homework/{hws}/{move}", json={"slipMarkedId": 7})
    assert answer.status_code == code, answer.text
    assert (row(database, hws)["status"], row(database, hws)["slip_marked_id"]) == (after, 7 if code == 200 else None)


@pytest.mark.parametrize(
    ("body", "due"),
    [
        ({"dateOption": "other", "dueDate": "2027-02-01"}, "2027-02-01T23:59:00+00:00"),
        ({"dateOption": "2027-02-01T10:00:00Z", "slipId": 9}, "2027-02-01T10:00:00+00:00"),
        ({"dateOption": "other"}, None),
        ({}, None),
    ],
)
def test_homework_is_postponed(client: ClientFor, database: Database, body: dict[str, Any], due: str | None) -> None:
    make_slip(database, id=9, cws_id=3)
    hws = make(database, slip_postponed=[5])
    answer = client(TUTOR).post(f"{API}/homework/{hws}/postpone", json=body)
    assert answer.status_code == (200 if due else 422), answer.text
    now = row(database, hws)
    if due:
        assert (now["status"], now["due"].astimezone(dt.UTC).isoformat()) == ("postponed", due)
        assert now["slip_postponed"] == ([5, 9] if "slipId" in body else [5])
        handed_in = {"hwsId": hws, "studentComment": "<p>Done</p>"}
        assert client(STUDENT).post(f"{API}/student/homework/add", json=handed_in).status_code == 200


def test_a_target_that_was_not_done_loses_its_slip(client: ClientFor, database: Database) -> None:
    make_slip(database, id=7, cws_id=3)
    hws = make(database, type="ptTarget")
    assert client(TUTOR).post(f"{V2}/homework/{hws}/marked", json={"slipMarkedId": 7}).status_code == 200
    assert row(database, hws)["slip_marked_id"] == 7
    assert client(TUTOR).post(f"{V2}/homework/{hws}/set").status_code == 200
    assert (row(database, hws)["status"], row(database, hws)["slip_marked_id"]) == ("set", None)


def test_coming_tutorials_of_a_student_on_a_course(client: ClientFor) -> None:
    body = {"courseWithStudentId": 3, "number": 6, "type": "tutorial"}
    coming = client(TUTOR).post(f"{V2}/slip/nextTutorials", json=body).json()["data"]
    assert [one["ewpId"] for one in coming] == [31, 32]
    first = client(TUTOR).post(f"{V2}/slip/nextTutorials", json=body | {"number": 1, "fromDate": "2020-01-01"})
    assert [one["ewpId"] for one in first.json()["data"]] == [30]


def test_coming_tutorials_of_each_student_of_a_course(client: ClientFor, database: Database) -> None:
    with database.transaction(as_service("teaching")) as tx:
        own = {"id": 40, "event_id": 22, "kind": "student", "person_id": 2, "cws_id": 4, "status": "accepted"}
        tx.execute(sa.insert(event_person).values(own | {"starts": NOW + dt.timedelta(days=9)}))
    body = {"courseId": 1, "number": 1}

    def coming(who: Any) -> list[tuple[int, int]]:
        rows = client(who).post(f"{V2}/slip/nextTutorials", json=body).json()["data"]
        return [(one["cwsId"], one["ewpId"]) for one in rows]

    assert coming(TUTOR) == coming(OFFICE) == [(3, 31), (4, 40)], "as many as asked for of each"
    assert coming(STUDENT) == [(3, 31)]
    for none in ({}, {"courseId": 1, "courseWithStudentId": 3}):
        refused = client(TUTOR).post(f"{V2}/slip/nextTutorials", json=none)
        assert (refused.status_code, set(refused.json()["fields"])) == (422, {"courseWithStudentId"})


@pytest.mark.parametrize("who", [OTHER_TUTOR, OTHER_STUDENT, CLIENT])
def test_homework_of_another_course_is_out_of_reach(client: ClientFor, database: Database, who: Any) -> None:
    hws = make(database, status="submitted")
    number = row(database, hws)["homework_id"]
    caller = client(who)
    field = {"field": "effort", "newValue": "Good"}
    answers = [
        caller.get(f"{API}/student/homework/{hws}"),
        caller.get(f"{API}/homework/{number}"),
        caller.put(f"{API}/homework/{number}", json={"field": "title", "newValue": "Mine"}),
        caller.put(f"{API}/homework/{hws}/marks", json=field),
        caller.post(f"{API}/homework/{hws}/marks", json=MARKS),
        caller.post(f"{API}/homework/{hws}/postpone", json={"dateOption": "other", "dueDate": "2027-02-01"}),
        caller.post(f"{API}/homework/{hws}/writeoff"),
        caller.post(f"{V2}/homework/{hws}/set"),
        caller.post(f"{API}/homework/{hws}/release"),
        caller.get(f"{V2}/cws/3/homework"),
        caller.post(f"{V2}/slip/nextTutorials", json={"courseWithStudentId": 3}),
    ]
    if who is not OTHER_STUDENT:
        answers.append(caller.post(f"{V2}/slip/nextTutorials", json={"courseId": 1}))
    assert {answer.status_code for answer in answers} <= {403, 404}
    if who is not CLIENT:
        assert caller.get(f"{API}/homework").json()["data"] == []


def test_nobody_marks_their_own_work(client: ClientFor, database: Database) -> None:
    hws = make(database, status="submitted")
    assert client(BOTH).post(f"{API}/homework/{hws}/marks", json=MARKS).status_code == 403


def test_earlier_homework_is_offered_again(client: ClientFor, database: Database) -> None:
    make(database)
    offered = client(COLLEAGUE).get(f"{API}/homework/templates?courseId=1&page=1&pageSize=10").json()["data"]
    assert [(one["title"], one["instructions"]) for one in offered] == [("Essay", "<p>Two pages</p>")]
    assert client(OTHER_TUTOR).get(f"{API}/homework/templates?courseId=1&page=1&pageSize=10").json()["data"] == []
    assert client(STUDENT).get(f"{API}/homework/templates").status_code == 403


def test_students_and_tutors_are_notified(client: ClientFor, database: Database, published: Published) -> None:
    client(TUTOR).post(f"{API}/homework", json=TASK | {"status": "saved", "studentIds": [1]})
    client(TUTOR).post(f"{API}/homework", json=TASK)
    hws = make(database)
    client(STUDENT).post(f"{API}/student/homework/add", json={"hwsId": hws, "studentComment": "<p>Here it is</p>"})
    client(TUTOR).post(f"{API}/homework/{hws}/marks", json=MARKS)
    client(TUTOR).post(f"{API}/homework/{hws}/release", json={})
    raised = [payload for subject, _, payload in published() if subject == NOTIFICATION_RAISED.subject]
    assert [(one["title"], [(who["kind"], who["id"]) for who in one["persons"]]) for one in raised] == [
        ("Homework: Essay", [("student", 1), ("student", 2)]),
        ("Sam Student handed in Essay", [("tutor", 1)]),
        ("Marked: Essay", [("student", 1)]),
    ]
