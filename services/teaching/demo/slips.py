"""Tables of slips, and copies of people and courses."""

from __future__ import annotations

from typing import Any

import psycopg

from services.demo.letterheads import letterheads
from services.demo.slip_columns import COLUMNS
from services.demo.slips import slips
from services.demo.tables import write
from services.demo.world import DEPARTMENTS, ORGANISATIONS, World, agent_of

EMPTY = "SELECT NOT EXISTS (SELECT FROM slip)"

_TOLD = """
INSERT INTO reminder_told (reminder, record_id, due, due_at, rung)
SELECT 'approvedSlip', id, ((approved + interval '2 minutes') AT TIME ZONE 'Europe/London')::date,
    approved + interval '2 minutes', 'final'
FROM slip WHERE status = 'approved' AND approved > now() - interval '1 day'
"""
"""Marks of sent notices, so that nobody gets news of slips from the demo data."""
_DEADLINES = (
    {"id": 1, "department_id": 3, "hours": 48},
    {"id": 2, "department_id": 6, "hours": 24},
)
"""Departments with their own time for a slip."""


def load(connection: psycopg.Connection[Any], world: World) -> None:
    """Write copies of people and courses, then the slips."""
    _copies(connection, world)
    with connection.cursor() as cursor:
        write(cursor, "slip", [{name: row[name] for name in COLUMNS} for row in slips(world)])
        write(cursor, "slip_deadline", _DEADLINES)
        cursor.execute(_TOLD)


def _copies(connection: psycopg.Connection[Any], world: World) -> None:
    with connection.cursor() as cursor:
        cursor.executemany(
            "INSERT INTO organisation (id, title) VALUES (%s, %s) ON CONFLICT DO NOTHING",
            [entry[:2] for entry in ORGANISATIONS],
        )
        write(cursor, "letterhead", letterheads())
        cursor.executemany(
            "INSERT INTO department (id, title, color, organisation_id) VALUES (%s, %s, %s, %s) ON CONFLICT DO NOTHING",
            [(*entry[:3], entry[4]) for entry in DEPARTMENTS],
        )
        cursor.executemany(
            "INSERT INTO person (kind, id, name, user_id, title, department_id, agent_id, birth_date, email) "
            "VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s) ON CONFLICT DO NOTHING",
            [
                (
                    *(person.kind, person.id, person.name, person.user_id, person.title, person.department_id),
                    *((agent_of(person.id), person.birth) if kind == "student" else (None, None)),
                    person.email if kind in ("student", "client") else "",
                )
                for kind in ("tutor", "student", "invigilator", "client")
                for person in world.people[kind]
            ],
        )
        cursor.executemany(
            "INSERT INTO course (id, board, level, subject, type, status, organisation_id, department_id, hours)"
            " VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s) ON CONFLICT DO NOTHING",
            [
                (
                    entry.id,
                    entry.board,
                    entry.level,
                    entry.subject,
                    entry.type,
                    entry.status,
                    entry.organisation_id,
                    entry.department_id,
                    entry.hours,
                )
                for entry in world.courses
            ],
        )
