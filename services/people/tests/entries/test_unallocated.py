"""Accepted questionnaires wait until their student has an active course with a tutor."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from people.forms.model import form, form_entry, form_version
from people.pipeline.model import enrolment
from services.people.tests.builders import (
    attend,
    insert,
    make_course,
    make_person,
    row_of,
    staff,
    teach,
)
from staffroom_testing.plugin import ClientFor

pytestmark = pytest.mark.usefixtures("reference_data")

LIST = "/api/v1/form/unallocatedpaqs"


def _paq(database: Database, **values: Any) -> int:
    """Insert an accepted questionnaire about nobody on record."""
    kept = {
        "title": "Before you arrive",
        "kind": "paq",
        "slug": f"paq-{values.get('about_id', 0)}",
        "status": "published",
    }
    of_form = insert(database, form, kept)
    version = insert(database, form_version, {"form_id": of_form, "number": 1})
    given = {
        "form_id": of_form,
        "version_id": version,
        "status": "accepted",
        "filled_name": "Mrs King",
        "submitted": dt.datetime.now(dt.UTC) - dt.timedelta(days=3),
    }
    return insert(database, form_entry, given | values)


def _rows(client: Any) -> list[tuple[int, str]]:
    return [(row["id"], row["lacks"]) for row in client.get(f"{LIST}?page=1").json()["data"]]


def test_a_questionnaire_waits_for_student_course_and_tutor(database: Database, client: ClientFor) -> None:
    office = client(staff("academicOffice"))
    entry = _paq(database)
    _paq(database, status="received", about_id=99)
    assert _rows(office) == [(entry, "student")]
    student = make_person(database, "student")
    assert office.post("/api/v1/pipeline/enrolments", json={"studentId": student}).status_code == 201
    linked = office.post(f"{LIST}/{entry}/student", json={"studentId": student})
    assert (linked.status_code, linked.json()["data"]["student"]) == (200, "Ada Lovelace")
    assert _rows(office) == [(entry, "course")]
    with database.read() as connection:
        assert connection.execute(sa.select(enrolment.c.stage)).scalar() == "formsIn"
    course = make_course(database)
    attend(database, course, student)
    assert _rows(office) == [(entry, "tutor")]
    teach(database, course, make_person(database, "tutor"))
    assert _rows(office) == []


def test_a_questionnaire_of_one_student_cannot_be_linked_to_another(database: Database, client: ClientFor) -> None:
    student, other = make_person(database, "student"), make_person(database, "student")
    entry = _paq(database, about_kind="student", about_id=student, about_name="Ada Lovelace")
    office = client(staff("academicOffice"))
    refused = office.post(f"{LIST}/{entry}/student", json={"studentId": other})
    assert (refused.status_code, refused.json()["code"]) == (409, "linked_already")
    nobody = office.post(f"{LIST}/{_paq(database)}/student", json={"studentId": 999_999})
    assert (nobody.status_code, nobody.json()["code"]) == (422, "unknown_reference")
    assert row_of(database, form_entry, entry)["about_id"] == student


def test_questionnaires_are_for_the_academic_office(database: Database, client: ClientFor) -> None:
    entry = _paq(database)
    assert client(staff()).get(f"{LIST}?page=1").status_code == 403
    assert client(staff()).post(f"{LIST}/{entry}/student", json={"studentId": 1}).status_code == 403
