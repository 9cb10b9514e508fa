from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from kit.database import Database
from people.exams.register import marking
from people.exams.sessions.model import exam_seat
from services.people.tests.builders import make_exam, make_person, make_series, person, row_of, staff
from services.people.tests.exam_sessions.builders import enter, make_paper, make_room, plan
from staffroom_testing.plugin import ClientFor

pytestmark = pytest.mark.usefixtures("reference_data")

OFFICE = staff("examsOffice")
REGISTER, MARKS, SEATS = "/api/v1/exams/register", "/api/v1/exams/register/marks", "/api/v1/exams/seats"


def _seat(office: Any, database: Database) -> tuple[int, int]:
    """Insert a session that began two hours ago with one candidate; return the ids of both."""
    series = make_series(database)
    exam = make_exam(database, series)
    paper = make_paper(database, exam)
    enter(office, database, exam)
    begins = dt.datetime.now(dt.UTC) - dt.timedelta(hours=2)
    session = plan(office, series, make_room(database), begins).json()["data"]["id"]
    assert office.post(f"/api/v1/exams/sessions/{session}/seat", json={"componentId": paper}).status_code == 200
    (row,) = office.get(SEATS, params={"sessionId": session}).json()["data"]
    return session, row["id"]


def _mark(seat: int, mark: str, minutes_ago: int, key: str) -> dict[str, Any]:
    at = dt.datetime.now(dt.UTC) - dt.timedelta(minutes=minutes_ago)
    return {"key": key, "seatId": seat, "mark": mark, "at": at.isoformat()}


def test_later_mark_wins_whenever_it_arrives_and_both_are_kept(database: Database, client: ClientFor) -> None:
    office = client(OFFICE)
    _, seat = _seat(office, database)
    online = office.post(REGISTER, json={"marks": [_mark(seat, "present", 10, "colleague-1")]})
    assert (online.status_code, online.json()["data"][0]["counted"]) == (200, True)
    late = office.post(REGISTER, json={"marks": [_mark(seat, "absent", 60, "offline-1")]}).json()["data"][0]
    assert (late["counted"], late["status"]) == (False, "present"), "an older mark that arrives later changes nothing"
    rows = office.get(MARKS, params={"seatId": seat}).json()["data"]
    assert [(row["mark"], row["counted"]) for row in rows] == [("present", True), ("absent", False)]


def test_mark_that_is_sent_twice_counts_once(database: Database, client: ClientFor) -> None:
    office = client(OFFICE)
    _, seat = _seat(office, database)
    mark = _mark(seat, "present", 100, "device-1")
    for _ in range(2):
        (answer,) = office.post(REGISTER, json={"marks": [mark]}).json()["data"]
        assert (answer["status"], answer["counted"], answer["error"]) == ("present", True, "")
    assert len(office.get(MARKS, params={"seatId": seat}).json()["data"]) == 1


def test_identity_and_state_are_marked_apart(database: Database, client: ClientFor) -> None:
    office = client(OFFICE)
    _, seat = _seat(office, database)
    marks = [_mark(seat, "identity", 90, "device-2"), _mark(seat, "present", 95, "device-1")]
    answers = office.post(REGISTER, json={"marks": marks}).json()["data"]
    assert [(one["status"], one["identityChecked"], one["counted"]) for one in answers] == [("present", True, True)] * 2


def test_minutes_late_follow_from_the_time_of_the_mark(database: Database, client: ClientFor) -> None:
    office = client(OFFICE)
    _, seat = _seat(office, database)
    office.post(REGISTER, json={"marks": [_mark(seat, "late", 55, "device-1")]})
    row = office.get(f"{SEATS}/{seat}").json()["data"]
    assert (row["status"], row["lateBy"]) == ("late", 65)
    (listed,) = office.get(SEATS, params={"veryLate": "true"}).json()["data"]
    assert listed["id"] == seat, "more than the hour of the rule"


