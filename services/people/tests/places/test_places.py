from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from kit.database import Database
from people.persons.model import address
from people.places.fields import INSIDE_ITSELF
from people.places.model import location
from services.people.tests.builders import insert, make_address, make_child, make_person, person, row_of, staff
from staffroom_testing.plugin import ClientFor, Published


@pytest.mark.parametrize("path", ["/locations", "/locations?page=1", "/locations/calendarList"])
def test_the_pseudo_location_is_in_every_list(path: str, database: Database, client: ClientFor) -> None:
    """platform.md 3: id 0, zoom, city Oxford."""
    first = client(staff()).get(f"/api/v1{path}").json()["data"][0]
    assert (first["id"], first["type"], first["city"]) == (0, "zoom", "Oxford")


def test_the_pseudo_location_is_a_zoom_room_and_no_other(database: Database, client: ClientFor) -> None:
    anna = client(staff())
    assert [row["id"] for row in anna.get("/api/v1/locations?type=zoom&page=1").json()["data"]] == [0]
    for query in ("type=room&page=1", "type=room", "search=euler&page=1"):
        assert anna.get(f"/api/v1/locations?{query}").json()["data"] == []


def test_locations_have_address_and_children(database: Database, client: ClientFor) -> None:
    house = insert(
        database, location, {"title": "Mill House", "type": "building", "city": "Oxford", "line1": "1 Mill Road"}
    )
    room = insert(database, location, {"title": "Euler room", "type": "room", "parent_id": house})
    rows = {row["id"]: row for row in client(staff()).get("/api/v1/locations").json()["data"]}
    assert rows[house]["address"] == {"city": "Oxford", "line1": "1 Mill Road", "line2": "", "postcode": ""}
    assert rows[house]["children"] == [{"id": room, "title": "Euler room", "type": "room"}]
    assert (
        client(person("tutor", 1))
        .put(f"/api/v1/locations/{room}", json={"field": "title", "newValue": "x"})
        .status_code
        == 403
    )


def test_locations_cannot_form_a_circle(database: Database, client: ClientFor) -> None:
    house = insert(database, location, {"title": "Mill House", "type": "building"})
    wing = insert(database, location, {"title": "West wing", "type": "building", "parent_id": house})
    room = insert(database, location, {"title": "Euler room", "type": "room", "parent_id": wing})
    for inner in (house, wing, room):
        refused = client(staff()).put(f"/api/v1/locations/{house}", json={"field": "parentId", "newValue": inner})
        assert (refused.status_code, refused.json()["fields"]) == (422, {"parentId": INSIDE_ITSELF}), inner
    response = client(staff()).put(f"/api/v1/locations/{room}", json={"field": "parentId", "newValue": house})
    assert response.status_code == 200
    assert client(staff()).put(f"/api/v1/locations/{wing}", json={"field": "parentId", "newValue": None}).is_success


def test_two_moves_at_once_make_no_circle(database: Database, client: ClientFor) -> None:
    one, other = (insert(database, location, {"title": f"House {n}", "type": "building"}) for n in range(2))
    anna = client(staff())

    def move(inside: tuple[int, int]) -> int:
        path = f"/api/v1/locations/{inside[0]}"
        return anna.put(path, json={"field": "parentId", "newValue": inside[1]}).status_code

    with ThreadPoolExecutor(2) as both:
        assert sorted(both.map(move, [(one, other), (other, one)])) == [200, 422]


def test_a_location_with_rooms_stays_and_a_retired_one_takes_none(database: Database, client: ClientFor) -> None:
    house = insert(database, location, {"title": "Mill House", "type": "building", "status": "retired"})
    room = insert(database, location, {"title": "Euler room", "type": "room", "parent_id": house})
    other = insert(database, location, {"title": "Gauss room", "type": "room"})
    anna = client(staff())
    refused = anna.delete(f"/api/v1/locations/{house}")
    assert (refused.status_code, refused.json()["error"]) == (
        409,
        "Mill House is used by 1 location. Please retire it instead.",
    )
    refused = anna.put(f"/api/v1/locations/{other}", json={"field": "parentId", "newValue": house})
    text = "Mill House is no longer offered. Please choose another location."
    assert (refused.status_code, refused.json()["fields"]) == (422, {"parentId": text})
    assert anna.put(f"/api/v1/locations/{room}", json={"field": "parentId", "newValue": house}).status_code == 200
    assert anna.delete(f"/api/v1/locations/{room}").status_code == 200
    assert anna.delete(f"/api/v1/locations/{house}").status_code == 200


