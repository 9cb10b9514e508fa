"""2,000,000 records of homework, one to a student, made inside PostgreSQL. Every value follows from the number."""
# ruff: noqa: S608  what is put into the statements are the constants of this file

from __future__ import annotations

from typing import Any

import psycopg

from services.demo.load import without_indexes
from services.demo.world import FIRST_NAMES, LAST_NAMES, SUBJECTS

PIECES, STUDENTS = 500_000, 4
RECORDS = PIECES * STUDENTS
FIRST = 10_000_000
"""Ids of loaded homework begin here, far from the demo's."""

_DUE = "date_trunc('hour', TIMESTAMPTZ '2026-12-10 18:00+00' - make_interval(mins => (n * 7919 % 2600000)::int))"
_TYPE = "(ARRAY['written', 'indprep', 'written', 'other'])[1 + n % 4]"
_TITLE = "(ARRAY['Essay', 'Past paper', 'Reading', 'Notes'])[1 + n / 4 % 4] || ' ' || (n % 5000)"
_HOMEWORK = f"""
INSERT INTO homework (id, course_id, title, type, due, instructions, time_estimation, tutor_id, created, modified)
SELECT n, 1000 + n * 13 % 60000, {_TITLE}, {_TYPE}, {_DUE}, '<p>Work through it alone.</p>', 45, 1 + n * 31 % 20000,
  {_DUE} - interval '10 days', {_DUE} - interval '10 days'
FROM generate_series({FIRST}::bigint, {FIRST} + {PIECES} - 1) AS n
"""
# Old homework is marked, that of the last weeks is on its way.
_GIVEN = f"""
INSERT INTO homework_with_student (id, homework_id, title, type, due, status, course_id, student_id, tutor_id, cws_id,
  course_title, student_name, tutor_name, submitted, mark, released, created, modified)
SELECT {FIRST} + (n - {FIRST}) * {STUDENTS} + k, n, title, type, due,
  CASE WHEN due > TIMESTAMPTZ '2026-11-25 00:00+00' THEN 'set'
    WHEN due > TIMESTAMPTZ '2026-11-10 00:00+00' THEN
      (ARRAY['submitted', 'marked', 'set', 'postponed'])[1 + (n + k) % 4]
    WHEN (n + k) % 50 = 0 THEN 'writeOff' ELSE 'marked' END,
  course_id, 1 + (n * 7 + k) % 900000, tutor_id, 1000000 + (n - {FIRST}) * {STUDENTS} + k,
  'AQA A-level ' || (%(subjects)s::text[])[1 + course_id % cardinality(%(subjects)s::text[])],
  (%(first)s::text[])[1 + (n * 7 + k) * 31 % cardinality(%(first)s::text[])] || ' ' ||
    (%(last)s::text[])[1 + (n * 7 + k) * 7907 % cardinality(%(last)s::text[])],
  (%(first)s::text[])[1 + tutor_id * 37 % cardinality(%(first)s::text[])] || ' ' ||
    (%(last)s::text[])[1 + tutor_id * 7919 % cardinality(%(last)s::text[])],
  NULL, '', false, created, created
FROM (SELECT id AS n, * FROM homework WHERE id >= {FIRST}) AS set_, generate_series(0, {STUDENTS} - 1) AS k
"""


def load(connection: psycopg.Connection[Any]) -> str:
    """Add them once; says what was added."""
    row = connection.execute("SELECT EXISTS (SELECT FROM homework WHERE id >= %s)", (FIRST,)).fetchone()
    if row is not None and row[0]:
        return "the homework is there already"
    names = {"first": list(FIRST_NAMES), "last": list(LAST_NAMES), "subjects": list(SUBJECTS)}
    with without_indexes(connection, "homework"), without_indexes(connection, "homework_with_student"):
        connection.execute(_HOMEWORK.encode())
        connection.execute(_GIVEN.replace("%", "%%").replace("%%(", "%(").encode(), names)
    for table in ("homework", "homework_with_student"):
        connection.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT max(id) FROM {table}))")
    return f"{RECORDS:,} records of homework"
