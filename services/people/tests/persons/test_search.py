from __future__ import annotations

import pytest

from kit.database import Database
from services.people.tests.builders import (
    attend,
    make_course,
    make_lead,
    make_person,
    make_words,
    person,
    staff,
)
from staffroom_testing.plugin import ClientFor


def test_search_finds_every_kind_and_courses_best_first(database: Database, client: ClientFor) -> None:
    make_words(database)
    retired = make_person(database, "tutor", last_name="Mathers", status="retired")
    inside = make_person(database, "student", last_name="Aftermath")
    first = make_person(database, "client", last_name="Mathis")
    course = make_course(database)
    hits = client(staff()).get("/api/v1/people/search?q=math").json()["data"]
    assert [(hit["kind"], hit["id"]) for hit in hits] == [
        ("client", first),
        ("course", course),
        ("student", inside),
        ("tutor", retired),
    ]
    assert hits[0]["target"] == f"/clients/{first}"
    assert hits[1]["title"] == "Mathematics A-level"


def test_search_and_choices_look_through_names_without_accents(database: Database, client: ClientFor) -> None:
    accented = make_person(database, "tutor", first_name="Jürgen", last_name="Müller")
    other = make_person(database, "tutor", first_name="Muller", last_name="Jones", status="active")
    anna = client(staff())
    for word in ("Muller", "Müller", "MÜLLER"):
        hits = anna.get("/api/v1/people/search", params={"q": word}).json()["data"]
        assert [hit["id"] for hit in hits] == [accented, other], f"{word}: last names come first"
        choices = anna.get("/api/v1/tutors/names", params={"search": word}).json()["data"]
        assert {choice["value"] for choice in choices} == {accented, other}


def test_search_is_scoped(database: Database, client: ClientFor) -> None:
    make_words(database)
    me, other = make_person(database, "student"), make_person(database, "student")
    course = make_course(database)
    make_course(database)
    attend(database, course, me)
    hits = client(person("student", me)).get("/api/v1/people/search?q=love").json()["data"]
    assert [hit["id"] for hit in hits] == [me]
    assert other not in [hit["id"] for hit in hits]
    courses = client(person("student", me)).get("/api/v1/people/search?q=mathem").json()["data"]
    assert [hit["id"] for hit in courses] == [course]


def test_search_refuses_invalid_parameters(database: Database, client: ClientFor) -> None:
    anna = client(staff())
    assert anna.get("/api/v1/people/search?q=ab").json()["code"] == "search_too_short"
    assert anna.get("/api/v1/people/search?q=love&kinds=robot").status_code == 422
    assert anna.get("/api/v1/people/search", params={"q": "100%_'\\; drop table student --"}).json()["data"] == []
    assert client(None).get("/api/v1/people/search?q=love").status_code == 401


def test_mappings(database: Database, client: ClientFor) -> None:
    tutor = make_person(database, "tutor", user_id=41)
    make_person(database, "tutor")
    anna = client(staff())
    assert anna.get("/api/v1/system/mappings/tutor/user").json()["data"] == {str(tutor): 41}
    assert anna.get("/api/v1/system/mappings/user/tutor").json()["data"] == {"41": tutor}
    assert anna.get("/api/v1/system/mappings/tutor/student").status_code == 404
    assert client(person("tutor", tutor)).get("/api/v1/system/mappings/tutor/user").status_code == 403


def test_names_are_choices(database: Database, client: ClientFor) -> None:
    tutor = make_person(database, "tutor")
    assert client(staff()).get("/api/v1/tutors/names").json()["data"] == [{"value": tutor, "label": "Lovelace, Ada"}]
    assert client(staff()).get("/api/v1/tutors/names?search=zzz").json()["data"] == []


@pytest.mark.parametrize(
    "typed",
    ["+44 20 7946 0123", "020 7946 0123", "(020) 7946-0123", "0044 20 79460123", "460123", "Lovelace 7946 0123"],
)
@pytest.mark.parametrize("stored", ["+44 20 7946 0123", "020 7946 0123"])
def test_a_telephone_number_finds_the_person(database: Database, client: ClientFor, typed: str, stored: str) -> None:
    person_id = make_person(database, "student", phone="01865 496000", mobile=stored)
    make_person(database, "student", phone="020 7946 0999", mobile="07700 900123")
    anna = client(staff())
    assert [hit["id"] for hit in anna.get("/api/v1/people/search", params={"q": typed}).json()["data"]] == [person_id]
    rows = anna.get("/api/v1/students", params={"search": typed, "page": 1}).json()["data"]
    assert [row["id"] for row in rows] == [person_id]
    choices = anna.get("/api/v1/students/names", params={"search": typed}).json()["data"]
    assert [choice["value"] for choice in choices] == [person_id]


