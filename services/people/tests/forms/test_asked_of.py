"""Requests to the members of a group, and which of them have filled in the form."""

from __future__ import annotations

from typing import Any

from kit.database import Database
from people.exams.candidacies.joining import joined
from services.people.tests.builders import make_person, make_series, make_words, staff
from services.people.tests.forms.builders import NAME, NEXT_MONTH, OFFICE, begin, family, fill, move, publish
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor


def _series(database: Database, *candidates: int) -> int:
    series = make_series(database, name="Summer 2027")
    with database.transaction(staff("examsOffice")) as tx:
        for candidate in candidates:
            joined(tx, candidate, series)
    return series


def test_candidates_of_a_series_are_asked_unless_they_have_answered(database: Database, client: ClientFor) -> None:
    make_words(database)
    ada = make_person(database, "candidate", last_name="Byron", user_id=801)
    bob = make_person(database, "candidate", first_name="Bob", email="bob@example.org")
    nobody = make_person(database, "candidate", first_name="Zoe", last_name="Zweig", email="")
    series = _series(database, ada, bob, nobody)
    office = client(OFFICE)
    form = publish(office, NAME, about="person", audience=("candidate", "outside"))
    body: dict[str, Any] = {"seriesId": series, "deadline": NEXT_MONTH}
    path = f"/api/v1/form/{form}/requests"
    asked = office.post(path, json=body).json()["data"]
    assert (asked["asked"], asked["refused"]) == (2, 1)
    assert {one["name"]: one["way"] for one in asked["results"] if not one["refusal"]} == {
        "Ada Byron": "notice",
        "Bob Lovelace": "email",
    }
    entry = begin(client(candidate := actor("candidate", user_id=801, persons={"candidate": ada})), form)
    fill(client(candidate), entry, fname1="Ada")
    assert move(client(candidate), entry, "submit").status_code == 200

    def listed(query: str) -> list[str]:
        rows = office.get(f"/api/v1/form/requests?page=1&seriesId={series}{query}").json()["data"]
        assert {row["groupName"] for row in rows} <= {"Summer 2027"}
        return sorted(row["personName"] for row in rows)

    assert (listed("&status=done"), listed("&status=open")) == (["Ada Byron"], ["Bob Lovelace"])
    again = office.post(path, json=body | {"dry": True}).json()["data"]
    assert {one["name"] for one in again["results"] if one["filled"]} == {"Ada Byron"}
    assert (again["asked"], again["refused"]) == (1, 2), "Ada could be asked again"
    missing = office.post(path, json=body | {"dry": True, "onlyMissing": True}).json()["data"]
    assert {one["name"]: one["refusal"] for one in missing["results"]}["Ada Byron"] == "Already filled in"
    unknown = office.post(path, json=body | {"seriesId": 999_999})
    assert unknown.json()["fields"] == {"seriesId": "Please choose from the list"}


def test_form_about_students_asks_parents_of_candidates_who_are_our_students(
    database: Database, client: ClientFor
) -> None:
    make_words(database)
    _, _, student = family(database)
    ours = make_person(database, "candidate", first_name="Alan", last_name="Turing", student_id=student)
    private = make_person(database, "candidate", last_name="Private")
    series = _series(database, ours, private)
    office = client(OFFICE)
    form = publish(office, NAME, about="student", reviewed=True)
    dry = {"seriesId": series, "deadline": NEXT_MONTH, "dry": True}
    results = office.post(f"/api/v1/form/{form}/requests", json=dry).json()["data"]["results"]
    assert [(one["name"], one["aboutName"], one["refusal"]) for one in results] == [
        ("Ada Private", "Ada Private", "There is no client to ask"),
        ("Ethel Turing", "Alan Turing", ""),
    ]


def test_draft_from_before_the_request_answers_it(database: Database, client: ClientFor) -> None:
    make_words(database)
    ada = make_person(database, "candidate", last_name="Byron", user_id=801)
    office = client(OFFICE)
    form = publish(office, NAME, about="person", audience=("candidate",))
    candidate = client(actor("candidate", user_id=801, persons={"candidate": ada}))
    entry = begin(candidate, form)
    body = {"kind": "candidate", "personIds": [ada], "deadline": NEXT_MONTH}
    assert office.post(f"/api/v1/form/{form}/requests", json=body).json()["data"]["asked"] == 1
    fill(candidate, entry, fname1="Ada")
    assert move(candidate, entry, "submit").status_code == 200
    [row] = office.get("/api/v1/form/requests?page=1&status=done").json()["data"]
    assert row["entryId"] == entry
