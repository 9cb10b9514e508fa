"""The slip list."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from kit.database import Database
from services.teaching.tests.builders import START, make_invigilation, make_slip
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor

OFFICE = actor("staff")
TUTOR = actor("tutor", persons={"tutor": 1})
STUDENT = actor("student", persons={"student": 1})
INVIGILATOR = actor("invigilator", persons={"invigilator": 1})


def ids(answer: Any) -> list[int]:
    assert answer.status_code == 200, answer.text
    return sorted(row["id"] for row in answer.json()["data"])


def test_list_row_has_its_columns(client: ClientFor, database: Database) -> None:
    slip_id = make_slip(database, status="approved", submitted=START + dt.timedelta(hours=3), approved_by_name="Rev")
    (row,) = client(OFFICE).get("/api/v1/slips?page=1").json()["data"]
    assert row == {
        "id": slip_id,
        "student": "Sam Student",
        "tutor": "Tom Tutor",
        "course": "AQA A-level Physics",
        "tutorialDate": "2026-11-02T10:00:00Z",
        "tutorialEnd": "2026-11-02T11:00:00Z",
        "type": "default",
        "status": "approved",
        "present": "present",
        "isLate": False,
        "submitted": "2026-11-02T13:00:00Z",
        "approved": "2026-11-04T10:00:00Z",
        "approvedBy": "Rev",
        "reviewed": False,
        "studentRead": False,
        "due": "2026-11-03T11:00:00Z",
        "onTime": 0,
        "may": {"delete": False, "edit": []},
        "moves": ["review"],
    }


def test_types_by_path_and_course(client: ClientFor, database: Database) -> None:
    tutorial, workshop = make_slip(database), make_slip(database, course_type="workshop")
    personal, exam = make_slip(database, type="PT"), make_invigilation(database)
    office = client(OFFICE)
    for name, expected in (("default", tutorial), ("workshop", workshop), ("PT", personal), ("invigilation", exam)):
        assert ids(office.get(f"/api/v1/slips/{name}?page=1")) == [expected]
    assert ids(office.get("/api/v1/slips/seminar?page=1")) == []
    assert office.get("/api/v1/slips/lecture?page=1").status_code == 422


def test_the_slip_of_a_session_has_its_title(client: ClientFor, database: Database) -> None:
    make_invigilation(database)
    make_slip(database)
    rows = client(OFFICE).get("/api/v1/slips?page=1&sort=student").json()["data"]
    assert [row["student"] for row in rows] == ["Room 3, morning", "Sam Student"]


def test_status_tabs(client: ClientFor, database: Database) -> None:
    slip_ids = {status: make_slip(database, status=status) for status in ("saved", "returned", "submitted", "checked")}
    slip_ids["approved"] = make_slip(database, status="approved")
    make_slip(database, status="deleted")
    office = client(OFFICE)
    rows = office.get("/api/v1/slips/columns").json()["data"]["tabs"]
    assert [option["value"] for option in rows[0]["options"]] == ["submitted,checked", *slip_ids, ""]
    for status, slip in slip_ids.items():
        assert ids(office.get(f"/api/v1/slips?page=1&status={status}")) == [slip]
    assert ids(office.get("/api/v1/slips?page=1")) == sorted(slip_ids.values())


@pytest.mark.parametrize(
    ("hours", "late"),
    [(23, False), (24, False), (25, True), (None, True)],
)
def test_a_slip_is_late_a_day_after_its_tutorial(
    client: ClientFor, database: Database, hours: int | None, late: bool
) -> None:
    end = dt.datetime(2025, 3, 3, 11, tzinfo=dt.UTC)
    sent = end + dt.timedelta(hours=hours) if hours is not None else None
    slip_id = make_slip(database, tutorial_start=end, tutorial_end=end, submitted=sent)
    office = client(OFFICE)
    assert office.get("/api/v1/slips?page=1").json()["data"][0]["isLate"] is late
    assert ids(office.get("/api/v1/slips?page=1&isLate=true")) == ([slip_id] if late else [])
    assert office.get(f"/api/v1/slip/{slip_id}").json()["data"]["isLate"] is late


def test_everybody_sees_their_own(client: ClientFor, database: Database) -> None:
    saved, approved = make_slip(database), make_slip(database, status="approved")
    other = make_slip(database, tutor_id=2, student_id=2, status="approved")
    exam = make_invigilation(database)
    path = "/api/v1/slips?page=1"
    assert ids(client(OFFICE).get(path)) == [saved, approved, other, exam]
    assert ids(client(TUTOR).get(path)) == [saved, approved]
    assert ids(client(STUDENT).get(path)) == [approved]
    assert ids(client(INVIGILATOR).get(path)) == [exam]
    assert ids(client(actor("client", persons={"client": 1})).get(path)) == []
    assert client(None).get(path).status_code == 401


def test_office_filters_waiting_slips(client: ClientFor, database: Database) -> None:
    waits = make_slip(database, status="submitted", submitted=START + dt.timedelta(days=1), department_id=3, tutor_id=7)
    make_slip(database, status="submitted", submitted=START + dt.timedelta(days=3), department_id=4, tutor_id=8)
    make_slip(database)
    day = f"{START + dt.timedelta(days=2):%Y-%m-%d}"
    for query in ("departmentId=3", "tutorId=7", f"submitted=..{day}"):
        rows = client(OFFICE).get(f"/api/v1/slips?page=1&status=submitted&{query}").json()["data"]
        assert [row["id"] for row in rows] == [waits], query
    offered = [
        [
            one["name"]
            for one in client(who).get("/api/v1/slips/columns").json()["data"]["filters"]
            if not one.get("hidden")
        ]
        for who in (OFFICE, STUDENT)
    ]
    assert [("tutorId" in names, "submitted" in names) for names in offered] == [(True, True), (False, False)]


def test_search_matches_student_tutor_and_course(client: ClientFor, database: Database) -> None:
    slip_id = make_slip(database, student_name="Grace Hopper", tutor_name="Alan Turing", course_title="OCR GCSE Latin")
    make_slip(database)
    for query in ("hopp", "turing", "latin", "alan grace"):
        assert ids(client(OFFICE).get(f"/api/v1/slips?page=1&search={query}")) == [slip_id]
