from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from time import perf_counter
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from people.calendar.model import booking, event
from people.exams.roster import drafting, rules
from people.exams.sessions.model import exam_seat, exam_session, invigilation
from services.people.tests.builders import (
    insert,
    make_course,
    make_exam,
    make_person,
    make_series,
    person,
    row_of,
    staff,
    teach,
)
from services.people.tests.exam_day.builders import AHEAD, invite, seated_session
from services.people.tests.exam_sessions.builders import MORNING, enter, make_paper, make_room
from staffroom_testing.plugin import ClientFor

pytestmark = pytest.mark.usefixtures("reference_data")

OFFICE = staff("examsOffice")
DUTIES, SESSIONS = "/api/v1/exams/invigilation", "/api/v1/exams/sessions"
RunJobs = Callable[[], list[dict[str, Any]]]


def test_relative_is_never_sole_and_needs_a_reason_with_others(database: Database, client: ClientFor) -> None:
    office = client(OFFICE)
    session, candidate = seated_session(office, database)
    aunt, other = make_person(database, "invigilator", first_name="Ruth"), make_person(database, "invigilator")
    relative = {"invigilatorId": aunt, "candidateId": candidate, "relation": "aunt"}
    assert office.post("/api/v1/exams/relatives", json=relative).status_code == 201
    sole = invite(office, session, aunt, overrideReason="Nobody else")
    assert (sole.status_code, "never the sole invigilator" in sole.json()["error"]) == (409, True)
    assert invite(office, session, other).status_code == 201
    refused = invite(office, session, aunt)
    assert (refused.status_code, refused.json()["code"]) == (409, "needs_reason")
    assert "Ruth Lovelace is aunt of Ada Lovelace" in refused.json()["error"]
    allowed = invite(office, session, aunt, overrideReason="Sits at the other end")
    duty = office.get(f"{DUTIES}/{allowed.json()['data']['id']}").json()["data"]
    assert (duty["override"], bool(duty["overrideBy"])) == ("Sits at the other end", True)
    assert "override" not in client(person("invigilator", aunt)).get(f"{DUTIES}/{duty['id']}").json()["data"]


def test_session_warns_when_relative_is_left_alone(database: Database, client: ClientFor) -> None:
    office = client(OFFICE)
    session, candidate = seated_session(office, database)
    aunt, other = make_person(database, "invigilator", first_name="Ruth"), make_person(database, "invigilator")
    office.post("/api/v1/exams/relatives", json={"invigilatorId": aunt, "candidateId": candidate, "relation": "aunt"})
    duty = invite(office, session, other).json()["data"]["id"]
    invite(office, session, aunt, overrideReason="Beside another")
    assert office.get(f"{SESSIONS}/{session}").json()["data"]["warnings"] == []
    client(person("invigilator", other)).post(f"{DUTIES}/{duty}/decline", json={"reason": "Ill"})
    warnings = office.get(f"{SESSIONS}/{session}").json()["data"]["warnings"]
    assert warnings == ["Ruth Lovelace is alone with Ada Lovelace, a relative"]


def test_teacher_of_the_subject_is_not_its_invigilator(database: Database, client: ClientFor) -> None:
    office = client(OFFICE)
    session, _ = seated_session(office, database)
    tutor = make_person(database, "tutor", user_id=77)
    teach(database, make_course(database, level="GCSE"), tutor)
    teacher = make_person(database, "invigilator", user_id=77)
    refused = invite(office, session, teacher, overrideReason="Nobody else")
    assert (refused.status_code, refused.json()["code"]) == (409, "not_allowed")
    assert "teaches Mathematics, which is sat here" in refused.json()["error"]
    (choice,) = office.get(f"{SESSIONS}/{session}/invigilators").json()["data"]
    assert [one["kind"] for one in choice["objections"]] == ["taught"]


