from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from kit.database import Database
from people.events import INVIGILATION_HOURS
from services.people.tests.builders import make_person, make_series, person, staff
from services.people.tests.exam_day.builders import invite
from services.people.tests.exam_sessions.builders import make_room, plan
from staffroom_testing.plugin import ClientFor, Published

pytestmark = pytest.mark.usefixtures("reference_data")

OFFICE = staff("examsOffice")
DUTIES, SESSIONS = "/api/v1/exams/invigilation", "/api/v1/exams/sessions"


def _worked(office: Any, database: Database, client: ClientFor) -> tuple[int, int, int]:
    """Insert a confirmed duty in a finished session of 90 minutes; return session, invigilator and duty."""
    begins = dt.datetime.now(dt.UTC) - dt.timedelta(hours=4)
    session = plan(office, make_series(database), make_room(database), begins).json()["data"]["id"]
    mine = make_person(database, "invigilator", first_name="Ruth")
    duty = invite(office, session, mine).json()["data"]["id"]
    client(person("invigilator", mine)).post(f"{DUTIES}/{duty}/confirm")
    office.post(f"{SESSIONS}/{session}/begin")
    return session, mine, duty


def _hours(published: Published) -> list[dict[str, Any]]:
    return [payload for subject, _, payload in published() if subject == INVIGILATION_HOURS.subject]


def test_hours_are_approved_after_the_session(database: Database, client: ClientFor) -> None:
    office = client(OFFICE)
    session, mine, duty = _worked(office, database, client)
    running = office.post(f"{DUTIES}/{duty}/hours")
    assert (running.status_code, running.json()["error"]) == (409, "Please finish the session first")
    office.post(f"{SESSIONS}/{session}/finish")
    assert client(person("invigilator", mine)).post(f"{DUTIES}/{duty}/hours").status_code == 403
    assert office.put(f"{DUTIES}/{duty}", json={"field": "minutes", "newValue": 120}).status_code == 200
    assert office.post(f"{DUTIES}/{duty}/hours").status_code == 200
    (row,) = office.get("/api/v1/exams/hours", params={"approved": "true"}).json()["data"]
    assert (row["worked"], float(row["hours"])) == (120, 2.0)


def test_approved_hours_are_published_for_payroll(database: Database, client: ClientFor, published: Published) -> None:
    office = client(OFFICE)
    session, mine, duty = _worked(office, database, client)
    office.post(f"{SESSIONS}/{session}/finish")
    published()
    office.post(f"{DUTIES}/{duty}/hours")
    (approval,) = _hours(published)
    assert (approval["id"], approval["invigilatorId"], approval["minutes"], approval["approved"]) == (
        duty,
        mine,
        90,
        True,
    )
    assert (approval["role"], approval["session"], approval["invigilator"]) == (
        "invigilator",
        "Morning",
        "Ruth Lovelace",
    )
    office.post(f"{DUTIES}/{duty}/hours/reopen")
    (withdrawal,) = _hours(published)
    assert (withdrawal["approved"], withdrawal["version"] > approval["version"]) == (False, True)


def test_approved_hours_stay_as_they_are(database: Database, client: ClientFor) -> None:
    office = client(OFFICE)
    session, mine, duty = _worked(office, database, client)
    office.post(f"{SESSIONS}/{session}/finish")
    office.post(f"{DUTIES}/{duty}/hours")
    for field, value in (("minutes", 90), ("role", "lead")):
        assert office.put(f"{DUTIES}/{duty}", json={"field": field, "newValue": value}).status_code == 409
    assert client(person("invigilator", mine)).post(f"{DUTIES}/{duty}/decline", json={"reason": ""}).status_code == 409
    assert office.delete(f"{DUTIES}/{duty}").status_code == 409
    office.post(f"{DUTIES}/{duty}/hours/reopen")
    assert office.delete(f"{DUTIES}/{duty}").status_code == 200
