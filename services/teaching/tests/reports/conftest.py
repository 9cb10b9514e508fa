"""A course of tutors 1 and 2 with students 1 and 2, and its reports."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.policy import as_service
from services.teaching.tests.builders import make_copies
from teaching.copies.model import course_student, course_tutor, person
from teaching.reports import rules
from teaching.reports.model import report

MakeReport = Callable[..., int]
FROM = dt.datetime(2026, 9, 1, 0, 1, tzinfo=dt.UTC)
TO = dt.datetime(2026, 11, 20, 23, 59, tzinfo=dt.UTC)
DUE = dt.datetime(2026, 11, 27, 17, tzinfo=dt.UTC)
WHOLE: dict[str, Any] = {
    "predicted_grade": "A",
    "grade_achievement": 4,
    "grade_effort": 0,
    **{
        name: f"<p>{place}: worked steadily through the questions of the unit.</p>"
        for place, name in enumerate(rules.FIELDS, start=1)
    },
}
"""The fields of a complete report."""


@pytest.fixture
def course(database: Database) -> None:
    make_copies(database)
    with database.transaction(as_service("teaching")) as tx:
        for tutor in (1, 2):
            tx.execute(sa.insert(course_tutor).values(course_id=1, tutor_id=tutor))
        tx.execute(
            sa.insert(person).values(
                kind="student", id=2, name="Ann Other", user_id=13, birth_date=dt.date(2009, 8, 31)
            )
        )
        for student in (1, 2):
            tx.execute(sa.insert(course_student).values(id=student, course_id=1, student_id=student, status="active"))


@pytest.fixture
def make_report(database: Database, course: None) -> MakeReport:
    def make(**values: Any) -> int:
        given: dict[str, Any] = {
            "cws_id": 1,
            "course_id": 1,
            "student_id": 1,
            "tutor_id": 1,
            "organisation_id": 1,
            "department_id": 1,
            "student_name": "Sam Student",
            "tutor_name": "Tom Tutor",
            "course_title": "AQA A-level Physics",
            "course_level": "A-level",
            "date_from": FROM,
            "date_to": TO,
            "deadline": DUE,
            **values,
        }
        if given.get("status") == "approved":
            given.setdefault("approved", DUE)
        with database.transaction(as_service("teaching")) as tx:
            return tx.insert(report, given)

    return make
