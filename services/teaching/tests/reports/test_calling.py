"""Requests of term reports (`teaching.md 5`, Bulk request reports)."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.policy import as_service
from kit.values.days import LONDON
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor
from teaching.reports.model import report

OFFICE = actor("staff")
TUTOR = actor("tutor", persons={"tutor": 1})
CALL = "/api/v1/report/call"
ASKED = {
    "cwsId": 1,
    "tutorId": 1,
    "dateFrom": "2026-09-01",
    "dateTo": "2026-11-20",
    "deadline": "2026-11-27T17:05:00Z",
}
OF_COURSE = {name: value for name, value in ASKED.items() if name != "cwsId"} | {"courseId": 1}

pytestmark = pytest.mark.usefixtures("course")


def rows(database: Database) -> list[dict[str, Any]]:
    return database.all(sa.select(report).order_by(report.c.id))


def test_a_request_creates_a_report_of_whole_days(client: ClientFor, database: Database) -> None:
    answer = client(OFFICE).post(CALL, json=ASKED)
    assert answer.status_code == 200, answer.text
    (row,) = rows(database)
    assert answer.json()["data"]["reports"] == [{"id": row["id"], "student": "Sam Student", "isNew": True}]
    assert row["date_from"].astimezone(LONDON).strftime("%d %H:%M") == "01 00:01"
    assert row["date_to"].astimezone(LONDON).strftime("%d %H:%M") == "20 23:59"
    assert (row["status"], row["tutor_name"], row["course_title"]) == ("called", "Tom Tutor", "AQA A-level Physics")


def test_a_repeated_call_makes_no_double(client: ClientFor, database: Database) -> None:
    client(OFFICE).post(CALL, json=ASKED)
    again = client(OFFICE).post(CALL, json=OF_COURSE).json()["data"]["reports"]
    assert [(one["student"], one["isNew"]) for one in again] == [("Ann Other", True), ("Sam Student", False)]
    assert len(rows(database)) == 2
    ann = next(row for row in rows(database) if row["student_name"] == "Ann Other")
    assert ann["year_group"] == "Year 13"


@pytest.mark.parametrize(
    ("body", "text"),
    [
        *(({name: None}, "Please check required fields are filled out") for name in ("dateFrom", "dateTo", "deadline")),
        ({"tutorId": None}, "Please check required fields are filled out"),
        ({"dateTo": "2026-08-31"}, "Please check dates are in sequential order"),
        ({"deadline": "2026-11-20T12:00:00Z"}, "Please check dates are in sequential order"),
        ({"deadline": "2026-11-27T17:03:00Z"}, "Please choose a time in steps of 5 minutes"),
        ({"tutorId": 9}, "This tutor does not teach the course"),
    ],
)
def test_a_call_is_validated(client: ClientFor, body: dict[str, Any], text: str) -> None:
    answer = client(OFFICE).post(CALL, json=ASKED | body)
    assert (answer.status_code, answer.json()["title"], answer.json()["error"]) == (422, "Failed validation", text)


def test_tutors_cannot_request_reports(client: ClientFor) -> None:
    assert client(TUTOR).post(CALL, json=ASKED).status_code == 403


def test_a_request_is_undone_within_a_minute_unless_changed(client: ClientFor, database: Database) -> None:
    ids = [one["id"] for one in client(OFFICE).post(CALL, json=OF_COURSE).json()["data"]["reports"]]
    client(TUTOR).put(f"/api/v1/report/{ids[0]}", json={"field": "field1", "newValue": "<p>Begun</p>"})
    assert client(OFFICE).post(f"{CALL}/undo", json={"ids": ids}).json()["data"] == {"reports": 1}
    assert [row["id"] for row in rows(database)] == ids[:1]
    (other,) = (
        one["id"] for one in client(OFFICE).post(CALL, json=OF_COURSE).json()["data"]["reports"] if one["isNew"]
    )
    with database.transaction(as_service("teaching")) as tx:
        past = dt.datetime.now(dt.UTC) - dt.timedelta(seconds=61)
        tx.execute(sa.update(report).where(report.c.id == other).values(created=past))
    assert client(OFFICE).post(f"{CALL}/undo", json={"ids": [other]}).status_code == 409
