"""Requirements of a slip's moves (`teaching.md 5`)."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from kit.database import Database
from services.teaching.tests.builders import (
    COMPLETE_PT,
    START,
    make_invigilation,
    make_target,
    row_of,
)
from services.teaching.tests.slips.builders import (
    OFFICE,
    TUTOR,
    make_in,
    mark,
)
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor


@pytest.mark.parametrize(
    ("values", "title", "text"),
    [
        ({"present": ""}, "Empty slip", "Please set student presence"),
        ({"on_time": None}, "Timekeeping", "Please set student timekeeping"),
        ({"reach_grade": "A"}, "Grade tracking", "Please set on track status for grades"),
        ({"safety_grade": "C", "ot1": "onTrack"}, "Grade tracking", "Please set on track status for grades"),
        ({"cat6": None}, "Performance", "Please set performance trackers"),
        (
            {"cat2": 5, "cat2_comment": "Too short"},
            "Justifications",
            "Please add justifications for the student's performance (minimum 10 characters)",
        ),
        (
            {"cat2": 0, "cat2_comment": "x" * 101},
            "Justifications",
            "Please add justifications for the student's performance (minimum 10 characters)",
        ),
        ({"comment2": "<p>" + "x" * 24 + "</p>"}, "Comment", "Please include a comment (minimum 25 characters)"),
        (
            {"form_version": 2, "comment": "x" * 29},
            "Comment",
            "Please include a comment (minimum 30 characters)",
        ),
        ({"course_type": "seminar", "comment3": ""}, "Comment", "Please include a comment (minimum 25 characters)"),
        ({"form_version": 3, "comment3": ""}, "Comment", "Please include a comment (minimum 25 characters)"),
        (COMPLETE_PT | {"pt_concerns": None}, "Any concerns?", "Please say whether the student raised concerns"),
        (COMPLETE_PT | {"pt_concerns": True}, "Any concerns?", "Please describe the concerns"),
        (COMPLETE_PT | {"ot1": ""}, "Grade tracking", "Please set on track status for the study plan"),
        (
            COMPLETE_PT | {"pt_ip_hours": None},
            "Form errors",
            "Please set the independent prep hours (average this week)",
        ),
        (COMPLETE_PT | {"comment": "x" * 99}, "Comment", "Please include a progress comment (minimum 100 characters)"),
        (
            COMPLETE_PT | {"comment2": "x" * 99},
            "Comment",
            "Please include an independent preparation comment (minimum 100 characters)",
        ),
    ],
)
@pytest.mark.parametrize(
    ("source", "move"), [("saved", "submitted"), ("submitted", "checked"), ("checked", "approved")]
)
def test_an_incomplete_slip_is_not_submitted(
    client: ClientFor, database: Database, values: dict[str, Any], title: str, text: str, source: str, move: str
) -> None:
    make_target(database)
    slip_id = make_in(database, source, **values)
    answer = mark(client, OFFICE, slip_id, move)
    assert answer.status_code == 422
    assert (answer.json()["title"], answer.json()["error"]) == (title, text)
    assert row_of(database, slip_id)["status"] == source


@pytest.mark.parametrize(
    "values",
    [
        {"present": "plannedAbsence", "on_time": None, "cat1": None, "comment": ""},
        {"course_type": "workshop", "cat1": None, "reach_grade": "A"},
        {"reach_grade": "A", "ot1": "behind"},
        {"cat1": 1, "cat1_comment": "x" * 10},
        {"form_version": 2, "comment": "x" * 30, "comment2": "", "comment3": ""},
        COMPLETE_PT,
    ],
)
def test_complete_slips_are_submitted(client: ClientFor, database: Database, values: dict[str, Any]) -> None:
    make_target(database)
    assert mark(client, TUTOR, make_in(database, "saved", **values), "submitted").status_code == 200


@pytest.mark.parametrize(
    ("target", "status"),
    [
        (None, 422),
        ({"due": START + dt.timedelta(hours=1)}, 422),
        ({"type": "indprep"}, 422),
        ({"cws_id": 2}, 422),
        ({"status": "saved"}, 422),
        ({"status": "writeOff"}, 422),
        ({"type": "ipTarget"}, 200),
        ({"due": START + dt.timedelta(hours=1, minutes=1)}, 200),
        ({"status": "postponed"}, 200),
    ],
)
def test_personal_tutoring_needs_a_target(
    client: ClientFor, database: Database, target: dict[str, Any] | None, status: int
) -> None:
    if target is not None:
        make_target(database, **target)
    slip_id = make_in(database, "saved", **COMPLETE_PT)
    answer = mark(client, TUTOR, slip_id, "submitted")
    assert answer.status_code == status
    if status == 422:
        text = "Please set at least one target with a due date after the end of the tutorial"
        assert (answer.json()["title"], answer.json()["error"]) == ("No targets set", text)
    away = make_in(database, "saved", **COMPLETE_PT | {"present": "plannedAbsence", "tutorial_id": 6})
    assert mark(client, TUTOR, away, "submitted").status_code == 200


def test_an_invigilation_slip_needs_nothing(client: ClientFor, database: Database) -> None:
    slip_id = make_invigilation(database)
    invigilator = actor("invigilator", persons={"invigilator": 1})
    assert mark(client, invigilator, slip_id, "submitted").status_code == 200


@pytest.mark.parametrize("reason", [None, "", "too short", "x" * 501])
def test_a_return_needs_a_reason_of_10_to_500_characters(
    client: ClientFor, database: Database, reason: str | None
) -> None:
    slip_id = make_in(database, "submitted")
    answer = mark(client, OFFICE, slip_id, "returned", {"returnReason": reason})
    assert answer.status_code == 422
    assert "returnReason" in answer.json()["fields"]
    for good in ("x" * 10, "x" * 500):
        assert (
            mark(client, OFFICE, make_in(database, "submitted"), "returned", {"returnReason": good}).status_code == 200
        )