def test_clock_ahead_counts_as_now(database: Database, client: ClientFor) -> None:
    office = client(OFFICE)
    _, seat = _seat(office, database)
    office.post(REGISTER, json={"marks": [_mark(seat, "absent", -600, "fast-clock")]})
    office.post(REGISTER, json={"marks": [_mark(seat, "present", 0, "right-clock")]})
    assert office.get(f"{SEATS}/{seat}").json()["data"]["status"] == "present"


def test_mark_made_by_move_is_kept_too(database: Database, client: ClientFor) -> None:
    office = client(OFFICE)
    _, seat = _seat(office, database)
    assert office.post(f"{SEATS}/{seat}/late").status_code == 200
    (row,) = office.get(MARKS, params={"seatId": seat}).json()["data"]
    assert (row["mark"], row["counted"]) == ("late", True)


def test_invigilator_marks_only_own_sessions(database: Database, client: ClientFor) -> None:
    office = client(OFFICE)
    session, seat = _seat(office, database)
    mine, other = make_person(database, "invigilator"), make_person(database, "invigilator")
    body = {"sessionId": session, "invigilatorId": mine, "role": "lead"}
    assert office.post("/api/v1/exams/invigilation", json=body).status_code == 201
    for who, error in ((mine, ""), (other, marking.NOT_YOURS)):
        answer = client(person("invigilator", who)).post(
            REGISTER, json={"marks": [_mark(seat, "present", 5, f"device-of-{who}")]}
        )
        assert (answer.status_code, answer.json()["data"][0]["error"]) == (200, error)
    refused = client(person("candidate", 1)).post(REGISTER, json={"marks": [_mark(seat, "present", 5, "device-9")]})
    assert refused.status_code == 403


def test_marks_of_cancelled_session_are_refused(database: Database, client: ClientFor) -> None:
    office = client(OFFICE)
    session, seat = _seat(office, database)
    office.post(f"/api/v1/exams/sessions/{session}/cancel")
    (answer,) = office.post(REGISTER, json={"marks": [_mark(seat, "present", 5, "device-1")]}).json()["data"]
    assert answer["error"], "its seats are gone"


def test_finish_notes_absent_and_late_proof_still_arrives(database: Database, client: ClientFor) -> None:
    office = client(OFFICE)
    session, seat = _seat(office, database)
    for move in ("begin", "finish"):
        assert office.post(f"/api/v1/exams/sessions/{session}/{move}").status_code == 200
    assert row_of(database, exam_seat, seat)["status"] == "absent"
    office.post(REGISTER, json={"marks": [_mark(seat, "present", 119, "offline-1")]})
    assert row_of(database, exam_seat, seat)["status"] == "present"


def test_incident_that_is_sent_twice_counts_once(database: Database, client: ClientFor) -> None:
    office = client(OFFICE)
    session, _ = _seat(office, database)
    incident = {"at": dt.datetime.now(dt.UTC).isoformat(), "text": "The fire alarm rang", "witness": "Mrs Amsel"}
    path, headers = f"/api/v1/exams/sessions/{session}/incident", {"Idempotency-Key": "device-1-incident"}
    first = office.post(path, json=incident, headers=headers)
    again = office.post(path, json=incident, headers=headers)
    assert (first.status_code, again.json()["data"]) == (201, first.json()["data"])
    assert len(office.get(f"/api/v1/exams/sessions/{session}").json()["data"]["incidents"]) == 1


def test_register_has_the_limit_for_very_late_candidates(database: Database, client: ClientFor) -> None:
    office = client(OFFICE)
    session, seat = _seat(office, database)
    today = dt.date.today() - dt.timedelta(days=1)
    rule = {"rule": "veryLate", "number": 45, "validFrom": today.isoformat(), "source": "JCQ"}
    assert office.post("/api/v1/exams/rules", json=rule).status_code == 201
    (row,) = office.get(SEATS, params={"sessionId": session, "page": 1}).json()["data"]
    starts = row_of(database, exam_seat, seat)["starts"]
    assert dt.datetime.fromisoformat(row["veryLateFrom"]) == starts + dt.timedelta(minutes=45)
