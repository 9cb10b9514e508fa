"""Interviews in the calendar of their interviewers."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from people.applications.model import application_interview, application_scorecard
from people.calendar.model import booking, event
from services.people.tests.applications.builders import COMPLIANCE, OFFICE, PATH, make_application
from services.people.tests.builders import make_person
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor

AT = dt.datetime(2030, 1, 31, 12, tzinfo=dt.UTC)
BODY: dict[str, Any] = {
    "at": "2030-01-31T12:00:00Z",
    "way": "online",
    "place": "Room <3>",
    "interviewerIds": [901, 902],
}
INTERVIEWS = "/api/v1/applications/interviews"


@pytest.fixture
def record(database: Database) -> int:
    """An application, and three members of staff who can be interviewers."""
    for one in (901, 902, 903):
        make_person(database, "staff", id=one, user_id=one + 1000, last_name=f"Name {one}")
    return make_application(database)


def plan(client: ClientFor, record: int, **more: Any) -> int:
    answered = client(OFFICE).post(f"{PATH}/{record}/interview", json=BODY | more)
    assert answered.status_code == 201, answered.text
    return int(answered.json()["data"]["id"])


def change(client: ClientFor, interview: int, field: str, value: Any) -> Any:
    return client(OFFICE).put(f"{INTERVIEWS}/{interview}", json={"field": field, "newValue": value})


def entries(database: Database) -> list[dict[str, Any]]:
    return database.all(sa.select(event).order_by(event.c.id))


def booked(database: Database) -> list[int]:
    on = sa.select(booking.c.person_id).where(booking.c.kind == "staff").order_by(booking.c.person_id)
    return [row["person_id"] for row in database.all(on)]


def test_interview_is_in_the_calendar_and_moves_with_it(database: Database, client: ClientFor, record: int) -> None:
    interview = plan(client, record)
    [entry] = entries(database)
    assert (entry["starts"], entry["ends"]) == (AT, AT + dt.timedelta(minutes=45))
    assert (entry["title"], entry["type"]) == (f"Interview, application {record}", "meeting")
    assert "Okonkwo" not in f"{entry['title']} {entry['notes']}", "all staff read calendars"
    assert entry["notes"] == "<p>Online: Room &lt;3&gt;</p>"
    assert booked(database) == [901, 902]
    [shown] = client(OFFICE).get(f"{PATH}/{record}").json()["data"]["interviews"]
    assert (shown["eventId"], shown["minutes"]) == (entry["id"], 45)

    assert change(client, interview, "minutes", 60).status_code == 200
    assert change(client, interview, "at", "2030-02-01T09:00:00Z").status_code == 200
    assert change(client, interview, "place", "Room 4").status_code == 200
    assert change(client, interview, "interviewerIds", [902, 903]).status_code == 200
    [entry] = entries(database)
    later = dt.datetime(2030, 2, 1, 9, tzinfo=dt.UTC)
    assert (entry["starts"], entry["ends"]) == (later, later + dt.timedelta(hours=1))
    assert entry["notes"] == "<p>Online: Room 4</p>"
    assert booked(database) == [902, 903]

    assert client(OFFICE).delete(f"{INTERVIEWS}/{interview}").status_code == 200
    [entry] = entries(database)
    assert (entry["status"], entry["cancel_reason"]) == ("cancelled", "The interview is withdrawn")


def test_busy_interviewer_is_refused(database: Database, client: ClientFor, record: int) -> None:
    plan(client, record)
    refused = client(OFFICE).post(f"{PATH}/{record}/interview", json=BODY | {"interviewerIds": [902, 903]})
    assert refused.status_code == 409 and refused.json()["code"] == "already_booked"
    interview = plan(client, record, at="2030-01-31T13:00:00Z")
    assert change(client, interview, "at", "2030-01-31T12:30:00Z").status_code == 409
    assert len(entries(database)) == 2


@pytest.mark.parametrize(("name", "body"), [("decline", {"declinedReason": "subject"}), ("withdraw", {})])
def test_coming_interviews_are_cancelled_when_the_application_ends(
    database: Database, client: ClientFor, record: int, name: str, body: dict[str, Any]
) -> None:
    plan(client, record)
    plan(client, record, at="2020-01-31T12:00:00Z")
    assert [entry["starts"].year for entry in entries(database)] == [2030], "a past one is not entered"
    assert client(OFFICE).post(f"{PATH}/{record}/{name}", json=body).status_code == 200
    assert [entry["status"] for entry in entries(database)] == ["cancelled"]


def test_entry_cancelled_in_the_calendar_stays_so_until_the_interview_moves(
    database: Database, client: ClientFor, record: int
) -> None:
    interview = plan(client, record)
    [entry] = entries(database)
    cancelled = client(OFFICE).post(f"/api/v1/events/{entry['id']}/cancel", json={"reason": "Ill"})
    assert cancelled.status_code == 200
    assert change(client, interview, "place", "Room 5").status_code == 200
    assert [one["status"] for one in entries(database)] == ["cancelled"]
    assert change(client, interview, "at", "2030-02-01T09:00:00Z").status_code == 200
    assert [one["status"] for one in entries(database)] == ["cancelled", "active"]
    row = database.one(sa.select(application_interview.c.event_id))
    assert row is not None and row["event_id"] == entries(database)[1]["id"]


def test_former_staff_cannot_become_interviewers_but_stay(database: Database, client: ClientFor, record: int) -> None:
    interview = plan(client, record)
    office = client(OFFICE)
    for one in (902, 903):
        retired = client(actor("staff", "sysAdmin")).put(
            f"/api/v1/staff/{one}", json={"field": "status", "newValue": "retired"}
        )
        assert retired.status_code == 200, retired.text
    offered = office.get("/api/v1/applications/interviewers").json()["data"]
    assert [one["value"] for one in offered] == [901]
    assert client(COMPLIANCE).get("/api/v1/applications/interviewers").status_code == 403
    refused = change(client, interview, "interviewerIds", [901, 903])
    assert refused.status_code == 422
    assert refused.json()["fields"] == {"interviewerIds": "Please choose members of staff who have not left"}
    assert office.post(f"{PATH}/{record}/interview", json=BODY).status_code == 422
    assert change(client, interview, "interviewerIds", [902]).status_code == 200, "902 was an interviewer before"


def test_scorecards_are_deleted_with_their_application(database: Database, client: ClientFor, record: int) -> None:
    plan(client, record)
    assert client(actor("staff", "sysAdmin")).delete(f"{PATH}/{record}").status_code == 200
    assert database.all(sa.select(application_scorecard)) == []
    assert [entry["status"] for entry in entries(database)] == ["cancelled"]
