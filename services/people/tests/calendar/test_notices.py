"""Persons on an event are notified at once of its booking, its move and its cancellation: one notice for each person
and transaction."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from kit.database import Database
from people.calendar.model import booking
from people.events import NOTIFICATION_RAISED
from people.places.model import location
from services.people.tests.builders import insert, make_child, make_person, person, staff
from services.people.tests.calendar.test_series import EVENTS
from staffroom_testing.plugin import ClientFor, Published

NEXT_YEAR = dt.datetime.now(dt.UTC).year + 1
DAY = dt.date(NEXT_YEAR, 7, 6)
"""In summer: London is an hour ahead of UTC."""
AT_TEN = {"start": f"{DAY}T09:00:00Z", "end": f"{DAY}T10:00:00Z"}
WHEN = f"{DAY:%A} 6 July {NEXT_YEAR}, 10:00 to 11:00"
LONDON_TIMES = "All times are those of London."


@pytest.fixture
def tutor(database: Database) -> int:
    return make_person(database, "tutor", first_name="Grace", last_name="Hopper")


@pytest.fixture
def student(database: Database) -> int:
    return make_person(database, "student")


def body(*people: tuple[str, int], **more: Any) -> dict[str, Any]:
    return {
        "title": "Physics",
        "type": "tutorial",
        **AT_TEN,
        "people": [{"kind": kind, "id": number} for kind, number in people],
        **more,
    }


def notices(published: Published) -> list[dict[str, Any]]:
    return [payload for subject, _, payload in published() if subject == NOTIFICATION_RAISED.subject]


def readers(notice: dict[str, Any]) -> list[tuple[str, int]]:
    return [(one["kind"], one["id"]) for one in notice["persons"]]


def book(client: ClientFor, *people: tuple[str, int], **more: Any) -> int:
    answer = client(staff()).post(EVENTS, json=body(*people, **more))
    assert answer.status_code == 201, answer.text
    number: int = answer.json()["data"]["id"]
    return number


def test_a_booking_notifies_its_persons_and_the_family(
    database: Database, client: ClientFor, tutor: int, student: int, published: Published
) -> None:
    parent = make_person(database, "client")
    make_child(database, parent, student)
    house = insert(database, location, {"title": "Mill House", "type": "building"})
    room = insert(database, location, {"title": "Room 4", "type": "room", "parent_id": house})
    number = book(client, ("tutor", tutor), ("student", student), locationId=room)
    to_tutor, to_student, to_parent = notices(published)
    assert (readers(to_tutor), readers(to_student)) == ([("tutor", tutor)], [("student", student)])
    assert readers(to_parent) == [("client", parent)]
    assert {one["kind"] for one in (to_tutor, to_student, to_parent)} == {"event"}
    assert to_tutor["title"] == f"Booked: Physics, {WHEN}"
    assert to_parent["title"] == f"Booked for Ada Lovelace: Physics, {WHEN}"
    assert to_tutor["text"] == f"{WHEN}, Mill House, Room 4"
    assert to_tutor["target"] == f"/calendar/day?day={DAY}&event={number}"
    where = [f"When: {WHEN}", "Where: Mill House, Room 4"]
    assert to_tutor["details"] == [*where, "With: Grace Hopper, Ada Lovelace", LONDON_TIMES]
    assert to_student["details"] == [*where, "With: Grace Hopper", LONDON_TIMES]
    assert to_parent["details"] == to_student["details"]


def test_a_series_raises_one_notice_with_its_dates(
    client: ClientFor, tutor: int, student: int, published: Published
) -> None:
    first = book(client, ("tutor", tutor), ("student", student), rule="FREQ=WEEKLY;COUNT=12")
    (to_tutor, to_student) = notices(published)
    assert to_tutor["title"] == f"Booked: Physics, 12 dates from {DAY:%A} 6 July {NEXT_YEAR}"
    assert to_tutor["text"].splitlines()[0] == WHEN
    assert to_tutor["text"].splitlines()[-1] == "and 9 more, which your calendar shows"
    assert len([line for line in to_student["details"] if "10:00 to 11:00" in line]) == 12

    staff_client = client(staff())
    changes = [{"field": "start", "newValue": f"{DAY}T10:00:00Z"}, {"field": "end", "newValue": f"{DAY}T11:00:00Z"}]
    response = staff_client.put(f"{EVENTS}/{first}", json={"changes": changes, "scope": "all"})
    assert response.status_code == 200, response.text
    (to_tutor, _) = notices(published)
    assert to_tutor["title"] == f"Moved: Physics, 12 dates from {DAY:%A} 6 July {NEXT_YEAR}"
    assert to_tutor["details"][0] == f"{WHEN.replace('10:00 to 11:00', '11:00 to 12:00')}, instead of {WHEN}"

    staff_client.post(f"{EVENTS}/{first}/cancel", json={"reason": "The tutor is ill", "scope": "all"})
    (to_tutor, _) = notices(published)
    assert to_tutor["title"].startswith("Cancelled: Physics, 12 dates from")
    assert "Because: The tutor is ill" in to_tutor["details"]


def test_notice_of_a_move_has_the_old_and_the_new_time(
    database: Database, client: ClientFor, tutor: int, published: Published
) -> None:
    rooms = [insert(database, location, {"title": f"Room {n}", "type": "room", "city": "Oxford"}) for n in (1, 2)]
    number = book(client, ("tutor", tutor), locationId=rooms[0])
    notices(published)
    later = [{"field": "end", "newValue": f"{DAY}T11:30:00Z"}, {"field": "locationId", "newValue": rooms[1]}]
    assert client(staff()).put(f"{EVENTS}/{number}", json={"changes": later}).status_code == 200
    (notice,) = notices(published)
    now = WHEN.replace("11:00", "12:30")
    assert notice["title"] == f"Moved: Physics, {now}"
    assert notice["text"] == f"{now}, Oxford, Room 2, instead of {WHEN}, Oxford, Room 1"

    for field, value, title in (("locationId", rooms[0], "Another place"), ("zoomTutorId", tutor, "Another place")):
        client(staff()).put(f"{EVENTS}/{number}", json={"field": field, "newValue": value})
        (notice,) = notices(published)
        assert notice["title"].startswith(f"{title}: Physics")
    assert notice["text"] == "Oxford, Room 1, Zoom room of Grace Hopper, instead of Oxford, Room 1"

    for field, value in (("title", "Optics"), ("notes", "<p>Bring a calculator</p>"), ("type", "meeting")):
        client(staff()).put(f"{EVENTS}/{number}", json={"field": field, "newValue": value})
    assert notices(published) == [], "another name, notes or type: nobody has to come elsewhere"


def test_a_cancellation_always_rings_and_has_the_reason(
    database: Database, client: ClientFor, tutor: int, student: int, published: Published
) -> None:
    parent = make_person(database, "client")
    make_child(database, parent, student)
    number = book(client, ("tutor", tutor), ("student", student))
    notices(published)
    client(staff()).post(f"{EVENTS}/{number}/cancel", json={"reason": "The tutor is ill"})
    raised = notices(published)
    assert [(one["kind"], readers(one)) for one in raised] == [
        ("eventCancelled", [("tutor", tutor)]),
        ("eventCancelled", [("student", student)]),
        ("eventCancelled", [("client", parent)]),
    ]
    assert raised[2]["title"] == f"Cancelled for Ada Lovelace: Physics, {WHEN}"
    assert {one["text"] for one in raised} == {"Because: The tutor is ill"}
    client(staff()).post(f"{EVENTS}/{number}/restore")
    assert next(one["title"] for one in notices(published)) == f"Takes place after all: Physics, {WHEN}"


def test_only_persons_who_join_or_leave_an_event_are_notified(
    database: Database, client: ClientFor, tutor: int, published: Published
) -> None:
    number, other = book(client, ("tutor", tutor)), make_person(database, "tutor", first_name="Alan")
    notices(published)
    swap = {"kind": "tutor", "before": tutor, "after": other}
    assert client(staff()).post(f"{EVENTS}/{number}/people", json=swap).status_code == 200
    raised = {one["title"].partition(":")[0]: readers(one) for one in notices(published)}
    assert raised == {"Without you": [("tutor", tutor)], "Booked": [("tutor", other)]}
    added = client(staff()).post(f"{EVENTS}/people", json={"eventId": number, "kind": "tutor", "personId": tutor})
    assert [readers(one) for one in notices(published)] == [[("tutor", tutor)]]
    client(staff()).delete(f"{EVENTS}/people/{added.json()['data']['id']}")
    assert [(one["kind"], readers(one)) for one in notices(published)] == [("eventCancelled", [("tutor", tutor)])]


def test_a_family_with_two_children_on_it_gets_one_notice(
    database: Database, client: ClientFor, student: int, published: Published
) -> None:
    parent, brother = make_person(database, "client"), make_person(database, "student", first_name="Bo")
    for child in (student, brother):
        make_child(database, parent, child)
    book(client, ("student", student), ("student", brother))
    raised = [one for one in notices(published) if readers(one) == [("client", parent)]]
    assert [one["title"] for one in raised] == [f"Booked for Ada Lovelace and Bo Lovelace: Physics, {WHEN}"]


def test_the_author_gets_no_notice_and_an_account_gets_one(
    database: Database, client: ClientFor, student: int, published: Published
) -> None:
    tutor, same = (make_person(database, kind, user_id=70) for kind in ("tutor", "staff"))
    mine = make_person(database, "staff", user_id=71)
    anna = staff()
    book(client, ("tutor", tutor), ("staff", same), ("staff", mine))
    assert [readers(one) for one in notices(published)] == [[("tutor", tutor), ("staff", mine)]]
    own = {"kind": "staff", "id": make_person(database, "staff", id=anna.persons["staff"])}
    client(anna).post(EVENTS, json=body(("student", student)) | {"people": [own, {"kind": "student", "id": student}]})
    assert [readers(one) for one in notices(published)] == [[("student", student)]]


def test_past_declined_and_time_off_events_raise_no_notices(
    database: Database, client: ClientFor, tutor: int, student: int, published: Published
) -> None:
    past = {"start": "2025-03-03T10:00:00Z", "end": "2025-03-03T11:00:00Z"}
    over = book(client, ("tutor", tutor), **past)
    client(staff()).post(f"{EVENTS}/{over}/cancel", json={"reason": "It was snowing"})
    client(staff()).post(EVENTS, json=body(("tutor", tutor)) | {"type": "busy"})
    assert notices(published) == []
    declined = book(client, ("student", student))
    notices(published)
    with database.engine.begin() as connection:
        connection.execute(booking.update().where(booking.c.event_id == declined).values(status="declined"))
    client(staff()).post(f"{EVENTS}/{declined}/cancel", json={"reason": "Nobody comes"})
    assert notices(published) == []


def test_a_refused_booking_raises_no_notice(client: ClientFor, tutor: int, published: Published) -> None:
    book(client, ("tutor", tutor))
    notices(published)
    answer = client(staff()).post(EVENTS, json=body(("tutor", tutor)))
    assert answer.status_code == 409
    assert notices(published) == []


def test_an_answer_of_a_student_raises_no_notice(
    client: ClientFor, student: int, tutor: int, published: Published
) -> None:
    number = book(client, ("student", student), ("tutor", tutor))
    notices(published)
    people = client(staff()).get(f"{EVENTS}/{number}").json()["data"]["people"]
    mine = next(one["ewpId"] for one in people if one["kind"] == "student")
    answer = client(person("student", student)).put(
        f"{EVENTS}/people/{mine}", json={"field": "status", "newValue": "accepted"}
    )
    assert answer.status_code == 200
    assert notices(published) == []


def test_notices_of_whole_days_name_days_in_london(client: ClientFor, tutor: int, published: Published) -> None:
    begins, ends = f"{DAY - dt.timedelta(days=1)}T23:00:00Z", f"{DAY}T23:00:00Z"
    book(client, ("tutor", tutor), start=begins, end=ends, allDay=True)
    (notice,) = notices(published)
    assert notice["text"] == f"{DAY:%A} 6 July {NEXT_YEAR}, all day"
    assert notice["target"].startswith(f"/calendar/day?day={DAY}&")
    assert LONDON_TIMES not in notice["details"]
    last = DAY + dt.timedelta(days=9)
    book(
        client, ("tutor", tutor), start=f"{DAY + dt.timedelta(days=7)}T23:00:00Z", end=f"{last}T23:00:00Z", allDay=True
    )
    (notice,) = notices(published)
    assert notice["text"].endswith(f" to {last:%A} 15 July {NEXT_YEAR}")


def test_the_end_follows_another_start(client: ClientFor, tutor: int, published: Published) -> None:
    number = book(client, ("tutor", tutor))
    notices(published)
    office = client(staff())
    later = {"field": "start", "newValue": f"{DAY}T12:00:00Z"}
    assert office.put(f"{EVENTS}/{number}", json=later).status_code == 200
    event = office.get(f"{EVENTS}/{number}").json()["data"]
    assert (event["start"], event["end"]) == (f"{DAY}T12:00:00Z", f"{DAY}T13:00:00Z")
    (notice,) = notices(published)
    assert notice["text"] == f"{WHEN.replace('10:00 to 11:00', '13:00 to 14:00')}, instead of {WHEN}"
    both = [{"field": "start", "newValue": f"{DAY}T14:00:00Z"}, {"field": "end", "newValue": f"{DAY}T13:30:00Z"}]
    assert office.put(f"{EVENTS}/{number}", json={"changes": both}).status_code == 422
