"""A conversion books the first tutorials of its courses, or nothing, and offers tutors with their free times."""

from __future__ import annotations

import datetime as dt
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.values.days import LONDON
from people.calendar.model import booking, event
from people.courses.model import course, tutor_subject
from people.leads.conversion.courses import FAR, NO_TUTOR, PAST
from people.leads.conversion.model import lead_conversion
from people.leads.model import lead_student
from people.persons.model import TABLES, address
from people.pipeline.model import enrolment
from services.people.tests.builders import insert, make_lead, make_person, row_of, staff
from staffroom_testing.plugin import ClientFor, Published

pytestmark = pytest.mark.usefixtures("reference_data")

MATHS, PHYSICS = {"subject": "Mathematics", "level": "A-level"}, {"subject": "Physics", "level": "GCSE"}


def _next_week(hour: int = 14) -> dt.datetime:
    """The Monday after next at a full hour in London."""
    today = dt.datetime.now(LONDON).date()
    monday = today + dt.timedelta(days=14 - today.weekday())
    return dt.datetime.combine(monday, dt.time(hour), LONDON).astimezone(dt.UTC)


def _convert(caller: Any, lead: int, **more: Any) -> httpx.Response:
    body: dict[str, Any] = {
        "client": {"firstName": "Ada", "lastName": "Lovelace"},
        "students": [{"firstName": "Byron", "lastName": "King"}],
    }
    answer: httpx.Response = caller.post(f"/api/v1/lead/{lead}/convert", json=body | more)
    return answer


def _course(tutor: int, wish: dict[str, str], start: dt.datetime, **more: Any) -> dict[str, Any]:
    return wish | {"tutorId": tutor, "tutorial": {"start": start.isoformat(), "minutes": 60} | more}


def _book(caller: Any, kind: str, person: int, start: dt.datetime) -> None:
    """Book an hour of a person."""
    end = start + dt.timedelta(hours=1)
    body = {"title": "Latin", "type": "tutorial", "start": start.isoformat(), "end": end.isoformat()}
    answer = caller.post("/api/v1/events", json=body | {"people": [{"kind": kind, "id": person}]})
    assert answer.status_code == 201, answer.text


def _count(database: Database, table: sa.Table) -> int:
    with database.read() as connection:
        return int(connection.execute(sa.select(sa.func.count()).select_from(table)).scalar() or 0)


def test_two_wishes_become_two_courses_with_their_first_tutorials(
    database: Database, client: ClientFor, published: Published
) -> None:
    lead = make_lead(database, place="online")
    euler, newton = make_person(database, "tutor"), make_person(database, "tutor", first_name="Isaac")
    start = _next_week()
    courses = [_course(euler, MATHS, start, weeks=3), _course(newton, PHYSICS, start + dt.timedelta(hours=2))]
    answer = _convert(client(staff()), lead, courses=courses)
    assert answer.status_code == 200, answer.text
    first, second = answer.json()["data"]["courses"]
    assert [(one["title"], one["tutorials"]) for one in (first, second)] == [
        ("A-level Mathematics", 3),
        ("GCSE Physics", 1),
    ]
    student = answer.json()["data"]["students"][0]
    with database.read() as connection:
        events = connection.execute(sa.select(event).order_by(event.c.starts)).mappings().all()
        who = connection.execute(sa.select(booking.c.kind, booking.c.person_id).distinct()).all()
    assert [(one["course_id"], one["type"]) for one in events] == [
        (first["id"], "onlineTut"),
        (second["id"], "onlineTut"),
        (first["id"], "onlineTut"),
        (first["id"], "onlineTut"),
    ]
    assert (events[0]["starts"], events[2]["starts"] - events[0]["starts"]) == (start, dt.timedelta(days=7))
    assert set(who) == {("tutor", euler), ("tutor", newton), ("student", student["id"])}
    assert row_of(database, enrolment, student["enrolmentId"])["stage"] == "firstTutorial"
    shown = client(staff()).get(f"/api/v1/lead/{lead}/conversion").json()["data"]["converted"]["courses"]
    assert [one["id"] for one in shown] == [first["id"], second["id"]]
    assert "people.event.changed" in [subject for subject, _, _ in published()]


