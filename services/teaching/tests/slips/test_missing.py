"""The missing parts of a slip before submission: named by field, in the order of the checks."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.database import Database
from kit.policy import as_service
from services.teaching.tests.builders import COMPLETE, make_copies, make_invigilation, make_slip, row_of
from services.teaching.tests.slips.test_writing import NOW, OFFICE, STUDENT, TUTOR
from staffroom_testing.plugin import ClientFor
from teaching.copies.model import event, event_person, person

SLIP = "/api/v1/slip"


def missing(client: ClientFor, number: int, who: Any = TUTOR) -> list[tuple[str, str]]:
    return [(one["field"], one["title"]) for one in client(who).get(f"{SLIP}/{number}/missing").json()["data"]]


def test_every_missing_part_is_named_with_its_popup(client: ClientFor, database: Database) -> None:
    make_copies(database)
    number = make_slip(database, reach_grade="A", cat2=None, cat3=1, comment2="<p>Short</p>", on_time=None)
    assert missing(client, number) == [
        ("onTime", "Timekeeping"),
        ("ot1", "Grade tracking"),
        ("cat2", "Performance"),
        ("cat3Comment", "Justifications"),
        ("comment2", "Comment"),
    ]
    asked = client(TUTOR).post(f"{SLIP}/{number}/mark/submitted?dryRun=true").json()
    assert (asked["title"], asked["error"]) == ("Timekeeping", "Please set student timekeeping")
    assert asked["fields"] == {"onTime": "Please set student timekeeping"}
    assert row_of(database, number)["status"] == "saved"
    whole = make_slip(database)
    assert missing(client, whole) == []
    assert client(TUTOR).post(f"{SLIP}/{whole}/mark/submitted?dryRun=true").status_code == 200
    assert row_of(database, whole)["status"] == "saved", "a dry run moves nothing"
    assert client(STUDENT).get(f"{SLIP}/{whole}/missing").status_code == 403


def test_an_unplanned_absence_has_its_reason(client: ClientFor, database: Database) -> None:
    make_copies(database)
    absent = {**dict.fromkeys(COMPLETE), "comment": "", "comment2": "", "comment3": "", "present": "unplannedAbsence"}
    number = make_slip(database, **absent)
    assert missing(client, number) == [("absenceReason", "Absence")]
    refused = client(TUTOR).post(f"{SLIP}/{number}/mark/submitted")
    assert (refused.status_code, refused.json()["title"]) == (422, "Absence")
    assert refused.json()["error"] == "Please give the reason of the unplanned absence"
    client(TUTOR).put(f"{SLIP}/{number}", json={"field": "absenceReason", "newValue": "Ill"})
    assert client(TUTOR).post(f"{SLIP}/{number}/mark/submitted").status_code == 200
    assert missing(client, make_slip(database, **{**absent, "present": "plannedAbsence"})) == []
    before = make_slip(database, **absent, status="submitted")
    assert client(OFFICE).post(f"{SLIP}/{before}/mark/checked").status_code == 200, "submitted before the rule"


def test_sessions_sort_among_students_by_their_title(client: ClientFor, database: Database) -> None:
    make_copies(database)
    for name in ("Zoe", "Ada"):
        make_slip(database, student_name=name)
    make_invigilation(database)
    rows = client(OFFICE).get("/api/v1/slips?sort=student&page=1").json()["data"]
    assert [row["student"] for row in rows] == ["Ada", "Room 3, morning", "Zoe"]


def test_the_session_names_its_candidates_the_tutorial_its_zoom_room(client: ClientFor, database: Database) -> None:
    make_copies(database)
    with database.transaction(as_service("teaching")) as tx:
        about = {"type": "tutorial", "title": "", "status": "active", "starts": NOW, "ends": NOW, "all_day": True}
        tx.execute(sa.insert(event).values(id=5, zoom_tutor_id=7, **about))
        tx.execute(sa.insert(person).values(kind="candidate", id=9, name="Cara", user_id=0))
        for ewp, kind, number in ((61, "candidate", 9), (62, "student", 1), (63, "tutor", 1)):
            on_it = {"event_id": 5, "person_id": number, "status": "accepted", "starts": NOW}
            tx.execute(sa.insert(event_person).values(id=ewp, kind=kind, **on_it))
    tutorial = client(OFFICE).get(f"{SLIP}/{make_slip(database)}").json()["data"]["tutorial"]
    assert (tutorial["allDay"], tutorial["zoomTutorId"]) == (True, 7)
    session = client(OFFICE).get(f"{SLIP}/{make_invigilation(database)}").json()["data"]["invigilationSession"]
    assert session["candidateInvigilations"] == [
        {"id": 61, "kind": "candidate", "personId": 9, "name": "Cara", "status": "accepted"},
        {"id": 62, "kind": "student", "personId": 1, "name": "Sam Student", "status": "accepted"},
    ]
