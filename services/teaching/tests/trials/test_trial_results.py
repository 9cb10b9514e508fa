"""Results of trial exams in open reports."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.events import Envelope, Event
from kit.policy import as_service
from services.teaching.tests.reports.conftest import DUE, FROM, TO, MakeReport, course, make_report
from staffroom.people.events.v1.events_pb2 import TrialResultReleased
from staffroom_testing import actor, peers
from staffroom_testing.plugin import ClientFor
from teaching.collections.model import collection
from teaching.copies.model import course as courses
from teaching.copies.model import course_student
from teaching.trials.events import keep_result

TUTOR = actor("tutor", persons={"tutor": 1})
OFFICE = actor("staff", "academicOffice")
RELEASED = Event.of(TrialResultReleased)
SAID: dict[str, Any] = {
    "id": 70,
    "studentId": 1,
    "level": "A-level",
    "subject": "Physics",
    "exam": "A-level Physics",
    "series": "Trials",
    "month": "November",
    "mark": 61,
    "maxMark": 80,
    "grade": "A",
    "comment": "Clear working",
    "releasedOn": "2026-11-12",
    "withdrawn": False,
}
MOCK = {name: SAID[name] for name in ("month", "mark", "maxMark", "grade", "comment")} | {"fromTrial": True}
API = "/api/v1/report"
Told = Callable[..., None]
__all__ = ["course", "make_report"]


@pytest.fixture
def tell(deliver: Callable[..., None]) -> Told:
    return lambda **more: deliver(RELEASED, 70, SAID | more)


def mocks(client: ClientFor, record: int) -> list[dict[str, Any]]:
    answer: list[dict[str, Any]] = client(TUTOR).get(f"{API}/{record}").json()["data"]["mocks"]
    return answer


def shown(client: ClientFor, record: int) -> list[dict[str, Any]]:
    return [{name: value for name, value in one.items() if name != "id"} for one in mocks(client, record)]


def make_draft(database: Database, **values: Any) -> int:
    given = {
        "cws_id": 1,
        "course_id": 1,
        "student_id": 1,
        "organisation_id": 1,
        "department_id": 1,
        "academic_year_id": 8,
        "student_name": "Sam Student",
        "course_title": "AQA A-level Physics",
        "term": "mt",
        "date": dt.date(2026, 11, 20),
    }
    with database.transaction(as_service("teaching")) as tx:
        return tx.insert(collection, given | values)


@pytest.mark.parametrize("status", ["called", "saved", "returned"])
def test_open_term_report_has_the_result_as_a_mock_once(
    client: ClientFor, make_report: MakeReport, tell: Told, status: str
) -> None:
    record = make_report(status=status)
    tell()
    assert shown(client, record) == [MOCK]
    tell()
    assert shown(client, record) == [MOCK], "told again: nothing changes"
    history = client(actor("staff", "sysAdmin")).get(f"{API}/{record}/history").json()["data"]
    assert [one["title"] for one in history] == ["Mock added"]


def test_draft_of_a_collection_report_has_the_result(
    client: ClientFor, database: Database, course: None, tell: Told
) -> None:
    record = make_draft(database)
    handed_in = make_draft(database, status="submitted", term="ht")
    tell()
    for number, expected in ((record, [MOCK]), (handed_in, [])):
        answer = client(OFFICE).get(f"/api/v1/collectionreport/{number}").json()["data"]["mocks"]
        assert [{name: value for name, value in one.items() if name != "id"} for one in answer] == expected


@pytest.mark.parametrize("status", ["submitted", "checked", "approved"])
def test_report_that_was_handed_in_stays(
    client: ClientFor, make_report: MakeReport, tell: Told, database: Database, status: str
) -> None:
    record, opened = make_report(status=status), make_report(tutor_id=2)
    tell()
    assert shown(client, record) == []
    with database.transaction(as_service("teaching")) as tx:
        tx.execute(sa.text("UPDATE report SET status = 'submitted' WHERE id = :id"), {"id": opened})
    tell(mark=58)
    tell(withdrawn=True)
    answer = client(OFFICE).get(f"{API}/{opened}").json()["data"]["mocks"]
    assert [one["mark"] for one in answer] == [61], "handed in with the result as it was then"


@pytest.mark.parametrize(
    "about",
    [
        {"student_id": 2, "cws_id": 2},
        {"course_id": 2, "cws_id": 9},
        {
            "date_from": FROM + dt.timedelta(days=90),
            "date_to": TO + dt.timedelta(days=90),
            "deadline": DUE + dt.timedelta(days=90),
        },
    ],
    ids=["other student", "other subject", "later term"],
)
def test_other_reports_do_not_have_it(
    client: ClientFor, make_report: MakeReport, tell: Told, database: Database, about: dict[str, Any]
) -> None:
    _make_course(database, 2, "A-level", "Chemistry")
    record = make_report(**about)
    tell()
    assert shown(client, record) == []


def _make_course(database: Database, number: int, level: str, subject: str) -> None:
    with database.transaction(as_service("teaching")) as tx:
        values = {"id": number, "board": "AQA", "level": level, "subject": subject, "type": "indiv", "status": "active"}
        tx.execute(sa.insert(courses).values(values))


def test_result_goes_to_the_course_of_its_level(
    client: ClientFor, make_report: MakeReport, tell: Told, database: Database
) -> None:
    _make_course(database, 2, "GCSE", "Physics")
    with database.transaction(as_service("teaching")) as tx:
        tx.execute(sa.insert(course_student).values(id=9, course_id=2, student_id=1, status="active"))
    a_level, gcse = make_report(), make_report(course_id=2, cws_id=9)
    tell()
    assert (shown(client, a_level), shown(client, gcse)) == ([MOCK], [])
    tell(id=71, level="AS")
    assert len(shown(client, a_level)) == 2, "no course of the level: every course of the subject"


def test_corrected_result_replaces_what_the_tutor_has_not_edited(
    client: ClientFor, make_report: MakeReport, tell: Told
) -> None:
    record = make_report()
    tell()
    tell(mark=58, grade="B")
    assert shown(client, record) == [MOCK | {"mark": 58, "grade": "B"}]
    [mock] = mocks(client, record)
    body = {"field": "comment", "newValue": "Short of time in the last question"}
    assert client(TUTOR).post(f"/api/v1/reportmock/{mock['id']}", json=body).status_code == 200
    tell(mark=60)
    assert shown(client, record) == [MOCK | {"mark": 58, "grade": "B", "comment": body["newValue"]}]


def test_mock_that_the_tutor_removed_does_not_come_back(client: ClientFor, make_report: MakeReport, tell: Told) -> None:
    record = make_report()
    tell()
    [mock] = mocks(client, record)
    assert client(TUTOR).delete(f"/api/v1/reportmock/{mock['id']}").status_code == 200
    tell(mark=58)
    tell(withdrawn=True)
    tell()
    assert shown(client, record) == []


def test_withdrawn_result_leaves_open_reports_and_may_come_again(
    client: ClientFor, make_report: MakeReport, tell: Told
) -> None:
    record = make_report()
    tell()
    tell(withdrawn=True)
    assert shown(client, record) == []
    tell(mark=58)
    assert shown(client, record) == [MOCK | {"mark": 58}]


def test_result_moves_with_its_candidate(client: ClientFor, make_report: MakeReport, tell: Told) -> None:
    one, other = make_report(), make_report(student_id=2, cws_id=2)
    tell()
    tell(studentId=2)
    assert (shown(client, one), shown(client, other)) == ([], [MOCK])


def test_late_event_changes_nothing(client: ClientFor, make_report: MakeReport, tell: Told, database: Database) -> None:
    record = make_report()
    tell(mark=58)
    late = Envelope(
        event_id=uuid.uuid4(),
        subject=RELEASED.subject,
        key="70",
        payload=SAID,
        actor=as_service("people"),
        request_id="",
        created=dt.datetime.now(dt.UTC) - dt.timedelta(minutes=5),
    )
    with database.transaction(as_service("teaching")) as tx:
        keep_result(tx, late)
    assert [one["mark"] for one in mocks(client, record)] == [58]


def test_new_term_report_has_the_results_of_its_period(client: ClientFor, course: None, tell: Told) -> None:
    tell()
    tell(id=71, month="July", releasedOn="2026-08-31")
    tell(id=72, withdrawn=True)
    body = {"cwsId": 1, "tutorId": 1, "dateFrom": "2026-09-01", "dateTo": "2026-11-20", "deadline": DUE.isoformat()}
    called = client(OFFICE).post(f"{API}/call", json=body)
    assert called.status_code == 200, called.text
    record = called.json()["data"]["id"]
    assert shown(client, record) == [MOCK]
    assert client(OFFICE).post(f"{API}/call/undo", json={"ids": [record]}).json()["data"] == {"reports": 1}


def test_new_collection_report_has_the_results_of_its_term(client: ClientFor, course: None, tell: Told) -> None:
    tell()
    tell(id=71, month="July", releasedOn="2026-07-31")
    body = {"academicYearId": 8, "term": "mt", "date": "2026-11-20", "interviewers": [], "courseIds": [1], "cwsIds": []}
    with peers.answering("identity"):
        called = client(OFFICE).post("/api/v1/collectionreport/call", json=body)
    rows = called.json()["data"]["rows"]
    mine = next(one for one in rows if one["cwsId"] == 1)
    answer = client(OFFICE).get(f"/api/v1/collectionreport/{mine['id']}").json()["data"]["mocks"]
    assert [(one["mark"], one["fromTrial"]) for one in answer] == [(61, True)]