@pytest.mark.parametrize("dry", [True, False])
def test_a_taken_time_rolls_back_and_names_its_course(
    database: Database, client: ClientFor, published: Published, dry: bool
) -> None:
    lead, tutor, start = make_lead(database), make_person(database, "tutor", last_name="Euler"), _next_week()
    anna = client(staff())
    _book(anna, "tutor", tutor, start)
    published()
    refused = _convert(anna, lead, courses=[MATHS, _course(tutor, PHYSICS, start)], dry=dry)
    assert (refused.status_code, refused.json()["code"]) == (409, "already_booked")
    assert list(refused.json()["fields"]) == ["courses.1.start"]
    assert "Ada Euler is busy on" in refused.json()["error"]
    tables = (TABLES["client"], TABLES["student"], course, enrolment, lead_conversion)
    assert [_count(database, table) for table in tables] == [0] * len(tables)
    assert (_count(database, event), published()) == (1, [])


def test_both_courses_of_one_tutor_at_one_time_are_refused(database: Database, client: ClientFor) -> None:
    lead, tutor, start = make_lead(database), make_person(database, "tutor"), _next_week()
    refused = _convert(
        client(staff()), lead, courses=[_course(tutor, MATHS, start), _course(tutor, PHYSICS, start)], dry=True
    )
    assert (refused.status_code, list(refused.json()["fields"])) == (409, ["courses.0.start", "courses.1.start"])


def test_first_tutorial_needs_a_tutor_and_a_time_to_come(database: Database, client: ClientFor) -> None:
    lead, tutor, now = make_lead(database), make_person(database, "tutor"), dt.datetime.now(dt.UTC)
    anna = client(staff())

    def refusal(one: dict[str, Any]) -> tuple[int, Any]:
        answer = _convert(anna, lead, courses=[one])
        return answer.status_code, answer.json()["fields"]

    without = MATHS | {"tutorial": {"start": _next_week().isoformat()}}
    assert refusal(without) == (422, {"courses.0.tutorId": NO_TUTOR})
    assert refusal(_course(tutor, MATHS, now)) == (422, {"courses.0.start": PAST})
    assert refusal(_course(tutor, MATHS, now + dt.timedelta(days=400))) == (422, {"courses.0.start": FAR})
    assert _convert(anna, lead, courses=[MATHS | {"tutorial": {"start": "2030-01-01T10:00:00"}}]).status_code == 422


def test_simultaneous_conversions_of_a_lead_make_one(database: Database, client: ClientFor) -> None:
    lead, tutor, anna = make_lead(database), make_person(database, "tutor"), client(staff())
    courses = [_course(tutor, MATHS, _next_week())]
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: _convert(anna, lead, courses=courses), range(4)))
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]
    assert {answer.json()["code"] for answer in answers if answer.status_code == 409} == {"converted_already"}
    tables = (TABLES["client"], TABLES["student"], course, event, lead_conversion)
    assert [_count(database, table) for table in tables] == [1] * len(tables)


def test_a_student_elsewhere_has_an_address_of_their_own(database: Database, client: ClientFor) -> None:
    lead = make_lead(database)
    home, away = {"line1": "1 Mill Road", "postcode": "OX1 1AA"}, {"line1": "2 High Street", "postcode": "CB2 1TN"}
    students = [{"firstName": "Byron", "lastName": "King", "address": away}, {"firstName": "Ann", "lastName": "King"}]
    answer = _convert(client(staff()), lead, students=students, address=home)
    assert answer.status_code == 200, answer.text
    data = answer.json()["data"]
    with database.read() as connection:
        rows = connection.execute(sa.select(address).order_by(address.c.person_type)).mappings().all()
    assert [(row["person_type"], row["person_id"], row["line1"]) for row in rows] == [
        ("client", data["client"]["id"], "1 Mill Road"),
        ("student", data["students"][0]["id"], "2 High Street"),
    ]
    assert (data["students"][0]["addressId"], data["students"][1]["addressId"]) == (rows[1]["id"], None)
    wrong = [{"firstName": "Byron", "lastName": "King", "address": {"postcode": "CB2 1TN"}}]
    refused = _convert(client(staff()), make_lead(database), students=wrong)
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["students.0.address.line1"])


