"""Double bookings of persons and rooms: the database refuses them, and the text says who, when and by what."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.errors import Conflict
from kit.policy import as_service
from kit.values.days import LONDON
from people.calendar.model import booking
from people.places.model import location
from people.reference.model import organisation as organisations
from services.people.tests.builders import (
    attend,
    insert,
    make_child,
    make_course,
    make_person,
    person,
    staff,
    teach,
)
from staffroom_testing.plugin import ClientFor

pytestmark = pytest.mark.usefixtures("reference_data")

EVENTS = "/api/v1/events"
TEN, ELEVEN, NOON = "2026-12-02T10:00:00Z", "2026-12-02T11:00:00Z", "2026-12-02T12:00:00Z"
Book = Callable[..., httpx.Response]


@pytest.fixture
def book(client: ClientFor) -> Book:
    """Book an event as a member of staff, by default a tutorial from ten to eleven."""
    anna = client(staff())

    def post(**values: Any) -> httpx.Response:
        return anna.post(EVENTS, json={"title": "Physics", "type": "tutorial", "start": TEN, "end": ELEVEN} | values)

    return post


def on(*persons: tuple[str, int]) -> list[dict[str, Any]]:
    return [{"kind": kind, "id": number} for kind, number in persons]


def id_of(answer: httpx.Response) -> int:
    assert answer.status_code == 201, answer.text
    number: int = answer.json()["data"]["id"]
    return number


def test_a_tutor_is_not_booked_twice(database: Database, book: Book) -> None:
    tutor = make_person(database, "tutor")
    id_of(book(people=on(("tutor", tutor))))
    answer = book(title="Latin", start="2026-12-02T10:30:00Z", end="2026-12-02T11:30:00Z", people=on(("tutor", tutor)))
    assert answer.status_code == 409
    assert answer.json()["title"] == "Already booked"
    assert answer.json()["error"] == "Ada Lovelace is busy on 2 December 2026, 10:00 to 11:00: Physics"
    assert [one["id"] for one in answer.json()["conflicts"]] == [tutor]
    id_of(book(title="Latin", start=ELEVEN, end=NOON, people=on(("tutor", tutor))))


def test_a_room_is_not_booked_twice(database: Database, book: Book, client: ClientFor) -> None:
    room = insert(database, location, {"title": "Room 4", "type": "room"})
    first = id_of(book(locationId=room))
    assert book(locationId=room).json()["error"] == "Room 4 is busy on 2 December 2026, 10:00 to 11:00: Physics"
    other = id_of(book())
    response = client(staff()).put(f"{EVENTS}/{other}", json={"field": "locationId", "newValue": room})
    assert response.status_code == 409
    client(staff()).put(f"{EVENTS}/{first}", json={"field": "locationId", "newValue": None})
    assert client(staff()).put(f"{EVENTS}/{other}", json={"field": "locationId", "newValue": room}).is_success


def test_everybody_on_a_course_is_on_its_event(database: Database, book: Book, client: ClientFor) -> None:
    course, tutor = make_course(database), make_person(database, "tutor")
    student, gone = make_person(database, "student", first_name="Bo"), make_person(database, "student")
    teach(database, course, tutor)
    cws = attend(database, course, student)
    attend(database, course, gone, status="withdrawn")
    event = id_of(book(courseId=course))
    people = client(staff()).get(f"{EVENTS}/{event}").json()["data"]["people"]
    assert [(one["kind"], one["id"], one["cwsId"], one["name"]) for one in people] == [
        ("tutor", tutor, None, "Ada Lovelace"),
        ("student", student, cws, "Bo Lovelace"),
    ]
    assert book(people=on(("student", student))).status_code == 409


def test_a_moved_event_is_refused_and_stays(database: Database, book: Book, client: ClientFor) -> None:
    tutor = make_person(database, "tutor")
    id_of(book(people=on(("tutor", tutor))))
    later = id_of(book(title="Latin", start=ELEVEN, end=NOON, people=on(("tutor", tutor))))
    anna = client(staff())
    moves = [
        {"field": "start", "newValue": "2026-12-02T10:30:00Z"},
        {"field": "end", "newValue": "2026-12-02T11:30:00Z"},
    ]
    answer = anna.put(f"{EVENTS}/{later}", json={"changes": moves})
    assert answer.status_code == 409
    assert "Ada Lovelace is busy on 2 December 2026, 10:00 to 11:00: Physics" in answer.json()["error"]
    assert anna.get(f"{EVENTS}/{later}").json()["data"]["start"] == ELEVEN


@pytest.mark.parametrize("end", [TEN, "2026-12-02T09:00:00Z"])
def test_an_event_ends_after_its_start(book: Book, end: str) -> None:
    answer = book(end=end)
    assert answer.status_code == 422
    assert answer.json()["fields"]["end"] == "Please check dates are in sequential order"


def test_cancelled_and_declined_events_leave_everybody_free(database: Database, book: Book, client: ClientFor) -> None:
    tutor = make_person(database, "tutor")
    first = id_of(book(people=on(("tutor", tutor))))
    anna, ada = client(staff()), client(person("tutor", tutor))
    assert anna.post(f"{EVENTS}/{first}/cancel", json={"reason": "ill"}).is_success
    second = id_of(book(title="Latin", people=on(("tutor", tutor))))
    back = anna.post(f"{EVENTS}/{first}/restore")
    assert back.status_code == 409
    assert back.json()["error"].endswith(": Latin")
    place = anna.get(f"{EVENTS}/{second}").json()["data"]["people"][0]["ewpId"]
    assert ada.put(f"{EVENTS}/people/{place}", json={"field": "status", "newValue": "declined"}).is_success
    assert anna.post(f"{EVENTS}/{first}/restore").is_success
    again = ada.put(f"{EVENTS}/people/{place}", json={"field": "status", "newValue": "accepted"})
    assert again.status_code == 409


def test_an_override_is_shown_on_both_and_leaves_nothing_open(
    database: Database, book: Book, client: ClientFor
) -> None:
    tutor = make_person(database, "tutor")
    first = id_of(book(people=on(("tutor", tutor))))
    over = id_of(
        book(
            title="Open day",
            start="2026-12-02T10:30:00Z",
            end=NOON,
            people=on(("tutor", tutor)),
            overrideReason="She knows",
        )
    )
    anna = client(staff())
    for event, other in ((first, over), (over, first)):
        shown = anna.get(f"{EVENTS}/{event}").json()["data"]["overlaps"]
        assert [(one["eventId"], one["name"], one["reason"]) for one in shown] == [(other, "Ada Lovelace", "She knows")]
    assert book(start="2026-12-02T11:15:00Z", end=NOON, people=on(("tutor", tutor))).status_code == 409
    assert anna.post(f"{EVENTS}/{first}/cancel", json={"reason": "moved"}).is_success
    # The override keeps its whole time: the first event may not come back, and nobody else gets the time.
    assert anna.post(f"{EVENTS}/{first}/restore").status_code == 409
    assert book(start="2026-12-02T10:30:00Z", end=ELEVEN, people=on(("tutor", tutor))).status_code == 409
    assert anna.put(f"{EVENTS}/{over}", json={"field": "overrideReason", "newValue": ""}).is_success


def test_one_of_two_simultaneous_bookings_of_a_tutor_wins(database: Database, client: ClientFor) -> None:
    tutor = make_person(database, "tutor")
    anna = client(staff())
    body = {"title": "Physics", "type": "tutorial", "start": TEN, "end": ELEVEN, "people": on(("tutor", tutor))}
    with ThreadPoolExecutor(4) as pool:
        statuses = sorted(answer.status_code for answer in pool.map(lambda _: anna.post(EVENTS, json=body), range(4)))
    assert statuses == [201, 409, 409, 409]


def test_the_database_refuses_unchecked_double_bookings(database: Database, book: Book) -> None:
    tutor = make_person(database, "tutor")
    id_of(book(people=on(("tutor", tutor))))
    other = id_of(book())
    with pytest.raises(Conflict, match="Somebody or the room has just been booked for this time"):
        insert(database, booking, {"event_id": other, "kind": "tutor", "person_id": tutor})


def test_people_book_only_their_own_time_off(database: Database, client: ClientFor) -> None:
    tutor, other = make_person(database, "tutor"), make_person(database, "tutor")
    ada = client(person("tutor", tutor))
    off = {"title": "Dentist", "type": "busy", "start": TEN, "end": ELEVEN}
    event = id_of(ada.post(EVENTS, json=off))
    assert [one["id"] for one in ada.get(f"{EVENTS}/{event}").json()["data"]["people"]] == [tutor]
    for more in ({"type": "tutorial"}, {"people": on(("tutor", other))}, {"overrideReason": "I can"}):
        assert ada.post(EVENTS, json=off | more).status_code == 403
    assert client(person("tutor", other)).get(f"{EVENTS}/{event}").status_code == 404
    taken = client(staff()).post(
        EVENTS,
        json={"title": "Physics", "type": "tutorial", "start": TEN, "end": ELEVEN, "people": on(("tutor", tutor))},
    )
    assert taken.json()["error"] == "Ada Lovelace is busy on 2 December 2026, 10:00 to 11:00"
    assert "Dentist" not in taken.text
    assert ada.put(f"{EVENTS}/{event}", json={"field": "end", "newValue": NOON}).is_success
    assert ada.delete(f"{EVENTS}/{event}").is_success


def test_a_student_sees_who_teaches_and_not_who_else_comes(database: Database, book: Book, client: ClientFor) -> None:
    tutor, student, other = (make_person(database, kind) for kind in ("tutor", "student", "student"))
    event = id_of(book(people=on(("tutor", tutor), ("student", student), ("student", other))))
    seen = client(person("student", student)).get(f"{EVENTS}/{event}").json()["data"]["people"]
    assert [(one["kind"], one["id"]) for one in seen] == [("tutor", tutor), ("student", student)]
    assert client(person("student", student)).get(EVENTS).status_code == 403
    assert [row["id"] for row in client(person("student", student)).get(f"{EVENTS}/my").json()["data"]] == [event]


def test_clients_reach_their_own_events_and_those_of_their_children(
    database: Database, book: Book, client: ClientFor
) -> None:
    parent, other, tutor = (make_person(database, kind) for kind in ("client", "client", "tutor"))
    child, sister = make_person(database, "student"), make_person(database, "student")
    for student in (child, sister):
        make_child(database, parent, student)
    both = id_of(book(people=on(("tutor", tutor), ("student", child), ("student", sister))))
    own = id_of(book(start=ELEVEN, end=NOON, people=on(("tutor", tutor), ("client", parent))))
    rows = client(person("client", parent)).get(f"{EVENTS}/my").json()
    assert ([row["id"] for row in rows["data"]], rows["total"]) == ([both, own], 2)
    assert client(person("client", other)).get(f"{EVENTS}/my").json()["data"] == []
    assert client(person("client", other)).get(f"{EVENTS}/{both}").status_code == 404


def test_free_times_of_a_course_and_a_room(database: Database, book: Book, client: ClientFor) -> None:
    course, tutor = make_course(database), make_person(database, "tutor")
    teach(database, course, tutor)
    room = insert(database, location, {"title": "Room 4", "type": "room"})
    day = dt.date.today() + dt.timedelta(days=7 - dt.date.today().weekday())
    at = [f"{day}T{hour:02}:00:00" for hour in range(24)]
    id_of(book(start=at[9], end=at[10], people=on(("tutor", tutor))))
    id_of(book(start=at[11], end=at[12], locationId=room))
    asked = {"courseId": course, "locationId": room, "fromDay": str(day), "earliest": 9, "latest": 17, "number": 3}
    times = client(staff()).post(f"{EVENTS}/free", json=asked).json()["data"]
    # The office asks for London time, in summer too.
    assert len(times) == 3
    taken = {(at[9], at[10]), (at[11], at[12])}
    for slot in times:
        assert not any(slot["start"] < f"{end}Z" and f"{start}Z" < slot["end"] for start, end in taken)
    assert id_of(book(courseId=course, locationId=room, start=times[0]["start"], end=times[0]["end"]))


def test_free_times_are_within_the_working_hours_of_all(database: Database, client: ClientFor) -> None:
    organisation = insert(database, organisations, {"id": 7_001, "title": "Oxford"})
    monday = dt.date.today() + dt.timedelta(days=7 - dt.date.today().weekday())
    tutor = make_person(
        database,
        "tutor",
        availability=[
            {"day": "Monday", "start": "10:00", "end": "11:30"},
            {"day": "Saturday", "start": "09:00", "end": "24:00"},
        ],
    )
    member = make_person(database, "staff", organisation_id=organisation)

    def free(*persons: tuple[str, int], **asked: Any) -> list[str]:
        body = {"people": on(*persons), "fromDay": str(monday), "number": 2} | asked
        times = client(staff()).post(f"{EVENTS}/free", json=body).json()["data"]
        begins = (dt.datetime.fromisoformat(one["start"]).astimezone(LONDON) for one in times)
        return [f"{start:%a %H:%M}" for start in begins]

    assert free(("tutor", tutor)) == ["Mon 10:00", "Sat 09:00"]
    assert free(("tutor", tutor), earliest=22) == ["Sat 22:00", "Sat 23:00"]
    assert free(("staff", member)) == ["Mon 08:00", "Mon 09:00"]
    assert free(("student", make_person(database, "student"))) == ["Mon 08:00", "Mon 09:00"]
    hours = [{"day": "Monday", "start": "10:30", "end": "17:00"}, {"day": "Saturday", "start": "10:00", "end": "11:00"}]
    assert (
        client(staff("academicOffice"))
        .post(f"{EVENTS}/hours", json={"organisationId": organisation, "hours": hours})
        .is_success
    )
    assert free(("staff", member)) == ["Mon 10:30", "Mon 11:30"]
    assert free(("tutor", tutor), ("staff", member)) == ["Mon 10:30", "Sat 10:00"]


def test_booking_rows_follow_their_event(database: Database, book: Book, client: ClientFor) -> None:
    """The booked time always follows from the state of an event."""
    tutor = make_person(database, "tutor")
    event = id_of(book(people=on(("tutor", tutor))))
    anna = client(staff())

    def taken() -> bool:
        with database.transaction(as_service("people")) as tx:
            return bool(tx.scalar(sa.select(~sa.func.isempty(booking.c.busy)).where(booking.c.event_id == event)))

    assert taken()
    anna.post(f"{EVENTS}/{event}/cancel", json={"reason": "snow"})
    assert not taken()
    assert anna.put(f"{EVENTS}/{event}", json={"field": "end", "newValue": NOON}).json()["error"] == (
        "A cancelled event cannot be changed"
    )


def test_person_on_an_event_is_not_deleted(database: Database, book: Book, client: ClientFor) -> None:
    tutor, other = make_person(database, "tutor"), make_person(database, "agent")
    id_of(book(people=on(("tutor", tutor))))
    anna = client(staff("sysAdmin"))
    refused = anna.delete(f"/api/v1/tutors/{tutor}")
    assert refused.status_code == 409
    assert refused.json()["uses"] == [{"label": "persons on events", "count": 1}]
    assert anna.delete(f"/api/v1/agents/{other}").is_success
