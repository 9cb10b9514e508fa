"""Checklists of students from persons.load, each with five steps (issue 43, 8)."""

from __future__ import annotations

from typing import Any

import psycopg

from services.demo.load import FIRST, without_indexes

VOLUME = 100_000
_STEPS = ["Passport seen", "Contract signed", "Timetable sent", "Books ordered", "First call made"]


def load(connection: psycopg.Connection[Any]) -> str:
    """Add VOLUME once; return the number of checklists added. Three in four are done; a tenth of the others is
    overdue."""
    there = connection.execute("SELECT EXISTS (SELECT FROM checklist WHERE id > %s)", (FIRST,)).fetchone()
    if there is not None and there[0]:
        return "the checklists already exist"
    given = {"first": FIRST, "count": VOLUME, "steps": _STEPS}
    with without_indexes(connection, "checklist_template", "checklist_step", "checklist", "checklist_item"):
        connection.execute(
            """
            INSERT INTO checklist_template (id, title, about) OVERRIDING SYSTEM VALUE
            VALUES (%(first)s + 1, 'Enrolment of a student', 'student')
            """,
            given,
        )
        connection.execute(
            """
            INSERT INTO checklist_step (id, template_id, title, place) OVERRIDING SYSTEM VALUE
            SELECT %(first)s + place, %(first)s + 1, title, place
            FROM unnest(%(steps)s::text[]) WITH ORDINALITY AS step(title, place)
            """,
            given,
        )
        connection.execute(
            """
            INSERT INTO checklist (id, template_id, entity_type, entity_id, title, name, status, done_count, total,
                                   next_due, created)
            OVERRIDING SYSTEM VALUE
            SELECT %(first)s + n, %(first)s + 1, 'student', id, 'Enrolment of a student',
                   first_name || ' ' || last_name, CASE WHEN n %% 4 > 0 THEN 'done' ELSE 'open' END,
                   CASE WHEN n %% 4 > 0 THEN 5 ELSE 2 END, 5,
                   CASE WHEN n %% 4 = 0 THEN current_date + (n * 31 %% 100)::int - 10 END,
                   TIMESTAMPTZ '2026-11-01' - make_interval(mins => (n * 7919 %% 1000000)::int)
            FROM (
                SELECT row_number() OVER () AS n, id, first_name, last_name
                FROM (SELECT id, first_name, last_name FROM student LIMIT %(count)s::bigint) AS chosen
            ) AS student
            """,
            given,
        )
        connection.execute(
            """
            INSERT INTO checklist_item (checklist_id, place, title, status, due, done, done_by_name)
            SELECT checklist.id, place, step.title, CASE WHEN place <= done_count THEN 'done' ELSE 'open' END, next_due,
                   CASE WHEN place <= done_count THEN checklist.created + make_interval(days => place::int) END,
                   CASE WHEN place <= done_count THEN 'The office' ELSE '' END
            FROM checklist, unnest(%(steps)s::text[]) WITH ORDINALITY AS step(title, place)
            WHERE checklist.id > %(first)s
            """,
            given,
        )
    return f"{VOLUME:,} checklists"
