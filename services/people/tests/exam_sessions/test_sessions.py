from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from kit.database import Database
from people.exams.sessions import seating
from people.exams.sessions.model import exam_seat
from services.people.tests.builders import make_exam, make_person, make_series, person, row_of, staff
from services.people.tests.exam_sessions.builders import (
    MORNING,
    enter,
    make_arrangement,
    make_paper,
    make_room,
    plan,
)
from staffroom_testing.plugin import ClientFor

pytestmark = pytest.mark.usefixtures("reference_data")

OFFICE = staff("examsOffice")
SESSIONS, SEATS, DUTIES = (f"/api/v1/exams/{name}" for name in ("sessions", "seats", "invigilation"))


def _invite(office: Any, session: int, invigilator: int) -> Any:
    return office.post(DUTIES, json={"sessionId": session, "invigilatorId": invigilator, "role": "lead"})


def test_paper_is_seated_by_candidate_number_with_extra_time(database: Database, client: ClientFor) -> None:
    office, series = client(OFFICE), make_series(database)
    exam = make_exam(database, series)
    paper = make_paper(database, exam)
    second, _ = enter(office, database, exam, candidate_number="0020", first_name="Second")
    enter(office, database, exam, candidate_number="0010", first_name="First")
    make_arrangement(database, second, "extraTime25", percent=25)
    session = plan(office, series, make_room(database)).json()["data"]["id"]
    assert office.post(f"{SESSIONS}/{session}/seat", json={"componentId": paper}).status_code == 200
    seats = office.get(SEATS, params={"sessionId": session}).json()["data"]
    assert [(row["seat"], row["candidate"], row["ends"]) for row in sorted(seats, key=lambda row: row["seat"])] == [
        (1, "First Lovelace", "2027-06-07T09:30:00Z"),
        (2, "Second Lovelace", "2027-06-07T09:53:00Z"),
    ]
    detail = office.get(f"{SESSIONS}/{session}").json()["data"]
    assert (detail["ends"], detail["seated"], detail["needed"]) == ("2027-06-07T09:53:00Z", 2, 1)
    again = office.post(f"{SESSIONS}/{session}/seat", json={"componentId": paper})
    assert (again.status_code, again.json()["error"]) == (409, seating.NOBODY)


def test_sitting_over_clock_change_keeps_its_length() -> None:
    before = dt.datetime(2026, 10, 25, 0, 30, tzinfo=seating.LONDON)
    assert seating.ends_at(before, 100, 25) - before.astimezone(dt.UTC) == dt.timedelta(minutes=125)
    assert seating.ends_at(before, 90, 25) - before.astimezone(dt.UTC) == dt.timedelta(minutes=113)


def test_arrangement_that_expired_or_waits_gives_no_time(database: Database, client: ClientFor) -> None:
    office, series = client(OFFICE), make_series(database)
    exam = make_exam(database, series)
    paper = make_paper(database, exam)
    expired, _ = enter(office, database, exam)
    waits, _ = enter(office, database, exam)
    make_arrangement(database, expired, "extraTime25", percent=25, expires_on=dt.date(2027, 6, 6))
    make_arrangement(database, waits, "extraTime25", percent=25, approved_on=None)
    session = plan(office, series, make_room(database)).json()["data"]["id"]
    office.post(f"{SESSIONS}/{session}/seat", json={"componentId": paper})
    assert {row["ends"] for row in office.get(SEATS).json()["data"]} == {"2027-06-07T09:30:00Z"}


def test_candidates_who_sit_apart_are_seated_in_separate_rooms(database: Database, client: ClientFor) -> None:
    office, series = client(OFFICE), make_series(database)
    exam = make_exam(database, series)
    paper = make_paper(database, exam)
    apart, _ = enter(office, database, exam)
    together, _ = enter(office, database, exam)
    make_arrangement(database, apart, "separateRoom")
    for room, candidate in ((make_room(database, separate=True), apart), (make_room(database), together)):
        session = plan(office, series, room).json()["data"]["id"]
        office.post(f"{SESSIONS}/{session}/seat", json={"componentId": paper})
        (row,) = office.get(SEATS, params={"sessionId": session}).json()["data"]
        assert row["candidateId"] == candidate


def test_room_takes_as_many_as_it_has_seats(database: Database, client: ClientFor) -> None:
    office, series = client(OFFICE), make_series(database)
    exam = make_exam(database, series)
    paper = make_paper(database, exam)
    for _ in range(3):
        enter(office, database, exam)
    small, other = make_room(database, capacity=2), make_room(database)
    first, second = (plan(office, series, room).json()["data"]["id"] for room in (small, other))
    for session in (first, second):
        assert office.post(f"{SESSIONS}/{session}/seat", json={"componentId": paper}).status_code == 200
    assert len(office.get(SEATS, params={"sessionId": first}).json()["data"]) == 2
    assert len(office.get(SEATS, params={"sessionId": second}).json()["data"]) == 1
    refused = office.put(f"{SESSIONS}/{first}", json={"field": "roomId", "newValue": make_room(database, capacity=1)})
    assert (refused.status_code, refused.json()["error"][:20]) == (409, "This room has 1 seat")


