"""Cases of the specs: slips that homework names, marks that are not released, the move to marked (readings.md)."""

from __future__ import annotations

from typing import Any

import pytest

from kit.database import Database
from services.teaching.tests.builders import make_slip
from services.teaching.tests.homework.conftest import API, MARKS, STUDENT, TASK, TUTOR, V2, make, row
from staffroom_testing.plugin import ClientFor
from teaching.homework.of_slips import UNKNOWN

SLIPS: dict[str, dict[str, Any] | None] = {
    "none": None,
    "of another course": {"course_id": 2},
    "of another student": {"student_id": 2},
    "deleted": {"status": "deleted"},
}


def slip_of(database: Database, values: dict[str, Any] | None) -> int:
    return 9_000_001 if values is None else make_slip(database, cws_id=3, **values)


@pytest.mark.parametrize("values", SLIPS.values(), ids=SLIPS)
def test_a_slip_that_is_not_of_the_homework_is_refused(
    client: ClientFor, database: Database, values: dict[str, Any] | None
) -> None:
    wrong, tutor = slip_of(database, values), client(TUTOR)
    given, handed = make(database), make(database, status="submitted")
    postponed = {"dateOption": "other", "dueDate": "2027-02-01", "slipId": wrong}
    task = TASK | {"slipSetId": wrong, "studentIds": [1]}
    for method, path, body, name in (
        ("POST", f"{API}/homework", task, "slipSetId"),
        ("POST", f"{V2}/homework/{given}/submitted", {"slipMarkedId": wrong}, "slipMarkedId"),
        ("POST", f"{V2}/homework/{handed}/set", {"slipMarkedId": wrong}, "slipMarkedId"),
        ("POST", f"{API}/homework/{handed}/marks", MARKS | {"slipMarkedId": wrong}, "slipMarkedId"),
        ("PUT", f"{API}/homework/{handed}/marks", {"field": "slipMarkedId", "newValue": wrong}, "slipMarkedId"),
        ("POST", f"{API}/homework/{given}/writeoff", {"slipMarkedId": wrong}, "slipMarkedId"),
        ("POST", f"{API}/homework/{given}/postpone", postponed, "slipId"),
    ):
        refused = tutor.request(method, path, json=body)
        assert (refused.status_code, refused.json()["fields"]) == (422, {name: UNKNOWN}), path
    assert (row(database, given)["status"], row(database, handed)["status"]) == ("set", "submitted")


def test_slip_of_the_homework_is_stored(client: ClientFor, database: Database) -> None:
    slip = make_slip(database, cws_id=3)
    created = client(TUTOR).post(f"{API}/homework", json=TASK | {"slipSetId": slip})
    assert created.status_code == 201, created.text
    hws = make(database, status="submitted")
    marked = client(TUTOR).post(f"{API}/homework/{hws}/marks", json=MARKS | {"slipMarkedId": slip})
    assert marked.status_code == 200 and row(database, hws)["slip_marked_id"] == slip


def test_work_is_marked_when_every_mark_is_written(client: ClientFor, database: Database) -> None:
    hws = make(database, status="submitted", mark="A", on_time=True, quality="Good", effort="Fair", time_spent=30)
    refused = client(TUTOR).post(f"{V2}/homework/{hws}/marked")
    assert (refused.status_code, refused.json()["title"]) == (422, "Release marks missing information")
    text = "Please include comment for Sam Student before releasing marks to students"
    assert refused.json()["error"] == text
    client(TUTOR).put(f"{API}/homework/{hws}/marks", json={"field": "comment", "newValue": "<p>Clear</p>"})
    assert client(TUTOR).post(f"{V2}/homework/{hws}/marked").json()["data"]["status"] == "marked"
    assert client(STUDENT).get(f"{API}/student/homework/{hws}").json()["data"]["mark"] is None


def test_marks_that_are_not_released_are_null(client: ClientFor, database: Database) -> None:
    hws = make(database, status="marked", mark="A", on_time=True, comment="<p>Clear</p>", time_spent=30)
    seen = client(STUDENT).get(f"{API}/student/homework/{hws}").json()["data"]
    names = ("mark", "onTime", "quality", "effort", "comment", "timeSpent", "tutorFiles", "slipMarkedId")
    assert {name: seen[name] for name in names} == dict.fromkeys(names)
    assert client(TUTOR).get(f"{API}/student/homework/{hws}").json()["data"]["mark"] == "A"


@pytest.mark.parametrize(
    ("status", "may"), [("set", True), ("postponed", True), ("submitted", False), ("marked", False)]
)
def test_may_hand_in_while_it_is_owed(client: ClientFor, database: Database, status: str, may: bool) -> None:
    hws = make(database, status=status)
    assert client(STUDENT).get(f"{API}/student/homework/{hws}").json()["data"]["may"]["handIn"] is may
