"""The life of a slip (`teaching.md 4`)."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from kit.database import Database
from kit.events import Event
from kit.policy import Actor, as_service
from kit.reminders import remind
from services.teaching.tests.builders import (
    START,
    make_copies,
    make_family,
    make_invigilation,
    row_of,
)
from services.teaching.tests.slips.builders import (
    ADMIN,
    OFFICE,
    OTHER_TUTOR,
    REASON,
    STUDENT,
    TUTOR,
    make_in,
    mark,
    news,
)
from staffroom.identity.events.v1.events_pb2 import DepartmentChanged, OrganisationChanged
from staffroom.people.events.v1.events_pb2 import CourseChanged, PersonChanged
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor, Published
from teaching.events import NOTIFICATION_RAISED, SLIP_CHANGED
from teaching.slips.late.reminding import APPROVED_SLIPS


@pytest.mark.parametrize(
    ("source", "move", "target"),
    [
        ("active", "submitted", "submitted"),
        ("saved", "submitted", "submitted"),
        ("returned", "submitted", "submitted"),
        ("submitted", "checked", "checked"),
        ("submitted", "approved", "approved"),
        ("checked", "approved", "approved"),
        ("submitted", "returned", "returned"),
        ("checked", "returned", "returned"),
    ],
)
def test_a_slip_makes_allowed_moves(
    client: ClientFor, database: Database, published: Published, source: str, move: str, target: str
) -> None:
    slip_id = make_in(database, source)
    answer = mark(client, OFFICE, slip_id, move, REASON if move == "returned" else None)
    assert answer.status_code == 200, answer.text
    way_back = {} if move == "submitted" else {"undo": f"/slip/{slip_id}/mark/{move}/undo"}
    assert answer.json()["data"] == {"id": slip_id, "status": target} | way_back
    row = row_of(database, slip_id)
    assert row["status"] == target
    assert (row["approved"] is not None, row["approved_by_name"]) == (
        target == "approved",
        "Rita Reviewer" if target == "approved" else "",
    )
    assert (row["submitted"] is not None) == (target == "submitted")
    assert row["return_reason"] == (REASON["returnReason"] if target == "returned" else "")
    ((subject, key, payload),) = [one for one in published() if one[0] != NOTIFICATION_RAISED.subject]
    assert (subject, key, payload["status"]) == ("teaching.slip.changed", str(slip_id), target)


@pytest.mark.parametrize(
    ("source", "move"),
    [
        ("submitted", "submitted"),
        ("checked", "submitted"),
        ("approved", "submitted"),
        ("saved", "checked"),
        ("checked", "checked"),
        ("approved", "checked"),
        ("saved", "approved"),
        ("returned", "approved"),
        ("approved", "approved"),
        ("saved", "returned"),
        ("returned", "returned"),
        ("approved", "returned"),
        ("saved", "reviewed"),
        ("returned", "reviewed"),
        ("deleted", "submitted"),
    ],
)
def test_a_slip_refuses_other_moves(client: ClientFor, database: Database, source: str, move: str) -> None:
    slip_id = make_in(database, source)
    answer = mark(client, ADMIN, slip_id, move, REASON if move == "returned" else None)
    assert answer.status_code == 409
    assert row_of(database, slip_id)["status"] == source


def test_moves_are_for_their_roles(client: ClientFor, database: Database) -> None:
    saved, submitted = make_in(database, "saved"), make_in(database, "submitted")
    assert mark(client, OTHER_TUTOR, saved, "submitted").status_code == 404
    assert mark(client, STUDENT, saved, "submitted").status_code == 404
    for move in ("checked", "approved", "reviewed"):
        assert mark(client, TUTOR, submitted, move).status_code == 403
    assert mark(client, TUTOR, submitted, "returned", REASON).status_code == 403
    assert mark(client, TUTOR, saved, "submitted").status_code == 200
    approved = make_in(database, "approved")
    assert mark(client, STUDENT, approved, "reviewed").status_code == 403


@pytest.mark.parametrize("course_type", ["workshop", "seminar"])
def test_workshops_and_seminars_are_neither_returned_nor_reviewed(
    client: ClientFor, database: Database, course_type: str
) -> None:
    slip_id = make_in(database, "submitted", course_type=course_type)
    assert mark(client, OFFICE, slip_id, "returned", REASON).status_code == 409
    assert mark(client, OFFICE, slip_id, "reviewed").status_code == 409


@pytest.mark.parametrize("status", ["submitted", "checked", "approved"])
def test_reviewed_is_a_flag_set_once(client: ClientFor, database: Database, status: str) -> None:
    slip_id = make_in(database, status)
    assert mark(client, OFFICE, slip_id, "reviewed").json()["data"]["status"] == status
    assert row_of(database, slip_id)["reviewed"] is True
    again = mark(client, OFFICE, slip_id, "reviewed")
    assert (again.status_code, again.json()["error"]) == (409, "This slip has been reviewed")


@pytest.mark.parametrize("status", ["saved", "returned", "submitted", "checked"])
def test_only_a_system_administrator_deletes(
    client: ClientFor, database: Database, published: Published, status: str
) -> None:
    slip_id = make_in(database, status)
    assert client(OFFICE).delete(f"/api/v2/slip/{slip_id}").status_code == 403
    assert client(TUTOR).delete(f"/api/v2/slip/{slip_id}").status_code == 403
    assert client(ADMIN).delete(f"/api/v2/slip/{slip_id}").status_code == 200
    assert client(ADMIN).get(f"/api/v1/slip/{slip_id}").status_code == 404
    assert published()[0][2]["deleted"] is True


def test_an_approved_slip_stays(client: ClientFor, database: Database) -> None:
    slip_id = make_in(database, "approved")
    assert client(ADMIN).delete(f"/api/v2/slip/{slip_id}").status_code == 409


def test_the_moves_offered(client: ClientFor, database: Database) -> None:
    def offered(who: Actor, slip: int) -> list[str]:
        moves = client(who).get(f"/api/v1/slip/{slip}").json()["data"]["moves"]
        return [move["name"] for move in moves]

    saved, submitted = make_in(database, "saved"), make_in(database, "submitted")
    checked, approved = make_in(database, "checked"), make_in(database, "approved", reviewed=True)
    assert offered(TUTOR, saved) == ["submit"]
    assert offered(TUTOR, submitted) == []
    assert offered(OFFICE, submitted) == ["check", "checkAndApprove", "return", "review"]
    assert offered(OFFICE, checked) == ["approve", "return", "review"]
    assert offered(ADMIN, checked) == ["approve", "return", "review", "delete"]
    assert offered(ADMIN, approved) == []
    confirm = client(TUTOR).get(f"/api/v1/slip/{saved}").json()["data"]["moves"][0]["confirm"]
    assert confirm["title"] == "Submit slip?"
    slip = client(ADMIN).get(f"/api/v1/slip/{checked}").json()["data"]
    assert slip["moves"][-1]["confirm"] == {
        "title": "Delete slip?",
        "text": slip["title"],
        "yes": "Delete slip",
        "no": "Keep slip",
    }


def test_slip_answer_has_the_spec_shape(client: ClientFor, database: Database) -> None:
    make_copies(database)
    slip_id = make_in(
        database,
        "approved",
        submitted=START + dt.timedelta(hours=3),
        approved_by_id=7,
        approved_by_name="Rita",
        reach_grade="A",
        ot1="onTrack",
        private="<p>Between us</p>",
        cat1=5,
        cat1_comment="Outstanding work",
    )
    detail = client(OFFICE).get(f"/api/v1/slip/{slip_id}").json()["data"]
    assert (detail["type"], detail["version"], detail["slipType"], detail["isLate"]) == ("default", 4, "default", False)
    assert detail["title"] == "Sam Student, Physics, 02/11/2026"
    assert detail["course"]["level"] == "A-level"
    assert (detail["course"]["id"], detail["course"]["cwsId"]) == (1, 1)
    assert detail["department"]["title"] == "Sciences"
    assert detail["organisation"] == {"id": 1, "title": "Oxford"}
    assert detail["student"] == {"id": 1, "name": "Sam Student", "userId": 12}
    assert detail["tutor"] == {"id": 1, "name": "Tom Tutor", "userId": 11}
    assert detail["tutorial"]["start"] == "2026-11-02T10:00:00Z"
    assert detail["slipMeta"]["approvedBy"] == {"id": 7, "name": "Rita"}
    assert detail["courseWithStudentInfo"]["reachGrade"] == "A"
    assert (detail["slipData"]["cat1"], detail["slipData"]["cat1Comment"]) == (5, "Outstanding work")
    assert detail["slipData"]["private"] == "<p>Between us</p>"
    assert "private" in client(TUTOR).get(f"/api/v1/slip/{slip_id}").json()["data"]["slipData"]
    assert "private" not in client(STUDENT).get(f"/api/v1/slip/{slip_id}").json()["data"]["slipData"]


def test_a_slip_of_somebody_else_is_not_found(client: ClientFor, database: Database) -> None:
    slip_id = make_in(database, "saved")
    for who in (OTHER_TUTOR, STUDENT):
        assert client(who).get(f"/api/v1/slip/{slip_id}").status_code == 404
    assert client(actor("agent")).get(f"/api/v1/slip/{slip_id}").status_code == 403


def test_an_invigilation_slip(client: ClientFor, database: Database) -> None:
    detail = client(OFFICE).get(f"/api/v1/slip/{make_invigilation(database)}").json()["data"]
    assert detail["title"] == "Room 3, morning"
    assert detail["invigilationSession"]["title"] == "Room 3, morning"
    assert (detail["invigilator"]["id"], detail["invigilator"]["name"]) == (1, "Ivy")
    assert "student" not in detail


def test_names_and_courses_follow_their_events(client: ClientFor, database: Database, deliver: Any) -> None:
    mine, exam = make_in(database, "saved"), make_invigilation(database)
    for kind, last in (("tutor", "Turing"), ("student", "Hopper"), ("invigilator", "Watch"), ("client", "Else")):
        deliver(Event.of(PersonChanged), 1, {"id": 1, "kind": kind, "firstName": "A", "lastName": last, "userId": 5})
    course_payload = {
        "id": 1,
        "board": "OCR",
        "level": "GCSE",
        "subject": "Latin",
        "type": "seminar",
        "status": "active",
    }
    deliver(Event.of(CourseChanged), 1, course_payload)
    deliver(Event.of(CourseChanged), 1, course_payload | {"subject": "Gone", "deleted": True})
    deliver(Event.of(OrganisationChanged), 1, {"id": 1, "title": "Oxford", "currency": "GBP"})
    deliver(Event.of(DepartmentChanged), 1, {"id": 1, "title": "Classics", "color": "#000000"})
    row = row_of(database, mine)
    assert (row["student_name"], row["tutor_name"], row["course_title"]) == ("A Hopper", "A Turing", "OCR GCSE Latin")
    assert row["slip_type"] == "seminar"
    assert row_of(database, exam)["tutor_name"] == "A Watch"
    detail = client(OFFICE).get(f"/api/v1/slip/{mine}").json()["data"]
    assert (detail["department"]["title"], detail["organisation"]["title"]) == ("Classics", "Oxford")
    assert detail["student"]["userId"] == 5


def test_readers_are_notified_once_an_approval_is_final(
    client: ClientFor, database: Database, published: Published
) -> None:
    def tell(minutes: float) -> int:
        now = dt.datetime.now(dt.UTC) + dt.timedelta(minutes=minutes)
        return remind(APPROVED_SLIPS, as_service("teaching"), now)

    make_copies(database)
    make_family(database)
    approved = make_in(database, "checked")
    undo = mark(client, OFFICE, approved, "approved").json()["data"]["undo"]
    assert tell(1) == 0
    assert client(OFFICE).post(f"/api/v1{undo}").status_code == 200
    assert (tell(3), news(published)) == (0, [])
    mark(client, OFFICE, approved, "approved")
    assert (tell(3), tell(10)) == (1, 0)
    (notice,) = news(published)
    assert (notice["kind"], notice["target"]) == ("slip", f"/system/slips?slip={approved}")
    assert [(who["kind"], who["id"]) for who in notice["persons"]] == [("student", 1), ("client", 1)]
    assert notice["text"] == "Sam Student, AQA A-level Physics, 02/11/26 10:00"


def test_an_approved_slip_reaches_pay_and_statistics(
    client: ClientFor, database: Database, published: Published
) -> None:
    """Finance pays by `teaching.slip.changed` (its own tests cover the rest); the figures count it again."""

    def by_status() -> dict[str, int]:
        answer = client(OFFICE).get("/api/v1/slips/figures?by=status").json()["data"]["groups"]
        return {one["filters"]["status"]: one["values"][0] for one in answer}

    def last_payload() -> dict[str, Any]:
        (payload,) = [payload for subject, _, payload in published() if subject == SLIP_CHANGED.subject]
        return payload

    slip_id = make_in(database, "checked")
    assert by_status() == {"checked": 1}
    undo = mark(client, OFFICE, slip_id, "approved").json()["data"]["undo"]
    assert by_status() == {"approved": 1}
    payload = last_payload()
    assert (payload["status"], payload["present"], payload["tutorId"], payload["courseId"]) == (
        "approved",
        "present",
        1,
        1,
    )
    times = [dt.datetime.fromisoformat(payload[name]) for name in ("tutorialStart", "tutorialEnd")]
    assert times == [START, START + dt.timedelta(hours=1)]
    client(OFFICE).post(f"/api/v1{undo}")
    assert (last_payload()["status"], by_status()) == ("checked", {"checked": 1})


def test_writer_of_a_returned_slip_is_notified(client: ClientFor, database: Database, published: Published) -> None:
    returned = make_in(database, "submitted", tutorial_id=6)
    session = make_invigilation(database, status="submitted")
    for slip in (returned, session):
        mark(client, OFFICE, slip, "returned", REASON)
    raised = news(published)
    assert [(one["kind"], one["target"], [(who["kind"], who["id"]) for who in one["persons"]]) for one in raised] == [
        ("slip", f"/slips/{returned}/write", [("tutor", 1)]),
        ("slip", f"/slips/{session}/write", [("invigilator", 1)]),
    ]
    assert raised[0]["text"].endswith(REASON["returnReason"])


@pytest.mark.parametrize("way", ["undone", "taken back"])
def test_undo_of_a_return_is_announced_to_its_reader(
    client: ClientFor, database: Database, published: Published, way: str
) -> None:
    slip = make_in(database, "submitted", tutorial_id=6)
    undo = mark(client, OFFICE, slip, "returned", REASON).json()["data"]["undo"]
    back = client(OFFICE).post(f"/api/v1{undo}") if way == "undone" else mark(client, OFFICE, slip, "notreturned")
    assert back.json()["data"]["status"] == "submitted"
    last = news(published)[-1]
    assert (last["title"], last["target"]) == ("The return of a slip was taken back", f"/system/slips?slip={slip}")
    assert [(who["kind"], who["id"]) for who in last["persons"]] == [("tutor", 1)]
