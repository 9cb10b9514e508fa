"""Grades, exam options and academic years are written through people, as the caller, and come back by event."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.policy import as_service
from services.demo.on_courses import on_courses
from services.demo.world import build
from services.teaching.tests.studyplans.conftest import API, OFFICE, OTHER_TUTOR, STUDENT, TUTOR, V2
from staffroom_testing import peers
from staffroom_testing.plugin import ClientFor
from teaching.copies.model import course, course_student, course_tutor

_COURSE = build().courses[-5]
_CWS = [one["id"] for one in on_courses(build()) if one["course_id"] == _COURSE.id and one["status"] == "active"]


@pytest.fixture(autouse=True)
def people() -> Iterator[None]:
    with peers.answering("people", "identity"):
        yield


@pytest.fixture(autouse=True)
def demo_course(database: Database, course_of_two: None) -> None:
    with database.transaction(as_service("teaching")) as tx:
        its = {"board": "", "level": "A-level", "subject": "History", "type": "group", "status": "active"}
        tx.execute(sa.insert(course).values(id=_COURSE.id, **its))
        tx.execute(sa.insert(course_tutor).values(course_id=_COURSE.id, tutor_id=1))
        on = {"course_id": _COURSE.id, "status": "active"}
        tx.execute(sa.insert(course_student), [on | {"id": one, "student_id": one} for one in _CWS])


def put(client: ClientFor, caller: Any, field: str, value: Any) -> Any:
    return client(caller).put(f"{V2}/course/{_CWS[0]}", json={"field": field, "newValue": value})


def test_grades_and_options_are_written_by_the_tutor_of_the_course(client: ClientFor) -> None:
    assert 1 in _COURSE.tutors
    for field, value in (("reach", "A*"), ("previous", "B"), ("syllabusCode", "7042"), ("optionCode", "1C")):
        answer = put(client, TUTOR, field, value)
        assert answer.status_code == 200, answer.text
        assert answer.json()["data"] == {"field": field, "value": value}
    stale = {"field": "previous", "newValue": "C", "oldValue": "A"}
    assert client(TUTOR).put(f"{V2}/course/{_CWS[0]}", json=stale).status_code == 409
    assert client(TUTOR).put(f"{V2}/course/{_CWS[0]}", json=stale | {"oldValue": "B"}).status_code == 200
    assert put(client, TUTOR, "match", "Z9").status_code == 422
    assert put(client, TUTOR, "syllabusCode", "x" * 11).status_code == 422
    assert put(client, TUTOR, "status", "active").status_code == 422
    assert put(client, OTHER_TUTOR, "reach", "A").status_code == 404
    assert put(client, STUDENT, "reach", "A").status_code == 403


def test_exam_options_of_a_course_are_written_all_or_none(client: ClientFor) -> None:
    path = f"{API}/course/{_COURSE.id}/examoptions"

    def write(*details: dict[str, Any], caller: Any = TUTOR) -> int:
        status: int = client(caller).post(path, json={"syllabusDetails": list(details)}).status_code
        return status

    good = [{"cwsId": one, "syllabus": "9MA0", "option": "AX"} for one in _CWS[:2]]
    assert write(*good) == 200
    assert write(good[0] | {"syllabus": ""}) == 422
    assert write(good[0] | {"syllabus": "12345678901"}) == 422
    assert write(good[0] | {"option": "12345678901"}) == 422
    assert write(good[0], {"cwsId": 3, "syllabus": "9MA0"}) == 422  # of another course
    assert write(*good, caller=OTHER_TUTOR) == 404
    assert write(*good, caller=STUDENT) == 403


def test_the_office_sets_the_academic_year_of_a_course(client: ClientFor) -> None:
    path = f"{V2}/course/{_COURSE.id}/academicyear"
    year = _COURSE.year_id
    answer = client(OFFICE).put(path, json={"academicYearId": year - 1})
    assert (answer.status_code, answer.json()["data"]["value"]) == (200, year - 1)
    assert client(TUTOR).put(path, json={"academicYearId": year}).status_code == 403
    assert client(OFFICE).put(path, json={"academicYearId": year}).status_code == 200
