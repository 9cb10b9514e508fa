"""Enrolments follow facts, stuck ones come first, and a person moves them with a reason."""

from __future__ import annotations

import datetime as dt
from typing import Any
from urllib.parse import unquote

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.policy import as_service
from kit.values.days import today
from people.billing.module import INVOICE_CHANGED
from people.calendar.model import booking, event
from people.enrolment.model import course_student
from people.pipeline import facts
from people.pipeline.model import enrolment, enrolment_stage
from services.people.tests.builders import (
    attend,
    insert,
    make_course,
    make_person,
    person,
    row_of,
    staff,
    teach,
)
from staffroom_testing.plugin import ClientFor

pytestmark = pytest.mark.usefixtures("reference_data")

NOW = dt.datetime.now(dt.UTC)
LIST = "/api/v1/pipeline/students?page=1"


def _begin(client: Any, student: int) -> int:
    answer = client.post("/api/v1/pipeline/enrolments", json={"studentId": student})
    assert answer.status_code == 201, answer.text
    return int(answer.json()["data"]["id"])


def _stage(database: Database, record: int) -> str:
    return str(row_of(database, enrolment, record)["stage"])


def _invoice(student: int, status: str, date: str = "") -> dict[str, Any]:
    return {
        "id": 5,
        "number": "INV-5",
        "status": status,
        "organisationId": 1,
        "currency": "GBP",
        "total": 10_000,
        "outstanding": 0,
        "isCreditNote": False,
        "personKind": "client",
        "personId": 1,
        "studentId": student,
        "deleted": False,
        "dueDate": "",
        "date": date or f"{today():%Y-%m-%d}",
    }


def test_facts_move_an_enrolment_and_the_card_lists_missing_pieces(
    database: Database, client: ClientFor, deliver: Any
) -> None:
    student = make_person(database, "student", department_id=1)
    anna = client(staff())
    record = _begin(anna, student)
    shown = anna.get(f"/api/v1/pipeline/enrolments/{record}").json()["data"]
    assert (shown["stage"], shown["departmentId"], shown["student"]) == ("offerSent", 1, "Ada Lovelace")
    assert [one["title"] for one in shown["missing"]] == ["Forms", "Deposit", "Course and tutor", "First tutorial"]
    deliver(INVOICE_CHANGED, 5, _invoice(student, "final"))
    assert _stage(database, record) == "offerSent"
    deliver(INVOICE_CHANGED, 5, _invoice(student, "partPaid"))
    assert _stage(database, record) == "depositPaid"
    course = make_course(database)
    body = {"courseId": course, "studentId": student, "status": "active"}
    assert anna.post("/api/v1/courses/students", json=body).status_code == 201
    assert _stage(database, record) == "depositPaid"
    body = {"courseId": course, "tutorId": make_person(database, "tutor")}
    assert anna.post("/api/v1/courses/tutors", json=body).status_code == 201
    assert _stage(database, record) == "courseAllocated"
    (row,) = anna.get(LIST).json()["data"]
    assert (row["missing"], row["stage"]) == ("Forms, First tutorial", "courseAllocated")


def _book(database: Database, student: int, starts: dt.datetime) -> int:
    ends = starts + dt.timedelta(hours=1)
    lesson = insert(database, event, {"type": "tutorial", "title": "Lesson", "starts": starts, "ends": ends})
    insert(database, booking, {"event_id": lesson, "kind": "student", "person_id": student, "status": "accepted"})
    return lesson


def test_a_booked_tutorial_moves_it_and_a_held_one_starts_it(database: Database, client: ClientFor) -> None:
    student = make_person(database, "student")
    record = _begin(client(staff()), student)
    lesson = _book(database, student, NOW + dt.timedelta(days=1))
    with database.transaction(as_service("people")) as tx:
        facts.refresh(tx)
    assert _stage(database, record) == "firstTutorial"
    with database.transaction(as_service("people")) as tx:
        earlier = {"starts": NOW - dt.timedelta(hours=2), "ends": NOW - dt.timedelta(hours=1)}
        tx.execute(sa.update(event).where(event.c.id == lesson).values(earlier))
        tx.execute(sa.update(enrolment).values(created=NOW - dt.timedelta(days=2)))
        assert facts.refresh(tx) == 1
    row = row_of(database, enrolment, record)
    assert (row["stage"], row["stuck_from"]) == ("started", facts.NEVER)


def test_a_move_by_hand_needs_a_reason_and_stays_until_another_fact(
    database: Database, client: ClientFor, deliver: Any
) -> None:
    student = make_person(database, "student")
    anna = client(staff())
    record = _begin(anna, student)
    deliver(INVOICE_CHANGED, 5, _invoice(student, "paid"))
    path = f"/api/v1/pipeline/enrolments/{record}"
    assert anna.post(f"{path}/accepted", json={}).status_code == 422
    answer = anna.post(f"{path}/accepted", json={"reason": "The deposit is for last year"})
    assert answer.status_code == 200, answer.text
    deliver(INVOICE_CHANGED, 5, _invoice(student, "paid"))
    row = row_of(database, enrolment, record)
    assert (row["stage"], row["reason"]) == ("accepted", "The deposit is for last year")
    _book(database, student, NOW + dt.timedelta(days=1))
    with database.transaction(as_service("people")) as tx:
        facts.refresh(tx, {student})
    assert _stage(database, record) == "firstTutorial"
    history = client(staff("sysAdmin")).get(f"{path}/history?field=stage").json()["data"]
    assert [entry["newValue"] for entry in history] == ["firstTutorial", "accepted", "depositPaid"]