def test_clashes_of_room_candidate_and_invigilator_are_refused(database: Database, client: ClientFor) -> None:
    office, series = client(OFFICE), make_series(database)
    exam, other = make_exam(database, series), make_exam(database, series, subject="Physics")
    papers = make_paper(database, exam), make_paper(database, other)
    candidate, entry = enter(office, database, exam)
    second = office.post("/api/v1/exams/entries", json={"candidateId": candidate, "examId": other}).json()["data"]["id"]
    room = make_room(database)
    first = plan(office, series, room).json()["data"]["id"]
    taken = plan(office, series, room, MORNING + dt.timedelta(minutes=30))
    assert (taken.status_code, taken.json()["error"]) == (409, "This room has another session at this time")
    parallel = plan(office, series, make_room(database), MORNING + dt.timedelta(minutes=30)).json()["data"]["id"]
    body = {"sessionId": first, "entryId": entry, "componentId": papers[0]}
    assert office.post(SEATS, json=body).status_code == 201
    clash = office.post(SEATS, json={"sessionId": parallel, "entryId": second, "componentId": papers[1]})
    assert (clash.status_code, clash.json()["error"]) == (409, "This candidate sits another paper at this time")
    wrong = office.post(SEATS, json={"sessionId": parallel, "entryId": second, "componentId": papers[0]})
    assert wrong.json()["error"] == seating.ANOTHER_EXAM
    invigilator = make_person(database, "invigilator")
    assert _invite(office, first, invigilator).status_code == 201
    busy = _invite(office, parallel, invigilator)
    assert (busy.status_code, busy.json()["error"]) == (409, "This invigilator is on another session at this time")


def test_seats_and_duties_move_with_their_session(database: Database, client: ClientFor) -> None:
    office, series = client(OFFICE), make_series(database)
    exam = make_exam(database, series)
    paper = make_paper(database, exam)
    enter(office, database, exam)
    session = plan(office, series, make_room(database)).json()["data"]["id"]
    office.post(f"{SESSIONS}/{session}/seat", json={"componentId": paper})
    office.post(
        DUTIES, json={"sessionId": session, "invigilatorId": make_person(database, "invigilator"), "role": "lead"}
    )
    later = (MORNING + dt.timedelta(hours=3)).isoformat()
    assert office.put(f"{SESSIONS}/{session}", json={"field": "starts", "newValue": later}).status_code == 200
    for path in (SEATS, DUTIES):
        (row,) = office.get(path).json()["data"]
        assert (row["starts"], row["ends"]) == ("2027-06-07T11:00:00Z", "2027-06-07T12:30:00Z")


def test_roster_is_drafted_with_the_load_spread(database: Database, client: ClientFor) -> None:
    office, series = client(OFFICE), make_series(database)
    exam = make_exam(database, series)
    people = [make_person(database, "invigilator") for _ in range(2)]
    make_person(database, "invigilator", status="retired")
    chosen = []
    for number in range(4):
        paper = make_paper(database, exam, code=f"8300/{number}")
        enter(office, database, exam)
        session = plan(office, series, make_room(database), MORNING + dt.timedelta(days=number)).json()["data"]["id"]
        office.post(f"{SESSIONS}/{session}/seat", json={"componentId": paper})
        assert office.post(f"{SESSIONS}/{session}/roster").status_code == 200
        chosen += [row["invigilatorId"] for row in office.get(DUTIES, params={"sessionId": session}).json()["data"]]
        refused = office.post(f"{SESSIONS}/{session}/roster")
        assert refused.json()["error"] == "This session has enough invigilators"
    assert sorted(chosen) == sorted(people * 2)


def test_invigilator_keeps_only_the_register_of_own_sessions(database: Database, client: ClientFor) -> None:
    office, series = client(OFFICE), make_series(database)
    exam = make_exam(database, series)
    paper = make_paper(database, exam)
    candidate, _ = enter(office, database, exam)
    session = plan(office, series, make_room(database)).json()["data"]["id"]
    office.post(f"{SESSIONS}/{session}/seat", json={"componentId": paper})
    on_duty, other = (make_person(database, "invigilator") for _ in range(2))
    duty = _invite(office, session, on_duty).json()["data"]["id"]
    mine = client(person("invigilator", on_duty))
    assert mine.post(f"{DUTIES}/{duty}/confirm").status_code == 200
    (seat,) = mine.get(SEATS).json()["data"]
    assert mine.post(f"{SEATS}/{seat['id']}/late").status_code == 200
    assert row_of(database, exam_seat, seat["id"])["arrived"] is not None
    incident = {"at": MORNING.isoformat(), "text": "The fire alarm rang", "witness": "Grace Hopper"}
    assert mine.post(f"{SESSIONS}/{session}/incident", json=incident).status_code == 201
    assert office.get(f"{SESSIONS}/{session}").json()["data"]["incidents"][0]["witness"] == "Grace Hopper"
    stranger = client(person("invigilator", other))
    assert stranger.get(SEATS).json()["data"] == []
    assert stranger.post(f"{SEATS}/{seat['id']}/absent").status_code == 404
    own = client(person("candidate", candidate))
    assert [row["candidateId"] for row in own.get(SEATS).json()["data"]] == [candidate]
    assert own.post(f"{SEATS}/{seat['id']}/present").status_code == 403
    assert client(person("candidate", candidate + 1)).get(SEATS).json()["data"] == []


def test_missing_candidates_are_absent_when_the_session_ends(database: Database, client: ClientFor) -> None:
    office, series = client(OFFICE), make_series(database)
    exam = make_exam(database, series)
    paper = make_paper(database, exam)
    enter(office, database, exam)
    session = plan(office, series, make_room(database)).json()["data"]["id"]
    office.post(f"{SESSIONS}/{session}/seat", json={"componentId": paper})
    for move in ("begin", "finish"):
        assert office.post(f"{SESSIONS}/{session}/{move}").status_code == 200
    assert office.get(SEATS).json()["data"][0]["status"] == "absent"
    refused = office.put(f"{SESSIONS}/{session}", json={"field": "title", "newValue": "Later"})
    assert refused.json()["error"] == "This session is over"
