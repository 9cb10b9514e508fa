from __future__ import annotations

import datetime as dt
from time import perf_counter
from typing import Any

import pytest

from kit.database import Database
from people.exams.plans.seating import Room
from people.exams.plans.seating import plan as plan_seats
from people.exams.sessions.model import exam_seat, exam_session
from services.people.tests.builders import (
    make_exam,
    make_person,
    make_series,
    person,
    row_of,
    staff,
)
from services.people.tests.exam_entries.builders import make_candidate
from services.people.tests.exam_sessions.builders import MORNING, enter, make_arrangement, make_paper, make_room, plan
from staffroom_testing.plugin import ClientFor, Published

pytestmark = pytest.mark.usefixtures("reference_data")

OFFICE = staff("examsOffice")
SESSIONS, SEATS, SITTINGS = (f"/api/v1/exams/{name}" for name in ("sessions", "seats", "sittings"))


def _sitting(series: int, *rooms: int) -> dict[str, Any]:
    return {"seriesId": series, "day": "2027-06-07", "session": "am", "rooms": list(rooms)}


def test_two_thousand_are_seated_within_a_second_one_paper_apart() -> None:
    waiting = {paper: list(range(paper * 10_000, paper * 10_000 + 500)) for paper in (1, 2, 3, 4)}
    rooms = [Room(number, 250, rows=25) for number in range(8)]
    begun = perf_counter()
    placed = plan_seats(waiting, rooms)
    assert perf_counter() - begun < 1
    assert len(placed) == 2000
    clashing = [room for room in rooms for seat, paper in room.taken.items() if paper in room.sides(seat)]
    assert not clashing, "nobody has the same paper at a side"
    for paper, entries in waiting.items():
        assert [one.entry for one in placed if one.paper == paper] == entries, "in the order of numbers"


def test_last_paper_fills_the_seats_that_are_left() -> None:
    room = Room(1, 6, rows=3)
    assert [one.seat for one in plan_seats({7: [1, 2, 3, 4, 5, 6, 8]}, [room])] == [1, 2, 3, 4, 5, 6]


def test_sitting_fills_rooms_with_two_papers_in_columns(database: Database, client: ClientFor) -> None:
    office, series = client(OFFICE), make_series(database)
    maths, physics = make_exam(database, series), make_exam(database, series, subject="Physics")
    papers = make_paper(database, maths), make_paper(database, physics, code="8463/1", minutes=60)
    for exam in (maths, physics):
        for _ in range(4):
            enter(office, database, exam)
    apart, _ = enter(office, database, maths)
    make_arrangement(database, apart, "separateRoom")
    hall, single = make_room(database, rows=4, columns=5), make_room(database, separate=True, capacity=2)
    answer = office.post(SITTINGS, json=_sitting(series, hall, single))
    assert answer.status_code == 200, answer.text
    result = answer.json()["data"]
    assert (result["seated"], result["left"], result["clashes"], len(result["sessions"])) == (9, 0, 0, 2)
    rows = office.get(SEATS, params={"sessionId": result["sessions"][0]}).json()["data"]
    by_seat = {row["seat"]: row["componentId"] for row in rows}
    assert [by_seat[seat] for seat in range(1, 9)] == [papers[0]] * 4 + [papers[1]] * 4
    (alone,) = office.get(SEATS, params={"sessionId": result["sessions"][1]}).json()["data"]
    assert alone["candidateId"] == apart
    again = office.post(SITTINGS, json=_sitting(series, hall, single)).json()["data"]
    assert (again["seated"], again["sessions"]) == (0, result["sessions"]), "a second run seats nobody twice"


def test_sitting_names_those_who_sit_two_papers(database: Database, client: ClientFor) -> None:
    office, series = client(OFFICE), make_series(database)
    maths, physics = make_exam(database, series), make_exam(database, series, subject="Physics")
    longer = make_paper(database, maths)
    make_paper(database, physics, code="8463/1", minutes=60)
    candidate, _ = enter(office, database, maths)
    office.post("/api/v1/exams/entries", json={"candidateId": candidate, "examId": physics})
    result = office.post(SITTINGS, json=_sitting(series, make_room(database))).json()["data"]
    assert (result["seated"], result["clashes"]) == (1, 1)
    (row,) = office.get(SEATS).json()["data"]
    assert row["componentId"] == longer


