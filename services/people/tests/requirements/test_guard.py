from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest

from kit.database import Database
from kit.events import Event
from kit.values.days import today
from people.checks.model import check_override
from people.enrolment.model import course_tutor
from services.people.tests.builders import (
    attend,
    make_check,
    make_course,
    make_person,
    make_requirement,
    make_words,
    staff,
    teach,
    years_ago,
)
from staffroom.teaching.events.v1.events_pb2 import TuitionOfferChanged
from staffroom_testing.plugin import ClientFor, Published

TUTORS, STUDENTS = "/api/v1/courses/tutors", "/api/v1/courses/students"


@pytest.fixture
def child_course(database: Database) -> int:
    """A course with a student of fifteen, while an enhanced DBS is required of tutors."""
    make_words(database)
    make_requirement(database, "tutor.check.enhancedDbs", title="DBS")
    course = make_course(database)
    attend(database, course, make_person(database, "student", birth_date=years_ago(15)))
    return course


def test_tutor_without_valid_checks_is_refused_on_course_of_child(
    database: Database, client: ClientFor, child_course: int
) -> None:
    tutor = make_person(database, "tutor", last_name="Moreau")
    make_check(database, "tutor", tutor, "enhancedDbs", expires=today() - dt.timedelta(days=1))
    body: dict[str, Any] = {"courseId": child_course, "tutorId": tutor}
    refused = client(staff()).post(TUTORS, json=body)
    assert refused.status_code == 409
    error = refused.json()
    assert error["error"] == "Ada Moreau cannot teach a student under 18: Enhanced DBS missing or expired."
    assert (error["code"], error["missing"], error["mayAllow"]) == ("checks_missing", ["Enhanced DBS"], False)
    make_check(database, "tutor", tutor, "enhancedDbs", expires=today())
    assert client(staff()).post(TUTORS, json=body).status_code == 201


def test_compliance_allows_exception_by_name_and_academic_office_gets_notice(
    database: Database, client: ClientFor, published: Published, child_course: int
) -> None:
    tutor = make_person(database, "tutor", last_name="Moreau")
    body = {"courseId": child_course, "tutorId": tutor, "exceptionReason": "The certificate was seen today"}
    assert client(staff()).post(TUTORS, json=body).status_code == 403
    assert client(staff("affiliateCompliance")).post(TUTORS, json=body).status_code == 201
    row = database.one(check_override.select())
    assert row is not None
    assert (row["tutor_id"], row["missing"], row["reason"]) == (tutor, "Enhanced DBS", body["exceptionReason"])
    [notice] = [payload for subject, _, payload in published() if subject == "people.notification.raised"]
    assert notice["roleIds"] == ["academicOffice"]
    assert notice["title"] == "Ada Moreau teaches a student under 18 without valid checks"
    listed = client(staff("academicOffice")).get("/api/v1/compliance/exceptions").json()["data"]
    assert [(entry["tutor"], entry["missing"]) for entry in listed] == [("Ada Moreau", "Enhanced DBS")]
    assert client(staff()).get("/api/v1/compliance/exceptions").status_code == 403


def test_child_is_refused_on_course_of_tutor_without_valid_checks(database: Database, client: ClientFor) -> None:
    make_words(database)
    make_requirement(database, "tutor.check.enhancedDbs", title="DBS")
    course, grown = make_course(database), make_person(database, "student", birth_date=years_ago(30))
    teach(database, course, make_person(database, "tutor"))
    child = make_person(database, "student", birth_date=years_ago(15))
    anna = client(staff())
    assert anna.post(STUDENTS, json={"courseId": course, "studentId": grown, "status": "active"}).status_code == 201
    assert anna.post(STUDENTS, json={"courseId": course, "studentId": child, "status": "active"}).status_code == 409
    withdrawn = anna.post(STUDENTS, json={"courseId": course, "studentId": child, "status": "withdrawn"})
    assert withdrawn.status_code == 201
    back = {"field": "status", "newValue": "active"}
    assert anna.put(f"{STUDENTS}/{withdrawn.json()['data']['id']}", json=back).status_code == 409


def test_accepted_offer_does_not_put_tutor_without_valid_checks_on_course_of_child(
    database: Database, published: Published, deliver: Callable[..., None], child_course: int
) -> None:
    tutor = make_person(database, "tutor")
    offer = {"id": 1, "courseId": child_course, "tutorId": tutor, "status": "accepted", "deleted": False}
    deliver(Event.of(TuitionOfferChanged), 1, offer)
    assert database.all(course_tutor.select()) == []
    [notice] = [payload for subject, _, payload in published() if subject == "people.notification.raised"]
    assert notice["roleIds"] == ["academicOffice", "affiliateCompliance"]


def test_nothing_is_refused_while_nothing_is_required(database: Database, client: ClientFor) -> None:
    make_words(database)
    course = make_course(database)
    attend(database, course, make_person(database, "student", birth_date=years_ago(15)))
    body = {"courseId": course, "tutorId": make_person(database, "tutor")}
    assert client(staff()).post(TUTORS, json=body).status_code == 201