@pytest.mark.parametrize("field", ["title", "line1", "postcode"])
def test_title_line_1_and_postcode_are_required(field: str, database: Database, client: ClientFor) -> None:
    """teaching.md 5."""
    student = make_person(database, "student")
    home = make_address(database, "student", student)
    anna = client(staff())
    answer = anna.put(f"/api/v1/address/{home}", json={"field": field, "newValue": "  "})
    assert (answer.status_code, answer.json()["error"]) == (422, "Field is required")
    body = {"personType": "student", "personId": student, "title": "Home", "line1": "1 Mill Road", "postcode": "OX1"}
    del body[field]
    assert anna.post("/api/v1/address", json=body).json()["fields"] == {field: "Field is required"}


def test_primary_address(database: Database, client: ClientFor) -> None:
    student = make_person(database, "student")
    body = {"personType": "student", "personId": student, "title": "Home", "line1": "1 Mill Road", "postcode": "OX1"}
    anna = client(staff())
    first, second = (anna.post("/api/v1/address", json=body).json()["data"]["id"] for _ in range(2))
    assert [row_of(database, address, one)["primary"] for one in (first, second)] == [True, False]
    assert anna.put(f"/api/v1/address/{second}", json={"field": "primary", "newValue": True}).status_code == 200
    assert [row_of(database, address, one)["primary"] for one in (first, second)] == [False, True]
    refused = anna.put(f"/api/v1/address/{second}", json={"field": "primary", "newValue": False})
    assert refused.json()["error"] == "Please make another address the primary one instead"
    assert anna.delete(f"/api/v1/address/{second}").status_code == 200
    assert row_of(database, address, first)["primary"] is True
    shown = anna.get(f"/api/v1/students/{student}").json()["data"]["addresses"]
    assert [entry["id"] for entry in shown] == [first]


def test_primary_address_is_published_with_the_one_it_replaces(
    database: Database, client: ClientFor, published: Published
) -> None:
    parent = make_person(database, "client")
    body = {"personType": "client", "personId": parent, "title": "Home", "line1": "1 Mill Road", "postcode": "OX1"}
    admin = client(staff("sysAdmin"))
    first, second = (admin.post("/api/v1/address", json=body).json()["data"]["id"] for _ in range(2))
    assert admin.put(f"/api/v1/address/{second}", json={"field": "primary", "newValue": True}).status_code == 200
    assert admin.delete(f"/api/v1/address/{second}").status_code == 200
    assert admin.delete(f"/api/v1/clients/{parent}").status_code == 200
    payloads = [
        (payload["id"], payload["primary"], payload.get("deleted", False))
        for subject, _, payload in published()
        if subject == "people.address.changed"
    ]
    # A subscriber that applies the events in order never has two primary addresses, and has none only within a
    # transaction.
    assert payloads[-1] == (first, True, True) and payloads[-3:-1] in (
        [(first, True, False), (second, True, True)],
        [(second, True, True), (first, True, False)],
    )
    assert {entry[:2] for entry in payloads[:-3]} == {(first, True), (first, False), (second, False), (second, True)}


def test_addresses_are_edited_by_their_person_and_staff(database: Database, client: ClientFor) -> None:
    student, other, parent = (make_person(database, kind) for kind in ("student", "student", "client"))
    make_child(database, parent, student)
    mine, theirs = make_address(database, "student", student), make_address(database, "student", other)
    change = {"field": "city", "newValue": "Oxford"}
    for who in (person("student", student), person("client", parent)):
        assert client(who).put(f"/api/v1/address/{mine}", json=change).status_code == 200
        assert client(who).put(f"/api/v1/address/{theirs}", json=change).status_code == 404
        body = {"personType": "student", "personId": other, "title": "x", "line1": "x", "postcode": "x"}
        assert client(who).post("/api/v1/address", json=body).status_code == 404
    desk = make_address(database, "staff", make_person(database, "staff"))
    assert client(staff()).put(f"/api/v1/address/{desk}", json=change).status_code == 403
    assert client(staff("sysAdmin")).put(f"/api/v1/address/{desk}", json=change).status_code == 200
