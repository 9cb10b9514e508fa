"""Statistics of tickets: each number equals the rows that its filters match."""

from __future__ import annotations

import datetime as dt
from typing import Any

import sqlalchemy as sa

from kit.database import Database
from kit.policy import Actor
from services.support.tests.builders import ADMIN, STAFF, STUDENT
from services.support.tests.tickets import conftest as of_tickets
from services.support.tests.tickets.builders import GUIDE, TECH, URL, raised, written
from staffroom_testing.plugin import ClientFor
from support.tickets.model import ticket

people = of_tickets.people
stored = of_tickets.stored


def change(database: Database, number: int, **values: Any) -> None:
    with database.transaction(ADMIN) as tx:
        tx.execute(sa.update(ticket).where(ticket.c.id == number).values(**values))


def groups(client: ClientFor, who: Actor, period: str = "month") -> dict[tuple[str, str], dict[str, Any]]:
    rows = client(who).get(f"{URL}/statistics?page=1&period={period}").json()["data"]
    return {(row["team"], row["person"]): row for row in rows}


def count(client: ClientFor, query: str) -> int:
    answer = client(ADMIN).get(f"{URL}/tickets?page=1&{query}")
    return int(answer.json()["total"])


def test_percentiles_are_of_working_hours(client: ClientFor, database: Database) -> None:
    for minutes in (60, 120, 180, 240, 1_200):
        change(database, raised(client, STUDENT), answer_minutes=minutes, responsible_id=21)
    row = groups(client, TECH)["techSupport", "Theo Tech"]
    assert (row["answered"], row["answerMedian"], row["answerMost"]) == (5, 3.0, 13.6)
    assert (row["resolved"], row["resolveMedian"]) == (0, None)


def test_each_figure_equals_the_number_of_its_rows(client: ClientFor, database: Database) -> None:
    first, second, third = (raised(client, STUDENT, responsibleStaff=None) for _ in range(3))
    written(client, TECH, first)
    client(TECH).post(f"{URL}/ticket/{first}/resolve")
    client(STUDENT).post(f"{URL}/ticket/{first}/rate", json={"rating": 4})
    client(TECH).post(f"{URL}/ticket/{first}/reopen")
    change(database, second, due=dt.datetime(2020, 1, 1, tzinfo=dt.UTC), responsible_id=21)
    change(database, third, created=dt.datetime(2020, 1, 1, tzinfo=dt.UTC))
    whole = groups(client, TECH)["techSupport", "Whole team"]
    team = "type=techSupport"
    since = f"&date={whole['first']}.."
    assert whole["open"] == count(client, f"{team}&open=true") == 3
    assert whole["overdue"] == count(client, f"{team}&overdue=true") == 1
    assert whole["raised"] == count(client, team + since) == 2
    assert whole["missed"] == count(client, f"{team}&level=missed{since}") == 1
    assert whole["reopened"] == count(client, f"{team}&reopened=true{since}") == 1
    assert whole["rated"] == count(client, f"{team}&rating=1,2,3,4,5{since}") == 1
    assert whole["rating"] == 4.0
    nobody = groups(client, TECH)["techSupport", "Nobody yet"]
    assert nobody["open"] == count(client, f"{team}&open=true&unassigned=true") == 2


def test_share_of_met_service_levels_counts_ended_tickets(client: ClientFor, database: Database) -> None:
    now = dt.datetime.now(dt.UTC)
    for late in (False, False, True):
        number = raised(client, STUDENT)
        due = now - dt.timedelta(hours=1) if late else now + dt.timedelta(hours=1)
        change(database, number, status="resolved", resolved=now, resolve_due=due, due=None, first_answer_due=None)
    whole = groups(client, TECH)["techSupport", "Whole team"]
    assert (whole["keptShare"], whole["missed"]) == (67, 1)


def test_each_team_reads_its_own_statistics(client: ClientFor) -> None:
    raised(client, STUDENT)
    raised(client, STUDENT, team="tutorSupport")
    assert {team for team, _ in groups(client, GUIDE)} == {"tutorSupport"}
    assert ("all", "Whole team") in groups(client, ADMIN)
    assert client(STAFF).get(f"{URL}/statistics?page=1").status_code == 403


def test_period_ends_with_today_in_london(client: ClientFor, database: Database) -> None:
    number = raised(client, STUDENT, title="Eight days ago")
    change(database, number, created=dt.datetime.now(dt.UTC) - dt.timedelta(days=9))
    assert groups(client, TECH, "week")["techSupport", "Whole team"]["raised"] == 0
    assert groups(client, TECH, "month")["techSupport", "Whole team"]["raised"] == 1
