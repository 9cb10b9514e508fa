from __future__ import annotations

from kit.database import Database
from services.people.tests.builders import attend, make_course, make_person, make_words, person, staff
from staffroom_testing.plugin import ClientFor


def test_search_finds_every_kind_and_courses_best_first(database: Database, client: ClientFor) -> None:
    make_words(database)
    retired = make_person(database, "tutor", last_name="Mathers", status="retired")
    inside = make_person(database, "student", last_name="Aftermath")
    first = make_person(database, "client", last_name="Mathis")
    course = make_course(database)
    hits = client(staff()).get("/api/v1/people/search?q=math").json()["data"]
    assert [(hit["kind"], hit["id"]) for hit in hits] == [
        ("client", first), ("course", course), ("student", inside), ("tutor", retired),
    ]  # fmt: skip
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


def test_search_refuses(database: Database, client: ClientFor) -> None:
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
