"""Days of the calendar are days in London, also in summer; events are found by their persons."""

from __future__ import annotations

import datetime as dt

import pytest

from kit.database import Database
from people.places.model import location
from services.people.tests.builders import insert, make_child, make_person, person, staff
from services.people.tests.calendar.test_feed import make_event
from services.people.tests.calendar.test_series import EVENTS
from staffroom_testing.plugin import ClientFor

# Half past midnight of Monday 5 July 2027 in London is Sunday in UTC.
FIRST = dt.datetime(2027, 7, 4, 23, 30, tzinfo=dt.UTC)
LAST = dt.datetime(2027, 7, 5, 22, 30, tzinfo=dt.UTC)
NEXT = dt.datetime(2027, 7, 5, 23, 0, tzinfo=dt.UTC)
WHOLE = {"starts": dt.datetime(2027, 7, 4, 23, tzinfo=dt.UTC), "ends": NEXT, "all_day": True}


def ids(client: ClientFor, query: str, path: str = EVENTS) -> list[int]:
    answer = client(staff()).get(f"{path}?{query}")
    assert answer.status_code == 200, answer.text
    return [row["id"] for row in answer.json()["data"]]


@pytest.mark.parametrize(
    "query",
    [
        "start=2027-07-05..2027-07-05",
        "start=2027-07-05",
        "from=2027-07-05&to=2027-07-05",
        "calendarDays=2027-07-05..2027-07-05",
        "start=2027-07-05T00:00:00..2027-07-05T23:59:59",
        "start=2027-07-04T23:00:00Z..2027-07-05T22:59:59Z",
    ],
)
def test_requested_days_are_days_in_london(client: ClientFor, database: Database, query: str) -> None:
    half_hour = dt.timedelta(minutes=15)
    inside = [make_event(database, starts=start, ends=start + half_hour) for start in (FIRST, LAST)]
    make_event(database, starts=FIRST - dt.timedelta(hours=1), ends=FIRST - half_hour * 3)
    make_event(database, starts=NEXT, ends=NEXT + half_hour)
    assert ids(client, query) == inside


def test_a_whole_day_in_july_is_only_on_its_day(client: ClientFor, database: Database) -> None:
    number = make_event(database, **WHOLE)
    for day, shown in ((4, []), (5, [number]), (6, [])):
        assert ids(client, f"calendarDays=2027-07-0{day}..2027-07-0{day}") == shown
        assert ids(client, f"from=2027-07-0{day}&to=2027-07-0{day}") == shown


def test_an_event_is_found_by_its_persons(client: ClientFor, database: Database) -> None:
    ines, other = (make_person(database, "student", first_name=name, last_name="Müller") for name in ("Inês", "Bo"))
    tutor = make_person(database, "tutor", first_name="Grace", last_name="Hopper")
    hers = make_event(database, ("tutor", tutor), ("student", ines), starts=FIRST)
    make_event(database, ("student", other), starts=LAST, title="Chemistry")
    assert ids(client, "search=ines muller") == [hers]
    assert ids(client, "search=hopper physics") == [hers]
    assert ids(client, "search=nobody") == []


def test_search_of_own_calendar_matches_only_visible_persons(client: ClientFor, database: Database) -> None:
    ada, bo = (make_person(database, "student", first_name=name) for name in ("Ada", "Bo"))
    tutor = make_person(database, "tutor", first_name="Grace", last_name="Hopper")
    parent = make_person(database, "client")
    make_child(database, parent, ada)
    number = make_event(database, ("tutor", tutor), ("student", ada), ("student", bo), starts=FIRST)

    def mine(kind: str, record: int, search: str) -> list[list[str]]:
        rows = client(person(kind, record)).get(f"{EVENTS}/my?search={search}").json()["data"]
        return [[one["name"] for one in row["people"]] for row in rows if row["id"] == number]

    everybody = ["Grace Hopper", "Ada Lovelace", "Bo Lovelace"]
    assert mine("tutor", tutor, "bo love") == [everybody]
    for kind, record in (("student", ada), ("client", parent)):
        assert mine(kind, record, "hopper") == [["Grace Hopper", "Ada Lovelace"]]
        assert mine(kind, record, "ada") == [["Grace Hopper", "Ada Lovelace"]]
        assert mine(kind, record, "bo love") == [], "whom they do not see, they do not find"


def test_a_room_is_named_with_its_site(client: ClientFor, database: Database) -> None:
    house = insert(database, location, {"title": "Mill House", "type": "building"})
    inside = insert(database, location, {"title": "Room 3", "type": "room", "parent_id": house})
    alone = insert(database, location, {"title": "Room 3", "type": "room", "city": "Oxford"})
    outside = insert(database, location, {"title": "Town Hall", "type": "external", "city": "Oxford"})
    for record in (inside, alone, outside):
        make_event(database, starts=FIRST, location_id=record)
    rows = client(staff()).get(f"{EVENTS}?start=2027-07-05").json()["data"]
    assert sorted(row["location"] for row in rows) == ["Mill House, Room 3", "Oxford, Room 3", "Town Hall"]
    listed = {row["id"]: row["title"] for row in client(staff()).get("/api/v1/locations/calendarList").json()["data"]}
    assert (listed[inside], listed[outside]) == ("Mill House, Room 3", "Town Hall")
    taken = client(staff()).post(
        EVENTS,
        json={
            "title": "Optics",
            "type": "tutorial",
            "start": FIRST.isoformat(),
            "end": LAST.isoformat(),
            "locationId": inside,
            "people": [],
        },
    )
    assert taken.json()["conflicts"][0]["name"] == "Mill House, Room 3"