def test_absence_is_explained_and_overridden_by_a_reason(database: Database, client: ClientFor) -> None:
    office = client(OFFICE)
    session, _ = seated_session(office, database)
    mine, other = make_person(database, "invigilator"), make_person(database, "invigilator")
    away = {
        "invigilatorId": mine,
        "starts": (AHEAD - dt.timedelta(hours=1)).isoformat(),
        "ends": (AHEAD + dt.timedelta(hours=9)).isoformat(),
        "note": "Dentist",
    }
    me = client(person("invigilator", mine))
    assert me.post("/api/v1/exams/away", json=away | {"invigilatorId": other}).status_code == 403
    assert me.post("/api/v1/exams/away", json=away).status_code == 201
    refused = invite(office, session, mine)
    assert "not available at this time (Dentist)" in refused.json()["error"]
    assert invite(office, session, mine, overrideReason="Agreed by telephone").status_code == 201


def test_draft_leaves_out_teachers_relatives_and_the_absent(
    database: Database, client: ClientFor, run_jobs: RunJobs
) -> None:
    office = client(OFFICE)
    session, candidate = seated_session(office, database, candidates=31)
    tutor = make_person(database, "tutor", user_id=77)
    teach(database, make_course(database, level="GCSE"), tutor)
    make_person(database, "invigilator", user_id=77)
    aunt, away = make_person(database, "invigilator"), make_person(database, "invigilator")
    office.post("/api/v1/exams/relatives", json={"invigilatorId": aunt, "candidateId": candidate, "relation": "aunt"})
    times = {"starts": AHEAD.isoformat(), "ends": (AHEAD + dt.timedelta(hours=1)).isoformat()}
    office.post("/api/v1/exams/away", json={"invigilatorId": away} | times)
    free = make_person(database, "invigilator")
    series = row_of(database, exam_session, session)["series_id"]
    assert office.post("/api/v1/exams/roster", json={"seriesId": series}).status_code == 202
    (job,) = [row for row in run_jobs() if row["kind"] == drafting.DRAFT.name]
    assert job["result"]["lacking"][0]["lacking"] == 1, "two are needed for 31, and one is free"
    duties = office.get(DUTIES, params={"sessionId": session}).json()["data"]
    assert [(row["invigilatorId"], row["role"], row["status"]) for row in duties] == [(free, "lead", "invited")]


