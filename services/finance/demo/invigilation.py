"""Demo data of the pay of invigilators: rates, bank details, a paid run of last season, and hours that are due, set off
or without a rate. People publishes the hours of this season."""

from __future__ import annotations

import datetime as dt
from typing import Any

import psycopg

from services.demo.tables import Record, write
from services.demo.world import TODAY, Person, World

RUN = 3
_FIRST = 900_001
"""Id of the first duty of the last season, which people no longer has."""
_MINUTES = (120, 135, 90, 150)
_SEASON = dt.date(TODAY.year - 1, 10, 5)


def load(cursor: psycopg.Cursor[Any], world: World, users: dict[str, Person]) -> None:
    """Fill the tables."""
    people = world.people["invigilator"]
    cursor.executemany(
        "INSERT INTO invigilator (id, name, email) VALUES (%s, %s, %s) ON CONFLICT DO NOTHING",
        [(person.id, person.name, person.email) for person in people],
    )
    starts = dt.date(TODAY.year - 1, 9, 1)
    rates = [(None, "all", 1_300), (None, "lead", 1_600), (people[1].id, "all", 1_450)]
    cursor.executemany(
        "INSERT INTO invigilator_rate (invigilator_id, role, currency, starts, hourly) VALUES (%s, %s, 'GBP', %s, %s)",
        [(person, role, starts, hourly) for person, role, hourly in rates],
    )
    _accounts(cursor, people, users["accounting"])
    hours = [_duty(number, people) for number in range(24)]
    write(cursor, "duty_hours", hours)
    _run(cursor, users, [row for row in hours if row["id"] < _FIRST + 12])
    # paid, and no longer approved: set off against later pay
    cursor.execute("UPDATE duty_hours SET approved = false, duty_version = 2 WHERE id = %s", (_FIRST + 11,))


def _duty(number: int, people: list[Person]) -> Record:
    person = people[number % len(people)]
    day = dt.date(TODAY.year - 3, 6, 8) if number == 23 else _SEASON + dt.timedelta(days=number // 2)
    return {
        "id": _FIRST + number,
        "invigilator_id": person.id,
        "invigilator": person.name,
        "organisation_id": 1,
        "session": f"{('Morning', 'Afternoon')[number // 2 % 2]} of {day:%d/%m/%y}, room {1 + number % 4}",
        "role": "invigilator" if number % 2 else "lead",
        "day": day,
        "minutes": _MINUTES[number % len(_MINUTES)],
        "approved": True,
        "approved_by_name": "Exams office",
        "duty_version": 1,
    }


def _accounts(cursor: psycopg.Cursor[Any], people: list[Person], by: Person) -> None:
    """Insert bank details of all but the last; no bank has the sort code 00-00-00."""
    cursor.executemany(
        "INSERT INTO payee_account (invigilator_id, currency, holder, sort_code, account_number, last_four,"
        " entered_by_id, entered_by_name) VALUES (%s, 'GBP', %s, '000000', %s, %s, %s, %s)",
        [
            (person.id, person.name, number, number[-4:], by.user_id, by.name)
            for person, number in ((one, f"{20_000_000 + one.id * 1_111:08}") for one in people[:-1])
        ],
    )


def _run(cursor: psycopg.Cursor[Any], users: dict[str, Person], hours: list[Record]) -> None:
    """Insert a paid run of last season."""
    by, first, second = users["accounting"], users["finance"], users["finance2"]
    cursor.execute(
        "INSERT INTO pay_run (id, organisation_id, month, currency, prepared_by_id, prepared_by_name) "
        "VALUES (%s, 1, %s, 'GBP', %s, %s)",
        (RUN, _SEASON.replace(day=1), by.user_id, by.name),
    )
    cursor.executemany(
        "INSERT INTO pay_duty (run_id, duty_id, invigilator_id, invigilator_name, session, role, day, minutes, hourly)"
        " VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)",
        [
            (
                RUN,
                row["id"],
                row["invigilator_id"],
                row["invigilator"],
                row["session"],
                row["role"],
                row["day"],
                row["minutes"],
                1_600 if row["role"] == "lead" else 1_300,
            )
            for row in hours
        ],
    )
    cursor.execute(
        "UPDATE pay_run SET status = 'paid', checked_by_id = %s, checked_by_name = %s, approved_by_id = %s,"
        " approved_by_name = %s, paid_date = %s, accounts = (SELECT jsonb_object_agg('invigilator ' ||"
        " l.invigilator_id, a.id) FROM pay_duty l LEFT JOIN payee_account a ON a.invigilator_id = l.invigilator_id"
        " AND a.currency = 'GBP' WHERE l.run_id = %s) WHERE id = %s",
        (first.user_id, first.name, second.user_id, second.name, _SEASON + dt.timedelta(days=30), RUN, RUN),
    )
