"""The clocks of tickets: due times by service level, pauses, first answers, escalation."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database, tables
from kit.policy import Actor, as_service
from kit.reminders import remind
from services.support.tests.builders import ADMIN, STAFF, STUDENT
from services.support.tests.tickets.builders import TECH, URL, get_ticket, put, raised, written
from staffroom_testing.plugin import ClientFor
from support.tickets import rules
from support.tickets.clocks.reminding import OVERDUE_TICKETS
from support.tickets.model import ticket, ticket_pause

HOUR = dt.timedelta(hours=1)
LIST = f"{URL}/tickets/techSupport?page=1"


@pytest.fixture(autouse=True)
def always(database: Database) -> None:
    """Support works around the clock, so that the tests pass at any hour."""
    from support.levels.model import support_hours

    with database.transaction(ADMIN) as tx:
        tx.execute(sa.delete(support_hours))


def service(client: ClientFor, number: int) -> dict[str, Any]:
    answer: dict[str, Any] = get_ticket(client, TECH, number)["service"]
    return answer


def moment(text: str) -> dt.datetime:
    return dt.datetime.fromisoformat(text)


def hours_from_raised(client: ClientFor, number: int, name: str) -> float:
    """Return the hours from the question to a due time."""
    detail = get_ticket(client, TECH, number)
    return round((moment(detail["service"][name]) - moment(detail["date"])) / HOUR, 2)


def move(client: ClientFor, who: Actor, number: int, name: str) -> Any:
    return client(who).post(f"{URL}/ticket/{number}/{name}", json={})


def age(database: Database, number: int, hours: float) -> None:
    """Move all timestamps of a ticket back by `hours` hours."""
    back = sa.literal(dt.timedelta(hours=hours), sa.Interval)
    own = ticket_pause.c.ticket_id == number
    with database.transaction(ADMIN) as tx:
        names = ("created", "due", "first_answer_due", "resolve_due", "first_answered", "waiting_since", "resolved")
        shifted = {name: ticket.c[name] - back for name in names}
        tx.execute(sa.update(ticket).where(ticket.c.id == number).values(**shifted))
        tx.execute(
            sa.update(ticket_pause)
            .where(own)
            .values({name: ticket_pause.c[name] - back for name in ("began", "ended")})
        )


def test_level_of_team_and_priority_takes_precedence(client: ClientFor) -> None:
    admin = client(TECH)
    number = raised(client, STUDENT, priority=2)
    assert hours_from_raised(client, number, "firstAnswerDue") == 4
    level = {"title": "Tech", "team": "techSupport", "firstAnswer": 3, "resolution": 9}
    assert admin.post(f"{URL}/level", json=level).status_code == 201
    team = raised(client, STUDENT, priority=2)
    assert hours_from_raised(client, team, "firstAnswerDue") == 3
    both = {**level, "title": "Tech, high", "priority": 2, "firstAnswer": 0.5}
    assert admin.post(f"{URL}/level", json=both).status_code == 201
    assert admin.post(f"{URL}/level", json=both).json()["error"] == (
        "This team already has a service level for this priority"
    )
    special = raised(client, STUDENT, priority=2)
    assert hours_from_raised(client, special, "due") == 0.5
    put(client, TECH, special, "priority", 1)
    assert hours_from_raised(client, special, "firstAnswerDue") == 3
    assert client(STAFF).post(f"{URL}/level", json=level).status_code == 403


def test_first_answer_is_recorded_and_the_solution_is_due_next(client: ClientFor) -> None:
    number = raised(client, STUDENT, priority=2)
    written(client, TECH, number, internal=True)
    assert service(client, number)["firstAnswered"] is None, "a note answers nothing"
    written(client, TECH, number)
    first = service(client, number)
    assert first["firstAnswered"] is not None and first["due"] == first["resolveDue"]
    assert first["level"] == "running"
    written(client, TECH, number)
    assert service(client, number)["firstAnswered"] == first["firstAnswered"]
    assert "service" not in get_ticket(client, STUDENT, number)


def test_waiting_stops_the_clock_until_the_asker_writes(client: ClientFor, database: Database) -> None:
    number = raised(client, STUDENT, priority=2)
    assert written(client, STUDENT, number, waits=True).status_code == 403, "the team alone waits"
    assert written(client, TECH, number, waits=True).status_code == 201
    waiting = service(client, number)
    assert (waiting["due"], waiting["level"]) == (None, "waiting")
    assert [(one["reason"], one["ended"]) for one in waiting["pauses"]] == [("waiting", None)]
    assert move(client, TECH, number, "wait").json()["error"] == rules.ALREADY_WAITS
    age(database, number, 3)
    written(client, STUDENT, number, "<p>Here it is</p>")
    again = service(client, number)
    assert [(one["reason"], one["minutes"]) for one in again["pauses"]] == [("waiting", 180)]
    assert again["waitingSince"] is None and hours_from_raised(client, number, "due") == 16 + 3


def test_resolved_time_does_not_count(client: ClientFor, database: Database) -> None:
    number = raised(client, STUDENT, priority=2)
    written(client, TECH, number)
    move(client, TECH, number, "wait")
    move(client, TECH, number, "goOn")
    move(client, TECH, number, "resolve")
    resolved = service(client, number)
    assert (resolved["due"], resolved["level"]) == (None, "kept")
    age(database, number, 5)
    move(client, STUDENT, number, "reopen")
    again = service(client, number)
    assert [(one["reason"], one["minutes"]) for one in again["pauses"]] == [("waiting", 0), ("resolved", 300)]
    assert again["resolved"] is None and hours_from_raised(client, number, "due") == 16 + 5


def test_lists_show_overdue_tickets_and_missed_levels(client: ClientFor, database: Database) -> None:
    late, soon = raised(client, STUDENT, priority=2), raised(client, STUDENT, priority=2)
    age(database, late, 5)

    def ids(query: str) -> list[int]:
        return [row["id"] for row in client(TECH).get(f"{LIST}&{query}").json()["data"]]

    assert ids("overdue=true") == ids("level=missed") == [late]
    assert ids("overdue=false") == ids("level=running") == [soon]
    assert ids("sort=due") == [late, soon]
    written(client, TECH, late)
    assert ids("overdue=true") == [] and ids("level=missed") == [late], "a late first answer stays missed"
    mine = client(STUDENT).get(f"{URL}/tickets/my?page=1").json()["data"]
    assert all("due" not in row and "level" not in row for row in mine)
    figures = client(TECH).get(f"{URL}/tickets/figures?by=level&type=techSupport").json()["data"]
    assert {group["keys"][0]: group["values"][0] for group in figures["groups"]} == {"missed": 1, "running": 1}


def test_ticket_is_escalated_in_three_steps(client: ClientFor, database: Database) -> None:
    number = raised(client, STUDENT, priority=2, responsibleStaff=21)
    with database.transaction(ADMIN) as tx:
        tx.execute(sa.update(tables.reminder_setting).values(since=None))

    def titles(who: Actor) -> list[str]:
        rows = client(who).get("/api/v1/notifications").json()["data"]
        return [row["title"] for row in rows if row["kind"] == "ticketDue"]

    def run(hours: float) -> int:
        return remind(OVERDUE_TICKETS, as_service("support"), dt.datetime.now(dt.UTC) + dt.timedelta(hours=hours))

    assert [run(hours) for hours in (2, 3.1, 3.5, 4.1, 8.1, 9)] == [0, 1, 0, 1, 1, 0]
    assert titles(TECH) == [
        f"The first answer of ticket {number} is overdue",
        f"The first answer of ticket {number} is overdue",
        f"The first answer of ticket {number} is due within an hour",
    ]
    assert titles(STUDENT) == []