def test_draft_of_120_sessions_spreads_the_load_within_ten_seconds(database: Database, client: ClientFor) -> None:
    office = client(OFFICE)
    series = make_series(database)
    exam = make_exam(database, series)
    rooms = [make_room(database, capacity=100) for _ in range(4)]
    candidates = [enter(office, database, exam) for _ in range(4)]
    for _ in range(60):
        make_person(database, "invigilator")
    for number in range(120):
        starts = MORNING + dt.timedelta(days=number // 4)
        times = {"starts": starts, "ends": starts + dt.timedelta(minutes=90)}
        planned = {"series_id": series, "title": f"Session {number}", "room_id": rooms[number % 4]}
        session = insert(database, exam_session, planned | times)
        candidate, entry = candidates[number % 4]
        seat = {"session_id": session, "entry_id": entry, "candidate_id": candidate, "seat": 1}
        paper = make_paper(database, exam, code=f"8300/{number}")
        insert(database, exam_seat, seat | times | {"component_id": paper})
    with database.transaction(OFFICE) as tx:
        sessions = list(tx.execute(sa.select(exam_session.c.id)).scalars())
        begun = perf_counter()
        answer = drafting.draft(tx, sessions)
        took = perf_counter() - begun
        count = sa.select(sa.func.count()).group_by(invigilation.c.invigilator_id)
        loads = list(tx.execute(count.select_from(invigilation)).scalars())
    assert (answer["sessions"], answer["lacking"]) == (120, [])
    assert max(loads) - min(loads) <= 1
    assert took < 10


def test_swap_is_taken_by_a_colleague_and_seen_by_the_office(database: Database, client: ClientFor) -> None:
    office = client(OFFICE)
    session, _ = seated_session(office, database)
    mine, other, third = (make_person(database, "invigilator") for _ in range(3))
    duty = invite(office, session, mine).json()["data"]["id"]
    swaps = "/api/v1/exams/swaps"
    me, colleague = client(person("invigilator", mine)), client(person("invigilator", other))
    assert colleague.post(swaps, json={"dutyId": duty}).status_code == 422, "another's duty"
    swap = me.post(swaps, json={"dutyId": duty, "toId": other, "note": "Wedding"}).json()["data"]["id"]
    assert me.post(swaps, json={"dutyId": duty}).status_code == 409, "asked once at a time"
    assert client(person("invigilator", third)).post(f"{swaps}/{swap}/take").status_code == 404
    assert me.post(f"{swaps}/{swap}/take").status_code == 403
    assert colleague.post(f"{swaps}/{swap}/take").status_code == 200
    row = office.get(f"{DUTIES}/{duty}").json()["data"]
    assert (row["invigilatorId"], row["status"]) == (other, "confirmed")
    (seen,) = office.get(swaps).json()["data"]
    assert (seen["status"], seen["fromId"], bool(seen["answered"])) == ("taken", mine, True)
    again = me.post(swaps, json={"dutyId": duty})
    assert again.status_code == 422


def test_swap_to_a_relative_is_refused(database: Database, client: ClientFor) -> None:
    office = client(OFFICE)
    session, candidate = seated_session(office, database)
    mine, aunt = make_person(database, "invigilator"), make_person(database, "invigilator")
    office.post("/api/v1/exams/relatives", json={"invigilatorId": aunt, "candidateId": candidate, "relation": "aunt"})
    duty = invite(office, session, mine).json()["data"]["id"]
    swap = client(person("invigilator", mine)).post("/api/v1/exams/swaps", json={"dutyId": duty}).json()["data"]["id"]
    refused = client(person("invigilator", aunt)).post(f"/api/v1/exams/swaps/{swap}/take")
    assert (refused.status_code, refused.json()["code"]) == (409, "not_allowed"), "sole once the other has left"


def test_confirmed_duty_is_in_the_calendar_with_its_iiid(database: Database, client: ClientFor) -> None:
    office = client(OFFICE)
    session, candidate = seated_session(office, database, candidates=2)
    mine = make_person(database, "invigilator")
    duty = invite(office, session, mine).json()["data"]["id"]
    assert office.get(DUTIES).json()["data"][0]["iiId"] is None
    me = client(person("invigilator", mine))
    assert me.post(f"{DUTIES}/{duty}/confirm").status_code == 200
    number = row_of(database, exam_session, session)["event_id"]
    assert row_of(database, event, number)["type"] == "invigilation session"
    ii_id = office.get(DUTIES).json()["data"][0]["iiId"]
    assert row_of(database, booking, ii_id)["person_id"] == mine
    (own,) = me.get("/api/v1/invigilation/my", params={"from": AHEAD.date().isoformat()}).json()["data"]
    assert own["iiId"] == ii_id
    later = AHEAD + dt.timedelta(hours=1)
    office.put(f"{SESSIONS}/{session}", json={"field": "starts", "newValue": later.isoformat()})
    assert row_of(database, event, number)["starts"] == later
    shown = client(person("candidate", candidate)).get(f"/api/v1/events/{number}").json()["data"]["people"]
    assert [one["id"] for one in shown if one["kind"] == "candidate"] == [candidate], "no name of another candidate"
    me.post(f"{DUTIES}/{duty}/decline", json={"reason": ""})
    assert row_of(database, booking, ii_id)["status"] == "declined"
    office.post(f"{SESSIONS}/{session}/cancel")
    assert row_of(database, event, number)["status"] == "cancelled"


def test_choices_for_a_session_have_the_objections_to_each(database: Database, client: ClientFor) -> None:
    office = client(OFFICE)
    session, _ = seated_session(office, database)
    first, second = make_person(database, "invigilator"), make_person(database, "invigilator")
    invite(office, session, first)
    rows = office.get(f"{SESSIONS}/{session}/invigilators").json()["data"]
    assert [(row["id"], row["duties"], [one["kind"] for one in row["objections"]]) for row in rows] == [
        (second, 0, []),
        (first, 1, ["busy"]),
    ]
    assert rules.BY_REASON not in str(rows)