def test_room_with_chairs_too_close_is_refused(database: Database, client: ClientFor) -> None:
    office, series = client(OFFICE), make_series(database)
    exam = make_exam(database, series)
    paper = make_paper(database, exam)
    enter(office, database, exam)
    room = make_room(database, distance=100)
    refused = office.post(SITTINGS, json=_sitting(series, room))
    assert (refused.status_code, "100 cm apart; 125 cm" in refused.json()["error"]) == (409, True)
    session = plan(office, series, room).json()["data"]["id"]
    assert office.post(f"{SESSIONS}/{session}/seat", json={"componentId": paper}).status_code == 409


def test_session_does_not_move_to_room_with_chairs_too_close(database: Database, client: ClientFor) -> None:
    office, series = client(OFFICE), make_series(database)
    close = make_room(database, distance=100)
    session = plan(office, series, make_room(database)).json()["data"]["id"]
    refused = office.post(f"{SESSIONS}/{session}/moveroom", json={"roomId": close, "reason": "Water in the hall"})
    assert (refused.status_code, "100 cm apart; 125 cm" in refused.json()["error"]) == (409, True)
    edited = office.put(f"{SESSIONS}/{session}", json={"field": "roomId", "newValue": close})
    assert (edited.status_code, edited.json()["error"]) == (409, refused.json()["error"])
    rule = {"rule": "distance", "number": 95, "validFrom": MORNING.date().isoformat(), "source": "JCQ"}
    assert office.post("/api/v1/exams/rules", json=rule).status_code == 201
    assert office.put(f"{SESSIONS}/{session}", json={"field": "roomId", "newValue": close}).status_code == 200


def test_candidate_changes_seats_on_the_plan(database: Database, client: ClientFor) -> None:
    office, series = client(OFFICE), make_series(database)
    exam = make_exam(database, series)
    paper = make_paper(database, exam)
    for _ in range(2):
        enter(office, database, exam)
    session = plan(office, series, make_room(database, rows=4, columns=5)).json()["data"]["id"]
    office.post(f"{SESSIONS}/{session}/seat", json={"componentId": paper})
    shown = office.get(f"{SESSIONS}/{session}/plan").json()["data"]
    first, second = shown["seats"]
    assert (shown["rows"], shown["columns"], first["seat"], second["seat"]) == (4, 5, 1, 2)
    swapped = office.post(f"{SEATS}/{first['id']}/place", json={"seat": 2}).json()["data"]
    assert swapped == {"id": first["id"], "seat": 2, "swapped": second["id"]}
    office.post(f"{SEATS}/{first['id']}/place", json={"seat": 20})
    seats = office.get(f"{SESSIONS}/{session}/plan").json()["data"]["seats"]
    assert [(one["id"], one["seat"]) for one in seats] == [(second["id"], 1), (first["id"], 20)]
    assert office.post(f"{SEATS}/{first['id']}/place", json={"seat": 21}).status_code == 409
    for who in (staff(), person("invigilator", 1)):
        assert client(who).post(f"{SEATS}/{first['id']}/place", json={"seat": 3}).status_code in (403, 404)


def test_plan_is_for_staff_and_invigilators_on_duty(database: Database, client: ClientFor) -> None:
    office, series = client(OFFICE), make_series(database)
    session = plan(office, series, make_room(database)).json()["data"]["id"]
    mine, other = make_person(database, "invigilator"), make_person(database, "invigilator")
    office.post("/api/v1/exams/invigilation", json={"sessionId": session, "invigilatorId": mine, "role": "lead"})
    path = f"{SESSIONS}/{session}/plan"
    for who, status in (
        (staff(), 200),
        (person("invigilator", mine), 200),
        (person("invigilator", other), 404),
        (person("candidate", 1), 403),
    ):
        assert client(who).get(path).status_code == status


