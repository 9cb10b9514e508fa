"""Cancelling or moving an event with a begun slip asks first; people learns of slips from teaching's events."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kit.database import Database
from kit.events import Event
from services.people.tests.builders import make_person, staff
from services.people.tests.calendar.test_notices import DAY, EVENTS, book
from staffroom.teaching.events.v1.events_pb2 import SlipChanged
from staffroom_testing.plugin import ClientFor

SLIP_CHANGED = Event.of(SlipChanged)
LATER = [{"field": "start", "newValue": f"{DAY}T10:00:00Z"}, {"field": "end", "newValue": f"{DAY}T11:00:00Z"}]
DAY_IN_WORDS = f"6 July {DAY.year}"
Deliver = Callable[..., None]


@pytest.fixture
def event(database: Database, client: ClientFor) -> int:
    people = make_person(database, "tutor"), make_person(database, "student", first_name="Alfie", last_name="Smith")
    return book(client, ("tutor", people[0]), ("student", people[1]))


def ewp(client: ClientFor, event: int) -> int:
    people = client(staff()).get(f"{EVENTS}/{event}").json()["data"]["people"]
    return next(int(one["ewpId"]) for one in people if one["kind"] == "student")


def begin(deliver: Deliver, client: ClientFor, event: int, status: str = "saved", **more: Any) -> None:
    payload = {"id": 30, "slipType": "default", "status": status, "eventId": event, "ewpId": ewp(client, event)}
    deliver(SLIP_CHANGED, 30, payload | more)


@pytest.mark.parametrize(
    ("call", "path", "body", "yes"),
    [
        pytest.param("put", "", {"changes": LATER}, "Move event", id="moved"),
        pytest.param("put", "", LATER[1], "Move event", id="one field"),
        pytest.param("post", "/cancel", {"reason": "The tutor is ill"}, "Cancel event", id="cancelled"),
    ],
)
def test_an_event_with_a_slip_begun_asks(
    client: ClientFor, deliver: Deliver, event: int, call: str, path: str, body: dict[str, Any], yes: str
) -> None:
    begin(deliver, client, event)
    office = client(staff())
    before = office.get(f"{EVENTS}/{event}").json()["data"]
    refused = getattr(office, call)(f"{EVENTS}/{event}{path}", json=body)
    error = refused.json()
    assert (refused.status_code, error["code"]) == (409, "slip_begun")
    assert error["error"].startswith(f"Slip of Alfie Smith, {DAY_IN_WORDS}: saved\n")
    assert error["question"] == {"yes": yes, "no": "Go back"}
    assert office.get(f"{EVENTS}/{event}").json()["data"] == before
    assert getattr(office, call)(f"{EVENTS}/{event}{path}", json=body | {"confirm": False}).status_code == 409
    done = getattr(office, call)(f"{EVENTS}/{event}{path}", json=body | {"confirm": True})
    assert done.status_code == 200, done.text


def test_taking_somebody_off_whose_slip_is_begun_asks(client: ClientFor, deliver: Deliver, event: int) -> None:
    begin(deliver, client, event, "submitted")
    office = client(staff())
    people = office.get(f"{EVENTS}/{event}").json()["data"]["people"]
    tutor, student = people[0]["id"], people[1]["id"]
    off = {"kind": "student", "before": student}
    refused = office.post(f"{EVENTS}/{event}/people", json=off)
    assert (refused.status_code, refused.json()["code"]) == (409, "slip_begun")
    assert f"Slip of Alfie Smith, {DAY_IN_WORDS}: submitted" in refused.json()["error"]
    assert office.post(f"{EVENTS}/{event}/people", json={"kind": "tutor", "before": tutor}).status_code == 200
    assert office.post(f"{EVENTS}/{event}/people", json=off | {"confirm": True}).status_code == 200


def test_deleting_a_place_on_an_event_asks_as_well(client: ClientFor, deliver: Deliver, event: int) -> None:
    begin(deliver, client, event)
    office = client(staff())
    place, before = ewp(client, event), office.get(f"{EVENTS}/{event}").json()["data"]["people"]
    for answer in (office.delete(f"{EVENTS}/people/{place}"), office.delete(f"{EVENTS}/people/{place}?confirm=false")):
        error = answer.json()
        assert (answer.status_code, error["code"]) == (409, "slip_begun")
        assert error["error"].startswith(f"Slip of Alfie Smith, {DAY_IN_WORDS}: saved\n")
        assert error["question"] == {"yes": "Take off", "no": "Go back"}
    assert office.get(f"{EVENTS}/{event}").json()["data"]["people"] == before
    tutor = next(one["ewpId"] for one in before if one["kind"] == "tutor")
    assert office.delete(f"{EVENTS}/people/{tutor}").status_code == 200
    assert office.delete(f"{EVENTS}/people/{place}?confirm=true").status_code == 200


def test_events_without_slips_ask_nothing(client: ClientFor, deliver: Deliver, event: int) -> None:
    begin(deliver, client, event)
    office = client(staff())
    for field, value in (("title", "Optics"), ("notes", "<p>Bring a ruler</p>")):
        assert office.put(f"{EVENTS}/{event}", json={"field": field, "newValue": value}).status_code == 200
    begin(deliver, client, event, "deleted", deleted=True)
    assert office.put(f"{EVENTS}/{event}", json={"changes": LATER}).status_code == 200


def test_the_dates_of_a_series_are_asked_for_together(client: ClientFor, database: Database, deliver: Deliver) -> None:
    student = make_person(database, "student", first_name="Alfie", last_name="Smith")
    first = book(client, ("student", student), rule="FREQ=WEEKLY;COUNT=8")
    office = client(staff())
    dates = office.get(f"{EVENTS}?seriesId={office.get(f'{EVENTS}/{first}').json()['data']['series']['id']}")
    for number, row in enumerate(dates.json()["data"]):
        payload = {"id": number + 1, "slipType": "default", "status": "saved", "eventId": row["id"], "ewpId": 0}
        deliver(SLIP_CHANGED, number + 1, payload)
    body = {"reason": "A school trip", "scope": "all"}
    refused = office.post(f"{EVENTS}/{first}/cancel", json=body)
    assert refused.json()["code"] == "slip_begun"
    lines = refused.json()["error"].splitlines()
    assert (len(lines), lines[5]) == (7, "and 3 more")
    assert office.post(f"{EVENTS}/{first}/cancel", json=body | {"confirm": True}).status_code == 200


def test_a_slip_from_before_the_calendar_belongs_to_no_event(client: ClientFor, deliver: Deliver, event: int) -> None:
    deliver(SLIP_CHANGED, 31, {"id": 31, "slipType": "default", "status": "saved"})
    assert client(staff()).put(f"{EVENTS}/{event}", json={"changes": LATER}).status_code == 200