def test_stuck_enrolments_come_first_by_the_days_of_their_department(database: Database, client: ClientFor) -> None:
    anna = client(staff())
    first = _begin(anna, make_person(database, "student", last_name="Early"))
    second = _begin(anna, make_person(database, "student", last_name="Late", department_id=1))
    insert(database, enrolment_stage, {"department_id": 1, "stage": "offerSent", "days": 1})
    insert(database, enrolment_stage, {"department_id": 1, "stage": "formsIn", "used": False})
    with database.transaction(as_service("people")) as tx:
        tx.execute(sa.update(enrolment).values(since=NOW - dt.timedelta(days=3)))
        facts.refresh(tx)
    rows = anna.get(LIST).json()["data"]
    assert [(row["id"], row["stuck"], row["days"]) for row in rows] == [(second, True, 3), (first, False, 3)]
    assert rows[0]["missing"] == "Deposit, Course and tutor, First tutorial"
    assert rows[1]["missing"].startswith("Forms, ")
    assert anna.get(f"{LIST}&stuck=true").json()["total"] == 1
    lacks = anna.get(f"/api/v1/pipeline/enrolments/{second}").json()["data"]["missing"]
    assert [one["stage"] for one in lacks] == ["depositPaid", "courseAllocated", "firstTutorial"]


def test_general_settings_hold_for_an_enrolment_without_a_department(database: Database, client: ClientFor) -> None:
    anna = client(staff())
    record = _begin(anna, make_person(database, "student"))
    insert(database, enrolment_stage, {"stage": "formsIn", "used": False})
    insert(database, enrolment_stage, {"department_id": 1, "stage": "depositPaid", "used": False})
    (row,) = anna.get(LIST).json()["data"]
    shown = anna.get(f"/api/v1/pipeline/enrolments/{record}").json()["data"]["missing"]
    assert row["missing"] == ", ".join(one["title"] for one in shown) == "Deposit, Course and tutor, First tutorial"


def test_a_student_has_one_current_enrolment_visible_to_staff(database: Database, client: ClientFor) -> None:
    student = make_person(database, "student")
    anna = client(staff())
    record = _begin(anna, student)
    twice = anna.post("/api/v1/pipeline/enrolments", json={"studentId": student})
    assert (twice.status_code, twice.json()["error"]) == (409, "This student already has an open enrolment")
    assert client(person("student", student)).get(f"/api/v1/pipeline/enrolments/{record}").status_code in {403, 404}
    assert client(person("tutor", 1)).get(LIST).status_code == 403


def _stand(database: Database, record: int) -> dict[str, Any]:
    with database.transaction(as_service("people")) as tx:
        facts.refresh(tx)
    return row_of(database, enrolment, record)


def test_invoice_of_last_year_is_no_deposit_of_a_returning_student(
    database: Database, client: ClientFor, deliver: Any
) -> None:
    student = make_person(database, "student")
    last_year = f"{today() - dt.timedelta(days=300):%Y-%m-%d}"
    deliver(INVOICE_CHANGED, 5, _invoice(student, "paid", last_year))
    record = _begin(client(staff()), student)
    assert _stand(database, record)["stage"] == "offerSent"
    deliver(INVOICE_CHANGED, 6, _invoice(student, "paid") | {"id": 6})
    assert _stand(database, record)["stage"] == "depositPaid"


def _old_course(database: Database, student: int, **values: Any) -> int:
    """Insert a course with a tutor that the student has attended for a year."""
    course = make_course(database, **values)
    teach(database, course, make_person(database, "tutor"))
    row = attend(database, course, student)
    with database.transaction(as_service("people")) as tx:
        earlier = {"created": NOW - dt.timedelta(days=365)}
        tx.execute(sa.update(course_student).where(course_student.c.id == row).values(earlier))
    return course


def test_course_of_last_year_is_no_allocation_of_a_returning_student(database: Database, client: ClientFor) -> None:
    student = make_person(database, "student")
    anna = client(staff())
    _old_course(database, student)
    record = _begin(anna, student)
    assert _stand(database, record)["course_allocated"] is None
    coming = _old_course(database, student, starts=today() + dt.timedelta(days=30))
    row = _stand(database, record)
    assert (row["stage"], row["course_allocated"] is not None) == ("courseAllocated", True)
    lacks = anna.get(f"/api/v1/pipeline/enrolments/{record}").json()["data"]["missing"][-1]["screen"]
    assert f'"courseId": {coming}' in unquote(lacks)


def test_tutorial_of_an_old_course_is_no_start_of_a_returning_student(database: Database, client: ClientFor) -> None:
    student = make_person(database, "student")
    anna = client(staff())
    lesson = _book(database, student, NOW + dt.timedelta(days=1))
    old = _old_course(database, student)
    record = _begin(anna, student)
    assert _stand(database, record)["first_tutorial"] is None  # booked before the enrolment, without a course
    with database.transaction(as_service("people")) as tx:
        tx.execute(sa.update(event).where(event.c.id == lesson).values(course_id=old, created=NOW + dt.timedelta(1)))
    assert _stand(database, record)["first_tutorial"] is None
    first = _book(database, student, NOW + dt.timedelta(days=2))
    assert _stand(database, record)["stage"] == "firstTutorial"
    shown = anna.get(f"/api/v1/pipeline/enrolments/{record}").json()["data"]["tutorial"]
    assert shown["screen"].startswith("/companyCalendar/day?day=") and shown["screen"].endswith(f"&event={first}")
