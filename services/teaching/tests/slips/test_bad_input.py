"""Pasted text, double clicks, two tabs and changes in between: no written text is lost."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.events import Event
from kit.policy import as_service
from kit.settings import settings
from services.teaching.tests.builders import COMPLETE, make_slip, row_of
from services.teaching.tests.copies.test_calendar import hear
from services.teaching.tests.slips.test_writing import (
    EWP,
    OFFICE,
    SLIP,
    TUTOR,
    YESTERDAY,
    begin,
    make_tutorial,
)
from staffroom.people.events.v1.events_pb2 import CourseChanged, EventChanged
from staffroom_testing import peers
from staffroom_testing.plugin import ClientFor, Published
from teaching.copies.events import keep_event
from teaching.copies.model import course_student
from teaching.events import SLIP_CHANGED
from teaching.slips.events import event_changed

WORD = (
    "<html xmlns:o='urn:schemas-microsoft-com:office:office'><head><style>p.MsoNormal {mso-style-parent:''}</style>"
    "<!--[if gte mso 9]><xml><w:WordDocument/></xml><![endif]--></head><body lang=EN-GB>"
    "<p class=MsoNormal style='mso-pagination:widow-orphan;font-family:\"Calibri\"'>Ada’s <b>essay</b>&nbsp;was"
    "<o:p></o:p> clear</p><script>alert(1)</script></body></html>"
)
SUBMITTED = "This slip was submitted. It can be changed again when it is returned"
COURSE = {
    "id": 1,
    "board": "AQA",
    "level": "A-level",
    "subject": "Physics",
    "type": "indiv",
    "status": "active",
    "organisationId": 1,
    "departmentId": 1,
    "students": [],
    "tutorIds": [1],
}


def put(client: ClientFor, slip_id: int, field: str, value: Any, who: Any = TUTOR) -> Any:
    return client(who).put(f"{SLIP}/{slip_id}", json={"field": field, "newValue": value})


def submit(client: ClientFor, slip_id: int) -> Any:
    return client(TUTOR).post(f"{SLIP}/{slip_id}/mark/submitted")


def test_a_pasted_word_document_keeps_only_its_text(client: ClientFor, database: Database) -> None:
    slip_id = make_slip(database)
    assert put(client, slip_id, "comment", WORD).status_code == 200
    comment = row_of(database, slip_id)["comment"]
    assert "Ada’s <b>essay</b>" in comment and "clear</p>" in comment
    assert not any(word in comment.lower() for word in ("mso", "o:p", "style>", "<!--", "script", "xml"))
    # Its 20 visible characters are too few, whatever the markup.
    refused = submit(client, slip_id)
    assert (refused.status_code, refused.json()["title"]) == (422, "Comment")
    assert row_of(database, slip_id)["comment"] == comment


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("👩🏽‍🔬 Ada did well 🎉 today, and showed it", id="emoji"),
        pytest.param("תלמידה טובה מאוד, עבדה קשה היום", id="right to left"),
        pytest.param("x" * 10_000, id="a word of 10,000 characters"),
    ],
)
def test_typed_text_is_returned_unchanged(client: ClientFor, database: Database, text: str) -> None:
    slip_id = make_slip(database)
    html = f'<p dir="auto">{text}</p>'
    assert put(client, slip_id, "comment", html).status_code == 200
    assert client(TUTOR).get(f"{SLIP}/{slip_id}").json()["data"]["slipData"]["comment"] == html
    assert submit(client, slip_id).status_code == 200
    assert client(OFFICE).get(f"{SLIP}/{slip_id}/warnings").status_code == 200
    assert client(OFFICE).post(f"{SLIP}/{slip_id}/mark/approved").status_code == 200


def test_a_too_long_text_is_refused_and_the_last_one_stays(client: ClientFor, database: Database) -> None:
    slip_id = make_slip(database)
    refused = put(client, slip_id, "comment", f"<p>{'x' * 20_001}</p>")
    assert (refused.status_code, refused.json()["error"]) == (422, "Field must have at most 20000 characters")
    assert row_of(database, slip_id)["comment"] == COMPLETE["comment"]


def test_a_slip_outlives_its_cancelled_tutorial(client: ClientFor, database: Database) -> None:
    make_tutorial(database)
    slip_id = begin(client).json()["data"]["id"]
    put(client, slip_id, "comment", COMPLETE["comment"])
    cancelled = {
        "id": 20,
        "type": "tutorial",
        "title": "Physics",
        "courseId": 1,
        "status": "cancelled",
        "start": YESTERDAY.isoformat(),
        "end": YESTERDAY.isoformat(),
    }
    for handler in (keep_event, event_changed):
        hear(database, EventChanged, handler, cancelled)
    slip = client(TUTOR).get(f"{SLIP}/{slip_id}").json()["data"]
    assert (slip["tutorial"]["isCancelled"], slip["slipData"]["comment"]) == (True, COMPLETE["comment"])
    assert put(client, slip_id, "comment2", COMPLETE["comment2"]).status_code == 200
    assert client(OFFICE).get(f"{SLIP}/unwritten?page=1").json()["data"] == []


def test_a_student_who_left_the_course_keeps_the_slip(client: ClientFor, database: Database, deliver: Any) -> None:
    make_tutorial(database)
    slip_id = begin(client).json()["data"]["id"]
    deliver(Event.of(CourseChanged), 1, COURSE)
    with database.read() as connection:
        assert connection.scalar(sa.select(sa.func.count()).select_from(course_student)) == 0
    for field, column in (("comment", "comment"), ("ot1", "ot1")):
        value = "onTrack" if field == "ot1" else COMPLETE[column]
        assert put(client, slip_id, field, value).status_code == 200
    slip = client(TUTOR).get(f"{SLIP}/{slip_id}").json()["data"]
    assert (slip["student"]["name"], slip["courseWithStudentInfo"]["reachGrade"]) == ("Sam Student", "A*")


def test_a_slip_is_begun_for_a_former_student(client: ClientFor, database: Database, deliver: Any) -> None:
    make_tutorial(database)
    deliver(Event.of(CourseChanged), 1, COURSE)
    created = begin(client)
    assert created.status_code == 201, created.text
    row = row_of(database, created.json()["data"]["id"])
    assert (row["student_name"], row["course_title"], row["reach_grade"]) == ("Sam Student", "AQA A-level Physics", "")


def test_two_presses_begin_one_slip_and_hand_in_once(client: ClientFor, database: Database) -> None:
    make_tutorial(database)
    body = {"ewpId": EWP, "saveOnly": True, "present": "present", "onTime": 0}
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda _: client(TUTOR).post(SLIP, json=body), range(2)))
    assert sorted(one.status_code for one in answers) == [201, 409]
    slip_id = make_slip(database, tutorial_id=6)
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda _: submit(client, slip_id), range(2)))
    refused = next(one for one in answers if one.status_code != 200)
    assert sorted(one.status_code for one in answers) == [200, 409]
    assert refused.json()["error"] == "This is not possible while the status is Submitted"


@pytest.mark.parametrize(
    ("status", "code", "text"),
    [
        ("submitted", 409, SUBMITTED),
        ("checked", 409, SUBMITTED),
        ("approved", 409, "An approved slip cannot be changed"),
        ("deleted", 404, None),
    ],
)
def test_an_outdated_tab_is_refused_with_the_reason(
    client: ClientFor, database: Database, status: str, code: int, text: str | None
) -> None:
    slip_id = make_slip(database, status=status)
    answer = put(client, slip_id, "comment", "<p>Typed in the other tab</p>")
    assert answer.status_code == code
    assert text is None or answer.json()["error"] == text
    assert row_of(database, slip_id)["comment"] == COMPLETE["comment"]


def test_a_slip_is_written_while_all_other_services_are_away(
    client: ClientFor, database: Database, published: Published, monkeypatch: pytest.MonkeyPatch
) -> None:
    """People, files, the broker of events and Valkey: the slip needs only its own database, and its events wait."""
    make_tutorial(database)
    with database.transaction(as_service("teaching")) as tx:
        tx.execute(sa.update(course_student).values(reach_grade=""))
    with monkeypatch.context() as patched, peers.answering():
        patched.setenv("STAFFROOM_NATS_URL", "nats://127.0.0.1:1")
        patched.setenv("STAFFROOM_REDIS_URL", "redis://127.0.0.1:1/0")
        settings.cache_clear()
        slip_id = begin(client).json()["data"]["id"]
        for name in ("comment", "comment2", "comment3", *(f"cat{number}" for number in range(1, 7))):
            assert put(client, slip_id, name, COMPLETE[name]).status_code == 200
        assert submit(client, slip_id).status_code == 200
        assert client(OFFICE).post(f"{SLIP}/{slip_id}/mark/checked").status_code == 200
    settings.cache_clear()
    waiting = [payload["status"] for subject, _, payload in published() if subject == SLIP_CHANGED.subject]
    assert waiting[-2:] == ["submitted", "checked"]