def test_tutors_are_offered_with_their_free_times(database: Database, client: ClientFor) -> None:
    hours = [{"day": "Monday", "start": "14:00", "end": "16:00"}]
    free = make_person(database, "tutor", first_name="Leonhard", last_name="Euler", availability=hours)
    none = make_person(
        database,
        "tutor",
        first_name="Isaac",
        last_name="Newton",
        availability=[{"day": "Monday", "start": "14:00", "end": "14:30"}],
    )
    other = make_person(database, "tutor")
    for tutor in (none, free):
        insert(database, tutor_subject, {"tutor_id": tutor, "subject": "Mathematics", "level": "A-level"})
    insert(database, tutor_subject, {"tutor_id": other, "subject": "Physics", "level": "GCSE"})
    anna = client(staff())
    start = _next_week(15)
    _book(anna, "tutor", free, start)

    asked = anna.get("/api/v1/leads/conversion/tutors?subject=Mathematics&level=A-level").json()["data"]
    assert [one["value"] for one in asked] == [free, none]
    offered, without = asked
    assert offered["label"].startswith("Leonhard Euler · 0 courses · free Mon ")
    assert offered["label"].endswith(("14:00", "15:00"))
    assert (without["label"], without["free"]) == ("Isaac Newton · 0 courses · no free time within 60 days", [])
    times = anna.get(f"/api/v1/leads/conversion/times?tutor={free}").json()["data"]
    values = [dt.datetime.fromisoformat(one["value"]) for one in times]
    assert len(values) > 12
    assert start not in values
    assert start - dt.timedelta(hours=1) in values
    # An existing student has other events.
    student = make_person(database, "student")
    early = start - dt.timedelta(hours=1)
    _book(anna, "student", student, early)
    times = anna.get(f"/api/v1/leads/conversion/times?tutor={free}&students={student}").json()["data"]
    assert early not in [dt.datetime.fromisoformat(one["value"]) for one in times]
    assert anna.get("/api/v1/leads/conversion/times?tutor=999999").status_code == 404
    assert anna.get(f"/api/v1/leads/conversion/times?tutor={free}&students=x").status_code == 422


@pytest.mark.parametrize(
    ("subjects", "levels", "wishes"),
    [
        (["Mathematics", "Physics"], ["A-level"], [("Mathematics", "A-level"), ("Physics", "A-level")]),
        (["Mathematics", "Physics"], ["A-level", "GCSE"], [("Mathematics", "A-level"), ("Physics", "GCSE")]),
        ([], ["GCSE"], [("", "GCSE")]),
        (["Physics"], [], [("Physics", "")]),
        ([], [], []),
    ],
)
def test_each_wish_is_a_course(
    database: Database, client: ClientFor, subjects: list[str], levels: list[str], wishes: list[tuple[str, str]]
) -> None:
    with database.read() as connection:
        ids = {
            title: number
            for name in ("subject", "level")
            for number, title in connection.execute(sa.text(f"SELECT id, title FROM {name}"))
        }
    lead = make_lead(database, subject_ids=[ids[one] for one in subjects], level_ids=[ids[one] for one in levels])
    shown = client(staff()).get(f"/api/v1/lead/{lead}/conversion").json()["data"]["wishes"]
    assert [(one["subject"], one["level"]) for one in shown] == wishes


def test_persons_on_record_are_proposed_by_number_and_not_with_another_birthday(
    database: Database, client: ClientFor
) -> None:
    payer = make_person(database, "client", first_name="Augusta", last_name="Byron", email="", mobile="07700 900123")
    lead = make_lead(database, email="", phone="", phone2="+44 7700 900123", last_name="King")
    same = make_person(
        database, "student", first_name="Byron", last_name="King", email="", birth_date=dt.date(2010, 5, 1)
    )
    make_person(database, "student", first_name="Byron", last_name="King", email="", birth_date=dt.date(2008, 5, 1))
    insert(database, lead_student, {"lead_id": lead, "first_name": "Byron", "birth_date": dt.date(2010, 5, 1)})
    shown = client(staff()).get(f"/api/v1/lead/{lead}/conversion").json()["data"]
    assert [(one["id"], one["by"]) for one in shown["clients"]] == [(payer, ["phone"])]
    assert [(one["id"], one["by"]) for one in shown["students"][0]["known"]] == [(same, ["name"])]