def test_telephone_numbers_match_only_in_scope(database: Database, client: ClientFor) -> None:
    me = make_person(database, "student", phone="07700 900123")
    make_person(database, "student", phone="07700 900123")
    assert [
        hit["id"] for hit in client(person("student", me)).get("/api/v1/people/search?q=07700900123").json()["data"]
    ] == [me]


def test_an_enquiry_is_found_by_its_number(database: Database, client: ClientFor) -> None:
    asked = {"first_name": "Ada", "last_name": "Lovelace", "email": "ada@example.org"}
    lead_id = make_lead(database, **asked, phone="+44 7700 900123")
    make_lead(database, **asked, phone="07700 900124")
    rows = client(staff()).get("/api/v1/leads", params={"search": "07700 900 123", "page": 1}).json()["data"]
    assert [row["id"] for row in rows] == [lead_id]


def test_an_apostrophe_is_passed_over(database: Database, client: ClientFor) -> None:
    curly = make_person(database, "tutor", last_name="O’Brien")
    straight = make_person(database, "tutor", last_name="O'Brien")
    none = make_person(database, "tutor", last_name="OBrien")
    anna = client(staff())
    for typed in ("OBrien", "O'Brien", "o’brien", "Ｏ＇Ｂｒｉｅｎ"):
        hits = anna.get("/api/v1/people/search", params={"q": typed}).json()["data"]
        assert {hit["id"] for hit in hits} == {curly, straight, none}, typed
        rows = anna.get("/api/v1/tutors", params={"search": typed, "page": 1}).json()["data"]
        assert {row["id"] for row in rows} == {curly, straight, none}, typed


@pytest.mark.parametrize(
    "typed",
    [
        "Mathrs",
        "Matherss",
        "Mahters",
        "Mathars",
        "Nathers",
        "Amthers",
        "Athers",
        "Jurgem Mathers",
        "Jürgen Mathxrs",
        "Jurgen Matehrs",
    ],
)
def test_one_typo_is_forgiven_where_nothing_else_is_found(database: Database, client: ClientFor, typed: str) -> None:
    person_id = make_person(database, "client", first_name="Jürgen", last_name="Mathers")
    make_person(database, "client", first_name="Ada", last_name="Maddox")
    hits = client(staff()).get("/api/v1/people/search", params={"q": typed}).json()["data"]
    assert [(hit["id"], hit["near"]) for hit in hits] == [(person_id, typed != "Athers")]


def test_exact_matches_exclude_typos(database: Database, client: ClientFor) -> None:
    exact = make_person(database, "client", last_name="Marten")
    make_person(database, "client", last_name="Martin")
    anna = client(staff())
    assert [(hit["id"], hit["near"]) for hit in anna.get("/api/v1/people/search?q=marten").json()["data"]] == [
        (exact, False)
    ]
    assert anna.get("/api/v1/people/search?q=ada").json()["data"]
    assert anna.get("/api/v1/people/search?q=axa").json()["data"] == [], "too short to guess"


def test_typos_match_only_in_scope(database: Database, client: ClientFor) -> None:
    me = make_person(database, "student")
    make_person(database, "student", last_name="Lovelass")
    hits = client(person("student", me)).get("/api/v1/people/search?q=lovelaxe").json()["data"]
    assert [hit["id"] for hit in hits] == [me]


def test_hits_have_department_and_status_with_former_persons_last(database: Database, client: ClientFor) -> None:
    make_words(database)
    retired = make_person(database, "tutor", last_name="Mathers", status="retired", department_id=1)
    training = make_person(database, "tutor", first_name="Zoe", last_name="Mathers", status="training")
    active = make_person(database, "tutor", first_name="Zoe", last_name="Mathers", department_id=1)
    anna = client(staff())
    for typed in ("mathers", "mathrs"):
        hits = anna.get("/api/v1/people/search", params={"q": typed}).json()["data"]
        assert [(hit["id"], hit["department"], hit["statusLabel"]) for hit in hits] == [
            (active, "Oxford", "Active"),
            (training, "", "Training"),
            (retired, "Oxford", "Retired"),
        ]
