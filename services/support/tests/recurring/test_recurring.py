"""Recurring tasks: their rule, their next date, and one ticket for each date."""

from __future__ import annotations

import datetime as dt
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from services.support.tests.builders import ADMIN, STAFF
from services.support.tests.templates.builders import template
from services.support.tests.tickets import conftest as of_tickets
from services.support.tests.tickets.builders import TECH, URL, get_ticket
from staffroom_testing.plugin import ClientFor
from support.directory.model import user
from support.recurring import rules
from support.recurring.jobs import GONE, raise_due
from support.recurring.model import recurring_ticket
from support.tickets.model import ticket

people = of_tickets.people
stored = of_tickets.stored
NOW = dt.datetime(2026, 3, 27, 12, tzinfo=dt.UTC)
"""A Friday, two days before the clocks go forward."""


@pytest.mark.parametrize(
    ("values", "rule", "following"),
    [
        ({"repeats": "daily"}, "FREQ=DAILY;BYHOUR=9;BYMINUTE=30", "2026-03-28T09:30+00:00"),
        ({"repeats": "weekdays"}, "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=9;BYMINUTE=30", "2026-03-30T08:30+00:00"),
        (
            {"repeats": "weekly", "days": ["Sunday"]},
            "FREQ=WEEKLY;BYDAY=SU;BYHOUR=9;BYMINUTE=30",
            "2026-03-29T08:30+00:00",
        ),
        (
            {"repeats": "monthly", "month_day": -1},
            "FREQ=MONTHLY;BYMONTHDAY=-1;BYHOUR=9;BYMINUTE=30",
            "2026-03-31T08:30+00:00",
        ),
        (
            {"repeats": "quarterly"},
            "FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1;BYHOUR=9;BYMINUTE=30",
            "2026-04-01T08:30+00:00",
        ),
        (
            {"repeats": "yearly", "month": 2, "month_day": 28},
            "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28;BYHOUR=9;BYMINUTE=30",
            "2027-02-28T09:30+00:00",
        ),
    ],
)
def test_rule_uses_the_london_clock(values: dict[str, Any], rule: str, following: str) -> None:
    task = {"at": "09:30", **values}
    assert rules.rule(task) == rule
    assert rules.following(task, NOW) == dt.datetime.fromisoformat(following)
    assert rules.following({**task, "paused": True}, NOW) is None


def task(client: ClientFor, **more: Any) -> int:
    body = {"title": "Check the backups", "templateId": template(client), "repeats": "daily", "at": "09:30", **more}
    answer = client(TECH).post(f"{URL}/recurring", json=body)
    assert answer.status_code == 201, answer.text
    return int(answer.json()["data"]["id"])


def make_due(database: Database, record: int) -> None:
    with database.transaction(ADMIN) as tx:
        past = sa.func.now() - sa.text("interval '1 minute'")
        tx.execute(sa.update(recurring_ticket).where(recurring_ticket.c.id == record).values(next=past))


def shown(client: ClientFor, record: int) -> dict[str, Any]:
    data: dict[str, Any] = client(TECH).get(f"{URL}/recurring/{record}").json()["data"]
    return data


def tickets(database: Database) -> list[int]:
    with database.read() as connection:
        return list(connection.execute(sa.select(ticket.c.id).order_by(ticket.c.id)).scalars())


def test_task_shows_its_dates_and_a_paused_one_has_none(client: ClientFor) -> None:
    record = task(client)
    before = shown(client, record)
    assert before["rule"] == "FREQ=DAILY;BYHOUR=9;BYMINUTE=30"
    assert before["next"] == before["dates"][0] and len(before["dates"]) == 3
    client(TECH).put(f"{URL}/recurring/{record}", json={"field": "paused", "newValue": True})
    assert (shown(client, record)["next"], shown(client, record)["dates"]) == (None, [])
    client(TECH).put(f"{URL}/recurring/{record}", json={"field": "paused", "newValue": False})
    client(TECH).put(f"{URL}/recurring/{record}", json={"field": "at", "newValue": "10:15"})
    assert shown(client, record)["next"].endswith(":15:00Z")


def test_due_task_raises_its_ticket_and_gets_its_next_date(client: ClientFor, database: Database) -> None:
    record = task(client, responsibleStaff=21)
    assert raise_due(database) == {"due": 0, "failed": 0}
    make_due(database, record)
    assert raise_due(database) == {"due": 1, "failed": 0}
    (number,) = tickets(database)
    raised = get_ticket(client, TECH, number)
    assert (raised["title"], raised["user"]["id"], raised["priority"]) == ("Check the backups", 21, 2)
    assert raised["responsibleStaff"]["id"] == 21
    assert raised["messages"][0]["message"].endswith("<li>Who is it?</li><li>From &lt;which&gt; day?</li></ol>")
    after = shown(client, record)
    assert after["lastTicket"] == number and after["next"] == after["dates"][0]
    assert client(TECH).get(f"{URL}/recurrings?page=1").json()["data"][0]["raised"] == 1


def test_two_schedulers_raise_one_ticket(client: ClientFor, database: Database) -> None:
    make_due(database, task(client))
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(raise_due, [database] * 4))
    assert len(tickets(database)) == 1


def test_task_of_a_person_who_left_is_marked(client: ClientFor, database: Database) -> None:
    record = task(client)
    make_due(database, record)
    with database.transaction(ADMIN) as tx:
        tx.execute(sa.update(user).where(user.c.id == 21).values(active=False))
    assert raise_due(database) == {"due": 1, "failed": 1}
    assert tickets(database) == [] and shown(client, record)["problem"] == GONE
    assert raise_due(database) == {"due": 0, "failed": 0}, "it continues with its next date"


def test_template_in_use_is_not_deleted(client: ClientFor) -> None:
    record = task(client)
    template_id = shown(client, record)["templateId"]
    assert client(TECH).delete(f"{URL}/ticketTemplate/{template_id}").status_code == 409
    assert client(STAFF).get(f"{URL}/recurring/{record}").status_code == 403
