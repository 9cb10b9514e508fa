"""Events that people publishes about its calendar."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.database.tables import outbox
from services.people.tests.builders import attend, make_course, make_person, staff
from services.people.tests.calendar.test_series import EVENTS, FIRST
from staffroom_testing.plugin import ClientFor

pytestmark = pytest.mark.usefixtures("reference_data")


def published_payloads(database: Database) -> list[dict[str, Any]]:
    """Return the payloads published since the last call."""
    with database.engine.begin() as connection:
        about = sa.delete(outbox).where(outbox.c.subject == "people.event.changed")
        rows = connection.execute(about.returning(outbox.c.id, outbox.c.payload)).all()
    return [payload for _, payload in sorted(rows)]


def test_event_is_published_with_its_persons_once_per_transaction(database: Database, client: ClientFor) -> None:
    anna = client(staff())
    tutor, student = make_person(database, "tutor"), make_person(database, "student")
    course = make_course(database)
    cws = attend(database, course, student)
    people = [{"kind": "tutor", "id": tutor}, {"kind": "student", "id": student}]
    event = anna.post(EVENTS, json=FIRST | {"courseId": course, "people": people}).json()["data"]["id"]
    (payload,) = published_payloads(database)
    assert (payload["id"], payload["type"], payload["title"], payload["courseId"]) == (
        event,
        "tutorial",
        "Physics",
        course,
    )
    assert (payload["start"], payload["status"], payload["deleted"]) == ("2026-10-12T09:00:00Z", "active", False)
    assert [(one["kind"], one["personId"], one["cwsId"], one["status"]) for one in payload["people"]] == [
        ("tutor", tutor, 0, "invited"),
        ("student", student, cws, "invited"),
    ]

    changes = [{"field": "title", "newValue": "Optics"}, {"field": "end", "newValue": "2026-10-12T11:00:00Z"}]
    assert anna.put(f"{EVENTS}/{event}", json={"changes": changes}).status_code == 200
    assert [(one["title"], one["end"]) for one in published_payloads(database)] == [("Optics", "2026-10-12T11:00:00Z")]
    anna.put(f"{EVENTS}/people/{payload['people'][0]['ewpId']}", json={"field": "status", "newValue": "declined"})
    assert [one["people"][0]["status"] for one in published_payloads(database)] == ["declined"]
    anna.delete(f"{EVENTS}/people/{payload['people'][0]['ewpId']}")
    assert [one["kind"] for one in published_payloads(database)[0]["people"]] == ["student"]
    anna.post(f"{EVENTS}/{event}/cancel", json={"reason": "The tutor is ill"})
    assert [one["status"] for one in published_payloads(database)] == ["cancelled"]


def test_each_date_of_a_series_is_published_and_time_off_is_not(database: Database, client: ClientFor) -> None:
    anna, tutor = client(staff()), make_person(database, "tutor")
    people = [{"kind": "tutor", "id": tutor}]
    first = anna.post(EVENTS, json=FIRST | {"people": people, "rule": "FREQ=WEEKLY;COUNT=3"}).json()["data"]["id"]
    assert len(published_payloads(database)) == 3
    anna.post(f"{EVENTS}/{first}/cancel", json={"reason": "A school trip", "scope": "all"})
    assert [one["status"] for one in published_payloads(database)] == ["cancelled"] * 3
    off = anna.post(EVENTS, json=FIRST | {"type": "busy", "title": "Dentist", "people": people}).json()["data"]["id"]
    assert [one["deleted"] for one in published_payloads(database)] == [True]
    assert anna.delete(f"{EVENTS}/{off}").status_code == 200
    assert published_payloads(database) == [told_gone(off)]


def told_gone(event: int) -> dict[str, Any]:
    texts = dict.fromkeys(("type", "title", "start", "end", "location", "status"), "")
    numbers = dict.fromkeys(("zoomTutorId", "courseId", "departmentId"), 0)
    return {"id": event, **texts, **numbers, "allDay": False, "people": [], "deleted": True}
