"""Unfinished reports when the people around them leave, and when clocks change (issue 41, section 8)."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.events import Envelope, Event
from kit.policy import as_service
from kit.reminders import remind
from kit.service import Service
from services.teaching.tests.builders import START
from services.teaching.tests.mailing import files
from services.teaching.tests.reports.conftest import WHOLE, MakeReport
from staffroom.people.events.v1.events_pb2 import CourseChanged
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor, Published
from teaching.copies.events import keep_course_people
from teaching.copies.model import course, course_student, course_tutor, person
from teaching.events import NOTIFICATION_RAISED
from teaching.reports.messages.reminding import LATE_REPORTS

__all__ = ["files"]

SERVICE = as_service("teaching")
OFFICE = actor("staff", name="Rita Reviewer")
OTHER = actor("staff", user_id=102, name="Otto Other")
TUTOR = actor("tutor", persons={"tutor": 1})
API = "/api/v1"
CALL: dict[str, Any] = {
    "tutorId": 2,
    "dateFrom": "2026-09-01",
    "dateTo": "2026-11-20",
    "deadline": "2026-11-27T17:00:00Z",
}


def hear_of_course(database: Database, students: list[dict[str, Any]], tutors: list[int]) -> None:
    """Publish the current members of course 1."""
    known = Event.of(CourseChanged)
    payload = known.decoded({"id": 1, "tutorIds": tutors, "students": students})
    with database.transaction(SERVICE) as tx:
        keep_course_people(tx, Envelope(uuid.uuid4(), known.subject, "1", payload, tx.actor, "", START))


def hand_in(client: ClientFor, record: int) -> None:
    """Submit, check and approve a report as the office."""
    for who, name in ((OFFICE, "submitted"), (OTHER, "checked"), (OTHER, "approved")):
        answer = client(who).post(f"{API}/report/{record}/mark/{name}", json={})
        assert answer.status_code == 200, answer.text


def test_tutor_with_reports_is_in_use(service: Service, database: Database, make_report: MakeReport) -> None:
    """People asks before it deletes the tutor, and is refused with the number."""
    make_report()
    with database.read() as connection:
        assert [one.text() for one in service.references.count(connection, "/tutors", 1)] == ["1 report"]


@pytest.mark.usefixtures("files")
def test_report_outlives_its_tutor_and_the_office_finishes_it(
    client: ClientFor, database: Database, make_report: MakeReport, published: Published
) -> None:
    now = dt.datetime.now(dt.UTC)
    span = {"date_from": now - dt.timedelta(days=60), "date_to": now - dt.timedelta(days=9)}
    record = make_report(status="saved", deadline=now - dt.timedelta(days=8, hours=1), **span, **WHOLE)
    with database.transaction(SERVICE) as tx:
        tx.execute(sa.delete(person).where(person.c.kind == "tutor", person.c.id == 1))
        tx.execute(sa.delete(course_tutor).where(course_tutor.c.tutor_id == 1))
    assert remind(LATE_REPORTS, SERVICE, now) == 1
    raised = [payload for subject, _, payload in published() if subject == NOTIFICATION_RAISED.subject]
    assert ["academicOffice"] in [one.get("roleIds") for one in raised]  # somebody is notified
    its = client(OFFICE).get(f"{API}/report/{record}").json()["data"]
    assert (its["tutor"]["name"], its["tutor"]["userId"]) == ("Tom Tutor", None)
    hand_in(client, record)
    assert client(OFFICE).get(f"{API}/report/{record}/pdf").status_code == 200


@pytest.mark.usefixtures("files")
def test_report_outlives_a_change_of_course(client: ClientFor, database: Database, make_report: MakeReport) -> None:
    """The student leaves course 1 in mid-term and is taught on course 2 from then on; each has its report."""
    old = make_report(status="saved", **WHOLE)
    hear_of_course(database, [{"cwsId": 2, "studentId": 2, "status": "active"}], [1, 2])
    with database.transaction(SERVICE) as tx:
        about = tx.one(sa.select(course).where(course.c.id == 1))
        assert about is not None
        tx.execute(sa.insert(course).values({**about, "id": 2, "subject": "Biology"}))
        tx.execute(sa.insert(course_tutor).values(course_id=2, tutor_id=2))
        tx.execute(sa.insert(course_student).values(id=9, course_id=2, student_id=1, status="active"))
    edited = client(TUTOR).post(f"{API}/report/{old}/edit", json={"field": "predictedGrade", "newValue": "B"})
    assert edited.status_code == 200, edited.text
    assert client(TUTOR).get(f"{API}/report/{old}/term").status_code == 200
    called = client(OFFICE).post(f"{API}/report/call", json=CALL | {"courseId": 2})
    assert [one["isNew"] for one in called.json()["data"]["reports"]] == [True]
    refused = client(OFFICE).post(f"{API}/report/call", json=CALL | {"cwsId": 1})
    assert (refused.status_code, refused.json()["error"]) == (404, "There is no such student on a course")
    hand_in(client, old)
    assert client(OFFICE).get(f"{API}/report/{old}/pdf").status_code == 200


@pytest.mark.parametrize(
    ("deadline", "expected"),
    [
        ("2027-03-28T01:00:00+00:00", "2027-03-21T01:05:00+00:00"),  # the minute after the skipped hour
        ("2027-04-04T00:30:00+00:00", "2027-03-28T00:35:00+00:00"),  # 01:30, a week after a skipped 01:30
    ],
)
def test_reminders_are_on_time_when_clocks_change(
    database: Database, make_report: MakeReport, deadline: str, expected: str
) -> None:
    due, at = dt.datetime.fromisoformat(deadline), dt.datetime.fromisoformat(expected)
    make_report(date_from=due - dt.timedelta(days=60), date_to=due - dt.timedelta(days=20), deadline=due)
    assert remind(LATE_REPORTS, SERVICE, at - dt.timedelta(minutes=10)) == 0
    assert remind(LATE_REPORTS, SERVICE, at) == 1


def test_deadline_is_kept_to_the_minute_where_clocks_change(client: ClientFor, course: None) -> None:
    asked = CALL | {"cwsId": 1, "dateFrom": "2026-01-05", "dateTo": "2026-03-20", "deadline": "2026-03-29T01:30:00Z"}
    answer = client(OFFICE).post(f"{API}/report/call", json=asked)
    assert answer.status_code == 200, answer.text
    record = answer.json()["data"]["reports"][0]["id"]
    its = client(OFFICE).get(f"{API}/report/{record}").json()["data"]
    assert (its["deadline"], its["dateTo"]) == ("2026-03-29T01:30:00Z", "2026-03-20T23:59:00Z")
