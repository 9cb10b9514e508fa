"""The rota: the people on duty at a time, and the assignment of new tickets."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.policy import Actor
from services.support.tests.builders import ADMIN, STAFF, STUDENT
from services.support.tests.tickets import conftest as of_tickets
from services.support.tests.tickets.builders import GUIDE, TECH, URL, get_ticket, put, raised
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor
from support.directory.model import user
from support.levels.attributes import WEEKDAYS
from support.levels.model import support_holiday
from support.rota.fields import NOT_OF_TEAM
from support.rota.model import duty, duty_absence
from support.rota.queries import on_duty

people = of_tickets.people
stored = of_tickets.stored
SECOND = actor("staff", "techSupport", user_id=23, name="Tara Tech")
EVERY_DAY = [str(day.value) for day in WEEKDAYS]


@pytest.fixture(autouse=True)
def second(database: Database, people: None) -> None:
    with database.transaction(ADMIN) as tx:
        values = {"id": 23, "name": SECOND.name, "active": True, "role_ids": sorted(SECOND.roles)}
        tx.execute(sa.insert(user).values(values))


def duties(database: Database, *rows: tuple[Actor, list[str], str, str]) -> None:
    with database.transaction(ADMIN) as tx:
        for who, days, start, end in rows:
            tx.insert(duty, {"user_id": who.user_id, "team": "techSupport", "days": days, "start": start, "ends": end})


def at(text: str) -> dt.datetime:
    """Return a time in London in the first week of June 2026, which begins on a Monday."""
    return dt.datetime.fromisoformat(f"2026-06-{text}:00+01:00")


def who(database: Database, moment: dt.datetime, team: str = "techSupport") -> list[int]:
    with database.read() as connection:
        return on_duty(connection, team, moment)


def test_people_on_duty_change_by_hour_and_day(database: Database) -> None:
    duties(database, (TECH, ["Monday", "Tuesday"], "09:00", "13:00"), (SECOND, ["Monday"], "12:00", "17:00"))
    assert who(database, at("01T09:00")) == [21]
    assert who(database, at("01T12:30")) == [21, 23]
    assert who(database, at("01T13:00")) == [23], "the end is no duty"
    assert who(database, at("01T09:00"), "tutorSupport") == []


def test_outside_of_hours_the_first_of_the_next_duty_is_chosen(database: Database) -> None:
    duties(database, (TECH, ["Tuesday"], "10:00", "13:00"), (SECOND, ["Tuesday"], "09:00", "12:00"))
    assert who(database, at("01T20:00")) == [23]
    assert who(database, at("02T13:30")) == [23], "a week later"


def test_absent_people_and_leavers_have_no_duty_and_holidays_none(database: Database) -> None:
    duties(database, (TECH, EVERY_DAY, "09:00", "13:00"), (SECOND, ["Thursday"], "09:00", "13:00"))
    with database.transaction(ADMIN) as tx:
        away = {"first": dt.date(2026, 6, 1), "last": dt.date(2026, 6, 2)}
        tx.insert(duty_absence, {"user_id": 21, **away})
        tx.insert(support_holiday, {"title": "Founder's day", "day": dt.date(2026, 6, 3)})
    assert who(database, at("01T10:00")) == [21, 23], "both on Thursday"
    with database.transaction(ADMIN) as tx:
        tx.execute(sa.update(user).where(user.c.id == 21).values(active=False))
    assert who(database, at("01T10:00")) == [23]
    with database.transaction(ADMIN) as tx:
        tx.execute(sa.update(user).where(user.c.id == 23).values(role_ids=["staff"]))
    assert who(database, at("01T10:00")) == []


def test_new_ticket_goes_to_the_person_with_the_fewest_open_ones(client: ClientFor, database: Database) -> None:
    duties(database, (TECH, EVERY_DAY, "00:00", "23:59"), (SECOND, EVERY_DAY, "00:00", "23:59"))
    first, second, third = (raised(client, STUDENT, title=title) for title in ("One", "Two", "Three"))
    given = [get_ticket(client, ADMIN, number)["responsibleStaff"]["id"] for number in (first, second, third)]
    assert given == [21, 23, 21], "the older last ticket decides between equals"
    client(TECH).post(f"{URL}/ticket/{first}/message", json={"message": "<p>Done</p>"})
    client(TECH).post(f"{URL}/ticket/{first}/resolve")
    fourth = raised(client, STUDENT, title="Four")
    assert get_ticket(client, ADMIN, fourth)["responsibleStaff"]["id"] == 23


def test_history_names_the_rota(client: ClientFor, database: Database) -> None:
    duties(database, (TECH, EVERY_DAY, "00:00", "23:59"))
    number = raised(client, STUDENT)
    assert get_ticket(client, TECH, number)["byRota"] is True
    (entry,) = client(ADMIN).get(f"{URL}/ticket/{number}/history").json()["data"]
    assert (entry["field"], entry["oldValue"], entry["newValue"]) == ("responsibleStaff", None, 21)
    assert entry["userName"] == "Staffroom"
    put(client, TECH, number, "responsibleStaff", 23)
    assert get_ticket(client, TECH, number)["byRota"] is False


def test_manually_named_person_is_responsible(client: ClientFor, database: Database) -> None:
    duties(database, (TECH, EVERY_DAY, "00:00", "23:59"))
    number = raised(client, STAFF, responsibleStaff=23)
    ticket = get_ticket(client, ADMIN, number)
    assert ticket["responsibleStaff"]["id"] == 23 and ticket["byRota"] is False
    without = raised(client, STAFF, team="tutorSupport", responsibleStaff=None)
    assert get_ticket(client, GUIDE, without)["responsibleStaff"] is None


def add(client: ClientFor, who: Actor, **more: Any) -> Any:
    body = {"person": 21, "team": "techSupport", "days": ["Monday"], "start": "09:00", "end": "12:00", **more}
    return client(who).post(f"{URL}/duty", json=body)


def test_only_members_of_the_team_are_in_its_rota(client: ClientFor) -> None:
    duty_id = add(client, TECH).json()["data"]["id"]
    assert add(client, TECH, person=22).json()["fields"] == {"person": NOT_OF_TEAM}
    assert add(client, TECH, start="12:00", end="12:00").status_code == 422
    assert add(client, TECH, days=[]).status_code == 422
    assert add(client, STAFF).status_code == 403
    refused = client(TECH).put(f"{URL}/duty/{duty_id}", json={"field": "person", "newValue": 22})
    assert refused.status_code == 422
    absence = {"person": 21, "first": "2026-06-02", "last": "2026-06-01"}
    assert client(TECH).post(f"{URL}/dutyAbsence", json=absence).status_code == 422
    assert client(TECH).post(f"{URL}/dutyAbsence", json=absence | {"last": "2026-06-02"}).status_code == 201
