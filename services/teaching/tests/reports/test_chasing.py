"""Reminders of late reports, the figures of a term, and predicted grades."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.policy import as_service
from kit.reminders import remind
from services.teaching.tests.builders import make_slip
from services.teaching.tests.reports.conftest import FROM, TO, WHOLE, MakeReport
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor, Published
from teaching.collections.model import collection
from teaching.collections.model import mock as collection_mock
from teaching.copies.model import course_student
from teaching.events import NOTIFICATION_RAISED
from teaching.reports.messages.reminding import APPROVED_REPORTS, CALLED_REPORTS, LATE_REPORTS
from teaching.reports.model import report as reports

SERVICE = as_service("teaching")
OFFICE = actor("staff")
ACADEMIC = actor("staff", "academicOffice")
TUTOR = actor("tutor", persons={"tutor": 1})


def notices(published: Published) -> list[dict[str, Any]]:
    return [payload for subject, _, payload in published() if subject == NOTIFICATION_RAISED.subject]


def run(days: float, reminder: Any = LATE_REPORTS) -> int:
    return remind(reminder, SERVICE, dt.datetime.now(dt.UTC) + dt.timedelta(days=days))


def test_a_late_report_gets_its_reminders(database: Database, make_report: MakeReport, published: Published) -> None:
    due = dt.datetime.now(dt.UTC)
    begun = due - dt.timedelta(days=60)
    for student in (1, 2):
        make_report(
            cws_id=student, student_id=student, date_from=begun, date_to=due - dt.timedelta(days=2), deadline=due
        )
    make_report(
        cws_id=3, status="returned", submitted=due, date_from=begun, date_to=due - dt.timedelta(days=2), deadline=due
    )
    counts = [run(days) for days in (-8, -6.9, -0.9, 0.01, 1, 2.1, 4.1, 6.1, 8.1, 20)]
    assert counts == [0, 2, 2, 2, 0, 2, 2, 2, 2, 0]
    raised = notices(published)
    assert [one["title"] for one in raised] == [
        "2 reports are due in 7 days",
        "2 reports are due in 1 day",
        "2 reports are due now",
        "2 reports are up to 2 days late",
        "2 reports are up to 4 days late",
        "2 reports are up to 6 days late",
        "2 reports are up to 8 days late",
        "2 reports are up to 8 days late",
    ]
    *tutors, office = raised
    assert {one["target"] for one in tutors} == {"/reports/to-write"}
    assert office["roleIds"] == ["academicOffice"]


def test_tutor_is_notified_of_a_request_and_family_of_an_approval(
    database: Database, make_report: MakeReport, published: Published
) -> None:
    make_report()
    make_report(cws_id=2, student_id=2, status="approved", approved=dt.datetime.now(dt.UTC), **WHOLE)
    assert (run(0, CALLED_REPORTS), run(0, APPROVED_REPORTS)) == (0, 0)
    assert (run(0.01, CALLED_REPORTS), run(0.01, APPROVED_REPORTS)) == (1, 1)
    assert [one["title"] for one in notices(published)] == [
        "A report to write by 27/11/26 17:00",
        "A term report can be read",
    ]


def test_the_office_sends_reminders_manually(client: ClientFor, make_report: MakeReport, published: Published) -> None:
    ids = [make_report(), make_report(cws_id=2), make_report(cws_id=3, status="submitted")]
    answer = client(OFFICE).post("/api/v1/report/remind", json={"ids": ids})
    assert answer.json()["data"] == {"reports": 2, "writers": 1}
    assert len(notices(published)) == 1
    assert client(OFFICE).post("/api/v1/report/remind", json={"ids": ids[2:]}).status_code == 422


def test_the_office_reminds_all_who_are_late(client: ClientFor, make_report: MakeReport, published: Published) -> None:
    now = dt.datetime.now(dt.UTC)
    assert client(OFFICE).post("/api/v1/report/remind/late").status_code == 422
    for cws, status, days in (
        (1, "called", 1),
        (2, "saved", 50),
        (3, "submitted", 1),
        (4, "called", -1),
        (5, "called", 61),
    ):
        due = now - dt.timedelta(days=days)
        make_report(
            cws_id=cws,
            status=status,
            tutor_id=min(cws, 2),
            deadline=due,
            date_to=due - dt.timedelta(days=3),
            date_from=due - dt.timedelta(days=60),
        )
    assert client(OFFICE).post("/api/v1/report/remind/late").json()["data"] == {"reports": 2, "writers": 2}
    assert [one["title"] for one in notices(published)] == ["A report is 1 day late", "A report is 50 days late"]
    assert client(TUTOR).post("/api/v1/report/remind/late").status_code == 403


def test_the_term_has_the_figures_of_the_student_on_the_course(
    client: ClientFor, database: Database, make_report: MakeReport
) -> None:
    last = make_report(
        status="approved",
        **WHOLE | {"field1": "<p>Before</p>", "predicted_grade": "B"},
        date_from=FROM.replace(month=3),
        date_to=TO.replace(month=6),
    )
    for day, present, late in ((2, "present", 0), (9, "present", 10), (16, "unplannedAbsence", None)):
        start = dt.datetime(2026, 11, day, 10, tzinfo=dt.UTC)
        make_slip(
            database,
            status="submitted",
            present=present,
            on_time=late,
            tutorial_start=start,
            tutorial_end=start + dt.timedelta(hours=1),
            tutorial_id=day,
        )
    record = make_report()
    term = client(TUTOR).get(f"/api/v1/report/{record}/term").json()["data"]
    assert (term["last"]["id"], term["last"]["fields"]["field1"], term["last"]["predictedGrade"]) == (
        last,
        "<p>Before</p>",
        "B",
    )
    assert term["attendance"] == {
        "tutorials": 3,
        "present": 2,
        "plannedAbsences": 0,
        "unplannedAbsences": 1,
        "late": 1,
        "minutes": 10,
    }
    assert [one["date"][8:10] for one in term["slips"]] == ["16", "09", "02"]
    assert {one["mean"] for one in term["ratings"]} == {4.0}


@pytest.mark.parametrize(("before", "change"), [("B", "up"), ("A", "same"), ("A*", "down"), ("7", None)])
def test_predicted_grades_are_the_latest_with_the_change(
    client: ClientFor, database: Database, make_report: MakeReport, before: str, change: str | None
) -> None:
    earlier = {"date_from": FROM.replace(month=3), "date_to": TO.replace(month=6)}
    make_report(status="approved", **WHOLE | {"predicted_grade": before}, **earlier)
    make_report(status="submitted", **WHOLE)
    make_report(status="saved", **WHOLE | {"predicted_grade": "U"}, tutor_id=2)
    with database.transaction(SERVICE) as tx:
        tx.execute(sa.update(course_student).values(reach_grade="A*"))
    rows = client(ACADEMIC).get("/api/v1/report/predicted-grades?page=1").json()["data"]
    assert [(row["student"], row["state"], row["predicted"], row["previous"], row["change"]) for row in rows] == [
        ("Ann Other", "missing", "", "", None),
        ("Sam Student", "said", "A", before, change),
    ]
    assert (rows[1]["reach"], rows[1]["predictedBy"], rows[1]["source"]) == ("A*", "Tom Tutor", "Term report")
    assert client(OFFICE).get("/api/v1/report/predicted-grades?page=1").status_code == 403


def test_predicted_grades_include_those_of_collections(
    client: ClientFor, database: Database, make_report: MakeReport
) -> None:
    report = make_report(status="approved", **WHOLE | {"predicted_grade": "B"})
    with database.transaction(SERVICE) as tx:
        about = tx.one(sa.select(reports.c.cws_id, reports.c.course_id, reports.c.student_id).filter_by(id=report))
        assert about is not None
        collection_values = {
            **about,
            "academic_year_id": 8,
            "organisation_id": 1,
            "department_id": 1,
            "date": TO.date() + dt.timedelta(days=3),
            "interviewer_names": "Ida Interviewer",
            "student_name": "Sam Student",
            "course_title": "Physics",
        }
        number = tx.insert(
            collection, collection_values | {"term": "mt", "status": "submitted", "predicted_grade": "A"}
        )
        tx.insert(collection, collection_values | {"term": "ht", "status": "draft", "predicted_grade": "U"})
        mock = {"month": "May", "mark": 1, "max_mark": 2, "grade": "C", "comment": "x"}
        tx.insert(collection_mock, mock | {"collection_report_id": number})
    rows = client(ACADEMIC).get("/api/v1/report/predicted-grades?page=1&state=said").json()["data"]
    shown = [
        tuple(row[name] for name in ("predicted", "source", "predictedBy", "mock", "previous", "change"))
        for row in rows
    ]
    assert shown == [("A", "Collection report", "Ida Interviewer", "C", "B", "up")]
