"""A slip is begun from the calendar, written field by field, and submitted."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.policy import as_service
from kit.values.days import LONDON
from services.teaching.tests.builders import COMPLETE, COMPLETE_PT, make_copies, make_slip, make_target, row_of
from services.teaching.tests.copies.test_calendar import hear
from staffroom.people.events.v1.events_pb2 import EventChanged
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor, Published
from teaching.copies.events import keep_event
from teaching.copies.model import course_student, event, event_person, person
from teaching.events import SLIP_CHANGED
from teaching.slips import attributes
from teaching.slips.events import event_changed
from teaching.slips.model import slip_deadline

OFFICE = actor("staff")
TUTOR = actor("tutor", persons={"tutor": 1})
OTHER_TUTOR = actor("tutor", persons={"tutor": 2})
INVIGILATOR = actor("invigilator", persons={"invigilator": 1})
STUDENT = actor("student", persons={"student": 1})
SLIP = "/api/v1/slip"
EWP, TUTOR_EWP, IIID = 31, 30, 32
NOW = dt.datetime.now(dt.UTC).replace(minute=0, second=0, microsecond=0)
YESTERDAY = NOW - dt.timedelta(days=1)


def make_tutorial(database: Database, **values: Any) -> None:
    """Insert an event of yesterday with tutor 1, student 1 on course 1 (cws 3) and invigilator 1."""
    make_copies(database)
    about = {
        "id": 20,
        "type": "tutorial",
        "title": "Physics",
        "starts": YESTERDAY,
        "location": "Bodley room",
        "ends": YESTERDAY + dt.timedelta(hours=1),
        "course_id": 1,
        "status": "active",
    } | values
    people = ((TUTOR_EWP, "tutor", None), (EWP, "student", 3), (IIID, "invigilator", None))
    with database.transaction(as_service("teaching")) as tx:
        tx.execute(sa.insert(event).values(about))
        on_it = {"event_id": 20, "person_id": 1, "status": "accepted", "starts": about["starts"]}
        rows = [on_it | {"id": ewp, "kind": kind, "cws_id": cws} for ewp, kind, cws in people]
        tx.execute(sa.insert(event_person), rows)
        cws = {"id": 3, "course_id": 1, "student_id": 1, "status": "active", "reach_grade": "A*"}
        tx.execute(sa.insert(course_student).values(cws))


def begin(client: ClientFor, who: Any = TUTOR, **body: Any) -> Any:
    return client(who).post(SLIP, json={"ewpId": EWP, "saveOnly": True, "present": "present", "onTime": 0} | body)


def test_a_begun_slip_is_published_with_its_event(client: ClientFor, database: Database, published: Published) -> None:
    """People asks before an event with a slip is cancelled or moved."""
    make_tutorial(database)
    slip_id = begin(client).json()["data"]["id"]
    payloads = [payload for subject, _, payload in published() if subject == SLIP_CHANGED.subject]
    assert [(one["id"], one["eventId"], one["ewpId"], one["status"]) for one in payloads] == [
        (slip_id, 20, EWP, "saved")
    ]


def test_a_slip_is_begun_from_its_tutorial(client: ClientFor, database: Database) -> None:
    make_tutorial(database)
    answer = begin(client, type="default", version=4)
    assert answer.status_code == 201, answer.text
    slip = client(TUTOR).get(f"{SLIP}/{answer.json()['data']['id']}").json()["data"]
    assert slip["title"] == f"Sam Student, Physics, {YESTERDAY:%d/%m/%Y}"
    assert (slip["type"], slip["version"], slip["slipMeta"]["status"]) == ("default", 4, "saved")
    assert (slip["course"]["id"], slip["course"]["cwsId"], slip["department"]["id"]) == (1, 3, 1)
    assert (slip["student"]["name"], slip["tutor"]["name"]) == ("Sam Student", "Tom Tutor")
    assert (slip["tutorial"]["id"], slip["tutorial"]["ewpId"], slip["tutorial"]["location"]) == (20, EWP, "Bodley room")
    assert slip["courseWithStudentInfo"]["reachGrade"] == "A*"
    assert (slip["slipData"]["present"], slip["slipData"]["onTime"]) == ("present", 0)
    assert slip["slipData"]["absenceActionTaken"] == "" and "absenceActionTaken" not in slip["may"]["edit"]
    again = begin(client)
    assert (again.status_code, again.json()["error"]) == (409, "This tutorial already has a slip")


def test_a_saved_field_has_the_same_value_in_every_part_of_the_answer(client: ClientFor, database: Database) -> None:
    """`slipData` repeats the fields of the slip."""
    make_tutorial(database)
    slip_id = begin(client).json()["data"]["id"]
    saved = {"present": "unplannedAbsence", "onTime": None, "absenceReason": "Ill", "cat1": 4, "comment": "<p>Ill</p>"}
    for field, value in saved.items():
        answer = client(TUTOR).put(f"{SLIP}/{slip_id}", json={"field": field, "newValue": value})
        assert answer.status_code == 200, answer.text
    slip = client(TUTOR).get(f"{SLIP}/{slip_id}").json()["data"]
    twice = {entry.name for entry in attributes.SLIP if (entry.at or "").startswith("slipData.")} & slip.keys()
    assert saved.keys() < twice and twice == slip["slipData"].keys()
    assert {name: slip[name] for name in twice} == slip["slipData"]
    assert {name: slip[name] for name in saved} == saved


def test_new_slip_is_saved_by_default(client: ClientFor, database: Database) -> None:
    """readings.md: `saveOnly` left out means saved, for every type."""
    make_tutorial(database, type="invigilation session", course_id=None, department_id=1)
    created = client(INVIGILATOR).post(SLIP, json={"iiId": IIID})
    assert created.status_code == 201, created.text
    assert row_of(database, created.json()["data"]["id"])["status"] == "saved"


@pytest.mark.parametrize(
    ("ot1", "status"), [("onTrack", 200), ("behind", 200), ("na", 200), ("ahead", 422), ("farBehind", 422)]
)
def test_the_study_plan_is_on_track_behind_or_neither(
    client: ClientFor, database: Database, ot1: str, status: int
) -> None:
    slip_id = make_slip(database, **{**COMPLETE_PT, "ot1": ot1})
    make_target(database)
    answer = client(TUTOR).post(f"{SLIP}/{slip_id}/mark/submitted")
    assert answer.status_code == status, answer.text
    if status == 422:
        assert (answer.json()["title"], list(answer.json()["fields"])) == ("Grade tracking", ["ot1"])


def test_may_delete_is_that_of_the_move(client: ClientFor, database: Database) -> None:
    saved, approved = make_slip(database), make_slip(database, status="approved", tutorial_id=6)
    admin = actor("staff", "sysAdmin")
    assert client(admin).get(f"{SLIP}/{saved}").json()["data"]["may"]["delete"] is True
    assert client(admin).get(f"{SLIP}/{approved}").json()["data"]["may"]["delete"] is False
    assert client(OFFICE).get(f"{SLIP}/{saved}").json()["data"]["may"]["delete"] is False


def test_a_colleague_in_the_same_room_writes_their_own_slip(client: ClientFor, database: Database) -> None:
    make_tutorial(database, type="invigilation session", course_id=None, department_id=1)
    with database.transaction(as_service("teaching")) as tx:
        colleague = {"id": IIID + 10, "event_id": 20, "kind": "invigilator", "person_id": 2, "status": "accepted"}
        tx.execute(sa.insert(event_person).values(colleague | {"starts": YESTERDAY}))
    for who in (INVIGILATOR, TUTOR):
        answers = [client(who).post(SLIP, json={"iiId": IIID + 10}), client(who).post(SLIP, json={"ewpId": IIID + 10})]
        assert [answer.status_code for answer in answers] == [404, 404]
    assert client(OFFICE).post(SLIP, json={"iiId": IIID + 10}).status_code == 201


def test_the_event_determines_the_kind_of_slip(client: ClientFor, database: Database) -> None:
    make_tutorial(database, type="pTutorial")
    refused = begin(client, type="default")
    assert refused.json()["fields"]["type"] == "A new slip of this tutorial has the type PT"
    slip_id = begin(client).json()["data"]["id"]
    assert row_of(database, slip_id)["type"] == "PT"


def test_an_invigilation_slip_is_begun_at_once(client: ClientFor, database: Database) -> None:
    make_tutorial(database, type="invigilation session", course_id=None, department_id=1)
    body = {"iiId": IIID, "comment": "<p>No incidents</p>", "saveOnly": False}
    slip_id = client(INVIGILATOR).post(SLIP, json=body).json()["data"]["id"]
    row = row_of(database, slip_id)
    assert (row["type"], row["status"], row["invigilator_id"], row["student_id"]) == (
        "invigilation",
        "submitted",
        1,
        None,
    )


@pytest.mark.parametrize(
    ("tutorial", "body", "who", "status", "text"),
    [
        ({}, {"ewpId": None}, TUTOR, 422, "Please say which tutorial it is of (ewpId), or which session (iiId)"),
        ({}, {"ewpId": TUTOR_EWP}, TUTOR, 404, None),
        ({}, {"ewpId": 999}, OFFICE, 404, None),
        ({}, {}, OTHER_TUTOR, 404, None),
        ({}, {}, STUDENT, 403, None),
        ({}, {"version": 3}, TUTOR, 422, "A new slip of this tutorial has the version 4"),
        ({"status": "cancelled"}, {}, TUTOR, 409, "This tutorial was cancelled, so it has no slip"),
        (
            {"starts": NOW + dt.timedelta(days=1), "ends": NOW + dt.timedelta(days=1, hours=1)},
            {},
            TUTOR,
            409,
            "This tutorial has not begun yet. Only a planned absence can be entered before",
        ),
        (
            {"starts": NOW + dt.timedelta(days=1), "ends": NOW + dt.timedelta(days=1, hours=1)},
            {"present": "plannedAbsence", "onTime": None},
            TUTOR,
            201,
            None,
        ),
        ({}, {"present": "present", "onTime": None, "saveOnly": False}, TUTOR, 422, "Please set student timekeeping"),
    ],
)
def test_slips_are_begun_by_their_writers(
    client: ClientFor,
    database: Database,
    tutorial: dict[str, Any],
    body: dict[str, Any],
    who: Any,
    status: int,
    text: str | None,
) -> None:
    make_tutorial(database, **tutorial)
    answer = begin(client, who, **body)
    assert answer.status_code == status, answer.text
    if text is not None:
        assert answer.json()["error"] == text


@pytest.mark.parametrize(
    ("status", "who", "field", "code"),
    [
        ("saved", TUTOR, "comment", 200),
        ("returned", TUTOR, "comment", 200),
        ("saved", OFFICE, "comment", 200),
        ("submitted", TUTOR, "comment", 409),
        ("checked", OFFICE, "comment", 409),
        ("approved", TUTOR, "comment", 409),
        ("saved", TUTOR, "absenceActionTaken", 403),
        ("approved", OFFICE, "absenceActionTaken", 200),
        ("saved", OTHER_TUTOR, "comment", 404),
        ("approved", STUDENT, "comment", 403),
        ("deleted", OFFICE, "comment", 404),
    ],
)
def test_slips_are_written_only_while_open(
    client: ClientFor, database: Database, status: str, who: Any, field: str, code: int
) -> None:
    slip_id = make_slip(database, status=status)
    answer = client(who).put(f"{SLIP}/{slip_id}", json={"field": field, "newValue": "Worked well"})
    assert answer.status_code == code, answer.text


def test_simultaneous_edits_on_two_devices_conflict(client: ClientFor, database: Database) -> None:
    slip_id = make_slip(database, comment="")
    tutor = client(TUTOR)
    write = {"field": "comment", "newValue": "<p>On the phone</p>", "oldValue": ""}
    assert tutor.put(f"{SLIP}/{slip_id}", json=write).status_code == 200
    late = tutor.put(f"{SLIP}/{slip_id}", json=write | {"newValue": "<p>On the laptop</p>"})
    assert (late.status_code, late.json()["value"]) == (409, "<p>On the phone</p>")


def test_status_is_a_field_as_well(client: ClientFor, database: Database) -> None:
    slip_id = make_slip(database)
    answer = client(TUTOR).put(f"{SLIP}/{slip_id}", json={"field": "status", "newValue": "submitted"})
    assert answer.status_code == 200, answer.text
    assert row_of(database, slip_id)["status"] == "submitted"


@pytest.mark.parametrize("move", ["checked", "approved", "reviewed"])
def test_nobody_approves_their_own(client: ClientFor, database: Database, move: str) -> None:
    both = actor("staff", "tutor", persons={"tutor": 1})
    mine = make_slip(database, status="submitted")
    written = make_slip(database, status="submitted", tutor_id=2, written_by_id=OFFICE.user_id)
    for who, slip_id in ((both, mine), (OFFICE, written)):
        answer = client(who).post(f"{SLIP}/{slip_id}/mark/{move}")
        assert (answer.status_code, answer.json()["error"]) == (409, "You cannot approve your own work")


def test_a_return_is_undone_until_its_tutor_opens_it(client: ClientFor, database: Database) -> None:
    office, tutor = client(OFFICE), client(TUTOR)
    slip_id = make_slip(database, status="submitted")
    reason = {"returnReason": "Please say more about the homework"}
    office.post(f"{SLIP}/{slip_id}/mark/returned", json=reason)
    assert office.post(f"{SLIP}/{slip_id}/mark/notreturned").json()["data"]["status"] == "submitted"
    assert row_of(database, slip_id)["return_reason"] == ""
    office.post(f"{SLIP}/{slip_id}/mark/returned", json=reason)
    assert tutor.post(f"{SLIP}/{slip_id}/mark/opened").status_code == 200
    refused = office.post(f"{SLIP}/{slip_id}/mark/notreturned")
    assert refused.json()["error"] == "The tutor has opened it since. It can no longer be taken back"


def test_a_student_reads_an_approved_slip(client: ClientFor, database: Database) -> None:
    approved, saved = make_slip(database, status="approved", private="<p>Between us</p>"), make_slip(database)
    student = client(STUDENT)
    assert student.post(f"{SLIP}/{saved}/mark/read").status_code == 404
    assert student.post(f"{SLIP}/{approved}/mark/read").status_code == 200
    slip = student.get(f"{SLIP}/{approved}").json()["data"]
    assert row_of(database, approved)["student_read"] is True and "studentRead" not in slip["slipMeta"]
    assert "private" not in slip and "private" not in slip["slipData"] and "absenceActionTaken" not in slip
    assert slip["may"]["edit"] == slip["moves"] == []


def test_a_department_has_its_own_time(client: ClientFor, database: Database) -> None:
    make_tutorial(database)
    with database.transaction(as_service("teaching")) as tx:
        tx.insert(slip_deadline, {"department_id": 1, "hours": 48})
    slip_id = begin(client).json()["data"]["id"]
    assert row_of(database, slip_id)["due"] == YESTERDAY + dt.timedelta(hours=49)


def test_a_slip_follows_its_tutorial_until_it_is_handed_in(client: ClientFor, database: Database) -> None:
    make_tutorial(database)
    slip_id = begin(client).json()["data"]["id"]
    handed_in = make_slip(database, tutorial_id=20, status="submitted")
    later = YESTERDAY + dt.timedelta(hours=2)
    values = {
        "id": 20,
        "type": "tutorial",
        "title": "Physics",
        "courseId": 1,
        "status": "active",
        "location": "Zoom",
        "start": later.isoformat(),
        "end": (later + dt.timedelta(hours=1)).isoformat(),
    }
    hear(database, EventChanged, keep_event, values)
    hear(database, EventChanged, event_changed, values)
    row = row_of(database, slip_id)
    assert (row["tutorial_start"], row["location"], row["due"]) == (later, "Zoom", later + dt.timedelta(hours=25))
    assert row_of(database, handed_in)["location"] == ""
    hear(database, EventChanged, keep_event, values | {"status": "cancelled"})
    assert client(TUTOR).get(f"{SLIP}/{slip_id}").json()["data"]["tutorial"]["isCancelled"] is True


def test_list_of_slips_to_write(client: ClientFor, database: Database) -> None:
    make_tutorial(database)
    listed = "/api/v1/slip/unwritten"
    for who in (OFFICE, TUTOR):
        (row,) = client(who).get(f"{listed}?page=1").json()["data"]
        assert (row["id"], row["student"], row["tutor"], row["status"]) == (EWP, "Sam Student", "Tom Tutor", "none")
    assert client(OTHER_TUTOR).get(f"{listed}?page=1").json()["data"] == []
    assert client(STUDENT).get(f"{listed}?page=1").status_code == 403
    slip_id = begin(client).json()["data"]["id"]
    (row,) = client(OFFICE).get(f"{listed}?page=1").json()["data"]
    assert (row["status"], row["slipId"]) == ("saved", slip_id)
    with database.transaction(as_service("teaching")) as tx:
        tx.execute(sa.text("UPDATE slip SET status = 'submitted'"))
    assert client(OFFICE).get(f"{listed}?page=1").json()["data"] == []


def test_the_third_unplanned_absence_in_four_weeks_is_flagged(client: ClientFor, database: Database) -> None:
    ids = [
        make_slip(
            database,
            present="unplannedAbsence",
            tutorial_start=YESTERDAY - dt.timedelta(days=days),
            tutorial_end=YESTERDAY - dt.timedelta(days=days),
        )
        for days in (60, 27, 10, 0)
    ]
    make_slip(database, student_id=2, present="unplannedAbsence", tutorial_start=YESTERDAY, tutorial_end=YESTERDAY)
    rows = client(OFFICE).get("/api/v1/slip/absences?page=1&isFlagged=true").json()["data"]
    assert [row["id"] for row in rows] == ids[-1:]
    assert len(client(OFFICE).get("/api/v1/slip/absences?page=1").json()["data"]) == 5


def test_absences_show_who_was_under_18_that_day(client: ClientFor, database: Database) -> None:
    make_copies(database)
    day = YESTERDAY.astimezone(LONDON).date()
    leap = (day.month, day.day) == (2, 29)
    absent = {"present": "unplannedAbsence"}
    times = [YESTERDAY - dt.timedelta(days=days) for days in (2, 0)]
    before, after = (make_slip(database, **absent, tutorial_start=at, tutorial_end=at) for at in times)
    with database.transaction(as_service("teaching")) as tx:
        of_student = sa.update(person).where(person.c.kind == "student", person.c.id == 1)
        tx.execute(of_student.values(birth_date=day.replace(year=day.year - 18, day=28 if leap else day.day)))
    listed = "/api/v1/slip/absences?page=1"
    rows = {row["id"]: row["under18"] for row in client(OFFICE).get(listed).json()["data"]}
    assert rows == {before: True, after: False}
    assert [row["id"] for row in client(OFFICE).get(f"{listed}&under18=true").json()["data"]] == [before]


def test_complete_slips_of_a_selection_are_submitted(client: ClientFor, database: Database) -> None:
    make_target(database)
    for values in (COMPLETE, COMPLETE_PT):
        slip_id = make_slip(database, **values)
        assert client(TUTOR).post(f"{SLIP}/{slip_id}/mark/submitted").status_code == 200