def test_clashes_and_long_days_ask_for_a_plan(database: Database, client: ClientFor) -> None:
    office, series = client(OFFICE), make_series(database)
    maths, physics = make_exam(database, series), make_exam(database, series, subject="Physics")
    make_paper(database, maths)
    make_paper(database, physics, code="8463/1", minutes=60)
    make_paper(database, maths, code="8300/2", minutes=150, session="pm")
    both, _ = enter(office, database, maths, candidate_number="0010")
    office.post("/api/v1/exams/entries", json={"candidateId": both, "examId": physics})
    slow, _ = enter(office, database, maths, candidate_number="0020")
    make_arrangement(database, slow, "extraTime50", percent=50)
    enter(office, database, maths, candidate_number="0030")
    path = f"/api/v1/exams/series/{series}/clashes"
    rows = office.get(path).json()["data"]
    assert [(row["number"], row["kind"], row["minutes"], row["allowed"], row["planned"]) for row in rows] == [
        ("0010", "clash", 300, 330, False),
        ("0020", "long", 360, 330, False),
    ]
    body = {
        "candidateId": both,
        "day": "2027-06-07",
        "papers": "09:00 Mathematics, 10:40 Physics",
        "supervision": "Mrs Amsel, room 4",
    }
    assert office.post("/api/v1/exams/dayplans", json=body).status_code == 201
    assert [row["planned"] for row in office.get(path).json()["data"]] == [False, True]
    assert client(person("candidate", both)).get("/api/v1/exams/dayplans").json()["data"][0]["day"] == "2027-06-07"
    assert client(person("candidate", slow)).get("/api/v1/exams/dayplans").json()["data"] == []


def test_session_moves_to_another_room_with_its_seats(database: Database, client: ClientFor) -> None:
    office, series = client(OFFICE), make_series(database)
    exam = make_exam(database, series)
    make_paper(database, exam)
    paper = make_paper(database, exam, code="8300/2")
    _, entry = enter(office, database, exam)
    session = plan(office, series, make_room(database)).json()["data"]["id"]
    seat = office.post(SEATS, json={"sessionId": session, "entryId": entry, "componentId": paper, "seat": 15}).json()[
        "data"
    ]["id"]
    small = make_room(database, capacity=3)
    answer = office.post(f"{SESSIONS}/{session}/moveroom", json={"roomId": small, "reason": "Water in the hall"})
    assert answer.status_code == 200, answer.text
    assert row_of(database, exam_seat, seat)["seat"] == 1
    detail = office.get(f"{SESSIONS}/{session}").json()["data"]
    assert (detail["roomId"], "Water in the hall" in detail["incidents"][0]["text"]) == (small, True)
    other = plan(office, series, make_room(database), MORNING + dt.timedelta(hours=4)).json()["data"]["id"]
    taken = office.post(f"{SESSIONS}/{other}/moveroom", json={"roomId": small, "reason": "Noise"})
    assert taken.status_code == 200, "another time"
    refused = plan(office, series, small)
    assert (refused.status_code, refused.json()["error"]) == (409, "This room has another session at this time")


def test_candidate_without_entry_is_seated_and_logged(
    database: Database, client: ClientFor, published: Published
) -> None:
    office, series = client(OFFICE), make_series(database)
    exam = make_exam(database, series)
    paper = make_paper(database, exam)
    candidate = make_candidate(database)
    session = plan(office, series, make_room(database)).json()["data"]["id"]
    body = {"candidateId": candidate, "componentId": paper, "reason": "The form was never sent"}
    assert office.post(f"{SESSIONS}/{session}/admit", json=body).status_code == 200
    (row,) = office.get(SEATS, params={"sessionId": session}).json()["data"]
    assert (row["candidateId"], row["seat"]) == (candidate, 1)
    (entry,) = office.get("/api/v1/exams/entries", params={"candidateId": candidate}).json()["data"]
    assert entry["status"] == "planned"
    billed = [payload["id"] for subject, _, payload in published() if "exam_entry" in subject]
    assert billed == [entry["id"]], "finance bills it as any other"
    incidents = office.get(f"{SESSIONS}/{session}").json()["data"]["incidents"]
    assert "came without an entry" in incidents[0]["text"]
    assert row_of(database, exam_session, session)["ends"] == MORNING + dt.timedelta(minutes=90)
