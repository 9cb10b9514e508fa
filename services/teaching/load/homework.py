"""2,000,000 records of homework, one to a student, made inside PostgreSQL. Every value follows from the number."""
# ruff: noqa: S608 - the statements contain only constants of this file

from __future__ import annotations

from typing import Any

import psycopg

from services.teaching.load.making import VOLUME, add, name_of

STUDENTS = 4

_DUE = "date_trunc('hour', TIMESTAMPTZ '2026-12-10 18:00+00' - make_interval(mins => (n * 7919 % 2600000)::int))"
_TYPE = "(ARRAY['written', 'indprep', 'written', 'other'])[1 + n % 4]"
_TITLE = "(ARRAY['Essay', 'Past paper', 'Reading', 'Notes'])[1 + n / 4 % 4] || ' ' || (n % 5000)"
_HOMEWORK = f"""
INSERT INTO homework (id, course_id, title, type, due, instructions, time_estimation, tutor_id, created, modified)
SELECT n, 1000 + n * 13 % 60000, {_TITLE}, {_TYPE}, {_DUE}, '<p>Work through it alone.</p>', 45, 1 + n * 31 % 20000,
  {_DUE} - interval '10 days', {_DUE} - interval '10 days'
FROM generate_series(%(first)s::bigint, %(first)s + %(homework)s - 1) AS n
"""
# Old homework is marked, that of the last weeks is in progress.
_GIVEN = f"""
INSERT INTO homework_with_student (id, homework_id, title, type, due, status, course_id, student_id, tutor_id, cws_id,
  course_title, student_name, tutor_name, submitted, mark, released, created, modified)
SELECT %(first)s + (n - %(first)s) * %(students)s + k, n, title, type, due,
  CASE WHEN due > TIMESTAMPTZ '2026-11-25 00:00+00' THEN 'set'
    WHEN due > TIMESTAMPTZ '2026-11-10 00:00+00' THEN
      (ARRAY['submitted', 'marked', 'set', 'postponed'])[1 + (n + k) % 4]
    WHEN (n + k) % 50 = 0 THEN 'writeOff' ELSE 'marked' END,
  course_id, 1 + (n * 7 + k) % 900000, tutor_id, 1000000 + (n - %(first)s) * %(students)s + k,
  'AQA A-level ' || (%(subjects)s::text[])[1 + course_id % cardinality(%(subjects)s::text[])],
  {name_of("(n * 7 + k)")}, {name_of("tutor_id")},
  NULL, '', false, created, created
FROM (SELECT id AS n, * FROM homework WHERE id >= %(first)s) AS set_, generate_series(0, %(students)s - 1) AS k
"""


def load(connection: psycopg.Connection[Any]) -> str:
    """Add them once; return a summary."""
    if not add(connection, ("homework", "homework_with_student"), (_HOMEWORK, _GIVEN), students=STUDENTS):
        return "the homework already exists"
    return f"{VOLUME['homework'] * STUDENTS:,} records of homework"
