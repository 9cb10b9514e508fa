from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from kit.database import Database
from kit.values.days import today
from people.persons.catalogue import KINDS
from people.persons.kinds import Kind
from services.people.tests.builders import (
    attend,
    make_child,
    make_course,
    make_person,
    make_words,
    person,
    staff,
    teach,
)
from staffroom_testing.plugin import ClientFor


def _names(answer: Any) -> list[str]:
    return [row["name"] for row in answer.json()["data"]]


def test_names_sort_without_accents_capitals_and_apostrophes(database: Database, client: ClientFor) -> None:
    for last in ("Zola", "Østergaard", "van-Dijk", "O'Brien", "Obi", "Álvarez"):
        make_person(database, "student", first_name="A", last_name=last)
    names = _names(client(staff()).get("/api/v1/students?page=1"))
    assert names == ["A Álvarez", "A Obi", "A O'Brien", "A Østergaard", "A van-Dijk", "A Zola"]


def test_search_finds_accented_names_by_plain_letters(database: Database, client: ClientFor) -> None:
    make_person(database, "tutor", first_name="Łucja", last_name="Østergaard")
    make_person(database, "tutor")
    anna = client(staff())
    assert _names(anna.get("/api/v1/tutors?search=oster&page=1")) == ["Łucja Østergaard"]
    assert _names(anna.get("/api/v1/tutors?search=Øster luc&page=1")) == ["Łucja Østergaard"]


def test_pages_follow_one_another_by_next(database: Database, client: ClientFor) -> None:
    for number in range(23):
        make_person(database, "client", last_name="Same", first_name=f"N{number % 3}")
    anna, seen = client(staff()), list[int]()
    after: str | None = ""
    while after is not None:
        page = anna.get(
            "/api/v1/clients", params={"pageSize": 10, "sort": "-lastName,-firstName", "after": after}
        ).json()
        seen += [row["id"] for row in page["data"]]
        after = page["next"]
    assert len(seen) == len(set(seen)) == 23


def test_under_18_is_derived_and_filters(database: Database, client: ClientFor) -> None:
    day = today()
    eighteen = dt.date(day.year - 18, day.month, min(day.day, 28) if day.month == 2 else day.day)
    make_person(database, "student", first_name="Grown", birth_date=eighteen)
    make_person(database, "student", first_name="Young", birth_date=eighteen + dt.timedelta(days=1))
    make_person(database, "student", first_name="Unknown")
    anna = client(staff())
    assert _names(anna.get("/api/v1/students?page=1&under18=true")) == ["Young Lovelace"]
    everyone = {row["firstName"]: row["under18"] for row in anna.get("/api/v1/students?page=1").json()["data"]}
    assert everyone == {"Grown": False, "Young": True, "Unknown": None}
    assert _names(anna.get("/api/v1/students?page=1&sort=birthDate"))[-1] == "Unknown Lovelace"


def test_students_with_social_media_release(database: Database, client: ClientFor) -> None:
    make_person(database, "student", first_name="Shown", social_media_release=True)
    make_person(database, "student", first_name="Private")
    assert _names(client(staff()).get("/api/v1/students/socialMedia?page=1")) == ["Shown Lovelace"]


def test_nobody_is_added_to_a_narrowed_list(client: ClientFor) -> None:
    lists = {
        path: client(staff()).get(f"/api/v1{path}/columns").json()["data"]
        for path in ("/students", "/students/socialMedia")
    }
    assert [lists[path]["may"]["add"] for path in lists] == [True, False]
    shown = {column["name"] for column in lists["/students/socialMedia"]["columns"] if not column["hidden"]}
    assert {"socialMediaReleaseDate", "socialMediaHandles"} <= shown


def test_status_colours(client: ClientFor) -> None:
    """platform.md 4: active green, retired grey, alumni and training orange, enquiry red."""
    colours = {"active": "green", "retired": "grey", "alumni": "orange", "training": "orange", "enquiry": "red"}
    seen: dict[str, str] = {}
    for path in ("/students", "/tutors"):
        columns = client(staff()).get(f"/api/v1{path}/columns").json()["data"]["columns"]
        status = next(column for column in columns if column["name"] == "status")
        seen |= {option["value"]: option["color"] for option in status["options"]}
    assert seen == colours


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_a_person_sees_only_themselves(kind: Kind, database: Database, client: ClientFor) -> None:
    mine, other = make_person(database, kind.name), make_person(database, kind.name, first_name="Other")
    me = client(staff() if kind.name == "staff" else person(kind.name, mine))
    if kind.name != "staff":
        assert [row["id"] for row in me.get(f"/api/v1{kind.path}").json()["data"]] == [mine]
        assert me.get(f"/api/v1{kind.path}/{other}").status_code == 404
    assert me.get(f"/api/v1{kind.path}/{mine}").json()["data"]["id"] == mine
    stranger = person("nobody", 1)
    assert client(stranger).get(f"/api/v1{kind.path}").status_code == 403
    assert client(stranger).get(f"/api/v1{kind.path}/{mine}").status_code == 403
    assert client(None).get(f"/api/v1{kind.path}").status_code == 401


def test_a_tutor_reaches_own_students_only(database: Database, client: ClientFor) -> None:
    make_words(database)
    tutor, taught, left, other = (make_person(database, kind) for kind in ("tutor", "student", "student", "student"))
    course, foreign = make_course(database), make_course(database)
    teach(database, course, tutor)
    attend(database, course, taught)
    attend(database, course, left, status="withdrawn")
    attend(database, foreign, other)
    me = client(person("tutor", tutor))
    assert [row["id"] for row in me.get("/api/v1/students").json()["data"]] == [taught]
    assert me.get(f"/api/v1/students/{taught}").json()["data"]["clients"] == []
    assert me.get(f"/api/v1/students/{left}").status_code == 404
    assert me.get(f"/api/v1/students/{other}").status_code == 404


def test_a_client_reaches_own_children_only(database: Database, client: ClientFor) -> None:
    parent, child, other = (make_person(database, kind) for kind in ("client", "student", "student"))
    make_child(database, parent, child)
    me = client(person("client", parent))
    assert [row["id"] for row in me.get("/api/v1/students").json()["data"]] == [child]
    assert me.get(f"/api/v1/students/{other}").status_code == 404
    assert [entry["id"] for entry in me.get(f"/api/v1/clients/{parent}").json()["data"]["students"]] == [child]


def test_only_staff_export(client: ClientFor, database: Database) -> None:
    body = {"format": "xlsx"}
    assert client(person("tutor", 1)).post("/api/v1/students/export", json=body).status_code == 403
    assert client(staff()).post("/api/v1/students/export", json=body).status_code == 202


def test_bad_list_requests_name_what_is_allowed(client: ClientFor, database: Database) -> None:
    anna = client(staff())
    for query, word in (
        ("colour=red", "status"),
        ("sort=shoeSize", "lastName"),
        ("pageSize=7", "25"),
        ("status=lost", "alumni"),
    ):
        answer = anna.get(f"/api/v1/students?{query}")
        assert answer.status_code == 422
        assert word in answer.json()["error"]
    assert anna.get("/api/v1/students?search=ab&page=1").status_code == 422
