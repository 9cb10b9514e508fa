from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.policy import Actor
from people.looking.model import look, safeguarding_reader
from services.people.tests.builders import (
    attend,
    insert,
    make_child,
    make_course,
    make_person,
    make_words,
    person,
    staff,
    teach,
    years_ago,
)
from staffroom_testing.plugin import ClientFor

READ = {"medical": "Nuts", "learningNeeds": "Dyslexia"}


@pytest.fixture
def mia(database: Database) -> int:
    """Insert a child with medical needs, learning needs and safeguarding notes."""
    values = {"medical": "Nuts", "learning_needs": "Dyslexia", "safeguarding": "<p>Ask first</p>"}
    return make_person(database, "student", birth_date=years_ago(15), **values)


def looks(database: Database) -> list[tuple[str, list[str], str]]:
    rows = database.all(sa.select(look).order_by(look.c.id))
    return [(row["user_name"], sorted(row["fields"]), row["reason"]) for row in rows]


def shown(client: ClientFor, actor: Actor, student: int) -> dict[str, Any]:
    answer = client(actor).get(f"/api/v1/students/{student}")
    assert answer.status_code == 200, answer.text
    data: dict[str, Any] = answer.json()["data"]
    return data


def test_staff_see_welfare_fields_of_child_after_giving_a_reason(
    database: Database, client: ClientFor, mia: int
) -> None:
    anna = staff()
    before = shown(client, anna, mia)
    assert (before["asksReason"], before["medical"], before["learningNeeds"]) == (True, None, None)
    assert not {"medical", "learningNeeds"} & set(before["may"]["edit"])
    assert before["emergencyContacts"] == []
    assert looks(database) == []
    blind = client(anna).put(f"/api/v1/students/{mia}", json={"field": "medical", "newValue": "", "oldValue": "x"})
    assert (blind.status_code, "Nuts" in blind.text) == (403, False)
    short = client(anna).post(f"/api/v1/students/{mia}/look", json={"reason": "because"})
    assert short.status_code == 422
    assert (
        client(anna).post(f"/api/v1/students/{mia}/look", json={"reason": "School trip on Friday"}).status_code == 200
    )
    after = shown(client, anna, mia)
    assert (after["asksReason"], after["medical"]) == (False, "Nuts")
    assert "medical" in after["may"]["edit"]
    assert looks(database) == [(anna.name, ["learningNeeds", "medical"], "School trip on Friday")]


def test_reason_holds_for_an_hour(database: Database, client: ClientFor, mia: int) -> None:
    anna = staff()
    client(anna).post(f"/api/v1/students/{mia}/look", json={"reason": "School trip on Friday"})
    assert shown(client, anna, mia)["medical"] == "Nuts"
    with database.transaction(staff()) as tx:
        tx.execute(sa.update(look).values(created=dt.datetime.now(dt.UTC) - dt.timedelta(minutes=61)))
    assert shown(client, anna, mia)["medical"] is None


def test_office_and_tutor_are_logged_once_an_hour_without_a_reason(
    database: Database, client: ClientFor, mia: int
) -> None:
    make_words(database)
    course, tutor = make_course(database), make_person(database, "tutor")
    teach(database, course, tutor)
    attend(database, course, mia)
    one = staff("academicOffice")
    for actor in (one, one, person("tutor", tutor)):
        assert shown(client, actor, mia)["medical"] == "Nuts"
    [office, of_tutor] = [fields for _, fields, _ in looks(database)]
    assert office == ["learningNeeds", "medical", "safeguarding"]
    assert of_tutor == ["learningNeeds", "medical"]


def test_child_and_family_and_grown_students_are_not_logged(database: Database, client: ClientFor, mia: int) -> None:
    family = make_person(database, "client")
    make_child(database, family, mia)
    grown = make_person(database, "student", birth_date=years_ago(30), medical="Nuts")
    assert shown(client, person("client", family), mia)["medical"] == "Nuts"
    assert shown(client, person("student", mia), mia)["medical"] == "Nuts"
    assert shown(client, staff(), grown)["medical"] == "Nuts"
    assert looks(database) == []


def test_safeguarding_notes_are_for_named_people_once_there_are_some(
    database: Database, client: ClientFor, mia: int
) -> None:
    office = staff("academicOffice")
    assert shown(client, office, mia)["safeguarding"] == "<p>Ask first</p>"
    insert(database, safeguarding_reader, {"staff_id": make_person(database, "staff"), "why": "Lead"})
    hidden = shown(client, office, mia)
    assert hidden["safeguarding"] is None
    assert "safeguarding" not in hidden["may"]["edit"]
    change = {"field": "safeguarding", "newValue": "<p>None</p>"}
    assert client(office).put(f"/api/v1/students/{mia}", json=change).status_code == 403


def test_history_of_safeguarding_notes_is_for_named_people_too(database: Database, client: ClientFor, mia: int) -> None:
    admin = client(staff("sysAdmin"))
    admin.put(f"/api/v1/students/{mia}", json={"field": "safeguarding", "newValue": "<p>Ask first of all</p>"})
    history = f"/api/v1/students/{mia}/history"
    assert [change["field"] for change in admin.get(history).json()["data"]] == ["safeguarding"]
    insert(database, safeguarding_reader, {"staff_id": make_person(database, "staff"), "why": "Lead"})
    assert admin.get(history).json()["data"] == []


def test_welfare_fields_are_in_no_list(client: ClientFor, mia: int) -> None:
    [row] = client(staff("academicOffice")).get("/api/v1/students?page=1").json()["data"]
    assert not {"medical", "learningNeeds", "safeguarding"} & set(row)


def test_looks_are_listed_for_compliance(database: Database, client: ClientFor, mia: int) -> None:
    client(staff()).post(f"/api/v1/students/{mia}/look", json={"reason": "School trip on Friday"})
    [row] = client(staff("affiliateCompliance")).get("/api/v1/compliance/looked").json()["data"]
    assert (row["student"], row["reason"]) == ("Ada Lovelace", "School trip on Friday")
    assert client(staff()).get("/api/v1/compliance/looked").status_code == 403
