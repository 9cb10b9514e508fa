"""2,000,000 events, made inside PostgreSQL: 2,000 tutors with ten hours a week, each a weekly series with a student."""

from __future__ import annotations

from typing import Any

import psycopg
from psycopg import sql

from services.demo.load import unchecked, without_indexes

TUTORS, HOURS, WEEKS = 2_000, 10, 100
FIRST = 10_000_000
"""Start of the ids of loaded events and series, far from the demo's."""
_MARK = "%@load.example"
_CHECKED_AT_THE_END = {
    "event": ("fk_event_series_id",),
    "booking": ("ex_booking_busy", "fk_booking_event_id", "uq_booking_person"),
}

# A tutor has two hours on each weekday, five hours apart, so that none overlap.
_SERIES = """
INSERT INTO event_series (id, title, type, rule, first_day, time, minutes, department_id)
SELECT %(first)s + tutor * %(hours)s + hour, 'Tutorial ' || tutor || '/' || hour, 'tutorial',
  'FREQ=WEEKLY;COUNT=' || %(weeks)s, DATE '2025-06-16' + (hour %% 5)::int,
  lpad((8 + (tutor + hour / 5 * 5) %% 10)::text, 2, '0') || ':00', 60, 1 + tutor %% 5
FROM generate_series(0, %(tutors)s::bigint - 1) AS tutor, generate_series(0, %(hours)s::bigint - 1) AS hour
"""
_EVENTS = """
INSERT INTO event (id, title, type, starts, ends, department_id, series_id, created_by_name)
SELECT %(first)s + (id - %(first)s) * %(weeks)s + week, title, type, starts, starts + interval '1 hour', department_id,
  id, 'Load'
FROM event_series, generate_series(0, %(weeks)s::bigint - 1) AS week,
  LATERAL (SELECT (first_day + (7 * week)::int + time::time) AT TIME ZONE 'Europe/London' AS starts) AS moment
WHERE id >= %(first)s
ORDER BY week, id
"""
_BOOKINGS = """
WITH tutor AS (SELECT id, first_name || ' ' || last_name AS name, row_number() OVER (ORDER BY id) - 1 AS number
    FROM tutor WHERE email LIKE %(mark)s),
  student AS (SELECT id, first_name || ' ' || last_name AS name, row_number() OVER (ORDER BY id) - 1 AS number
    FROM student WHERE email LIKE %(mark)s),
  somebody AS (
    SELECT series.id AS series_id, 'tutor' AS kind, tutor.id AS person_id, name FROM event_series series
    JOIN tutor ON tutor.number = (series.id - %(first)s) / %(hours)s WHERE series.id >= %(first)s
    UNION ALL
    SELECT series.id, 'student', student.id, name FROM event_series series
    JOIN student ON student.number = series.id - %(first)s WHERE series.id >= %(first)s
  )
INSERT INTO booking (event_id, kind, person_id, name, who, status, span, busy)
SELECT event.id, kind, person_id, name, kind || ' ' || person_id, 'accepted', tstzrange(starts, ends),
  tstzmultirange(tstzrange(starts, ends))
FROM event JOIN somebody ON somebody.series_id = event.series_id
WHERE event.id >= %(first)s
"""


def load(connection: psycopg.Connection[Any]) -> str:
    """Add them once, after the persons; return a summary. The calendar is locked during the load."""
    row = connection.execute("SELECT EXISTS (SELECT FROM event WHERE id >= %s)", (FIRST,)).fetchone()
    if row is not None and row[0]:
        return "the events already exist"
    numbers = {"first": FIRST, "tutors": TUTORS, "hours": HOURS, "weeks": WEEKS, "mark": _MARK}
    with without_indexes(connection, "event_series", "event", "booking"), unchecked(connection, _CHECKED_AT_THE_END):
        for statement in (_SERIES, _EVENTS, _BOOKINGS):
            connection.execute(statement, numbers)
    for table in ("event_series", "event"):
        highest = sql.SQL("SELECT setval(pg_get_serial_sequence({}, 'id'), (SELECT max(id) FROM {}))")
        connection.execute(highest.format(sql.Literal(table), sql.Identifier(table)))
    return f"{TUTORS * HOURS * WEEKS:,} events"
