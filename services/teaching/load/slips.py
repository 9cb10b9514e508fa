"""500,000 slips, made inside PostgreSQL. Every value follows from the slip's number."""
# ruff: noqa: S608 - the statements contain only constants of this file

from __future__ import annotations

from typing import Any

import psycopg

from services.teaching.load.making import VOLUME, add, name_of

# Old slips are approved, those of the last weeks are in progress.
_SLIPS = f"""
WITH made AS (
  SELECT n, (n - %(first)s) AS k, 1 + n * 31 % 20000 AS tutor, 1 + n * 7 % 900000 AS student, n * 13 % 60000 AS course,
    date_trunc('hour', TIMESTAMPTZ '2026-11-20 18:00+00' - make_interval(mins => (n * 7919 % 2600000)::int)) AS start
  FROM generate_series(%(first)s::bigint, %(first)s + %(slips)s - 1) AS n
),
stated AS (
  SELECT *, CASE
      WHEN start > TIMESTAMPTZ '2026-10-20 00:00+00' THEN
        (ARRAY['saved', 'submitted', 'submitted', 'checked', 'approved', 'returned', 'approved'])[1 + n % 7]
      WHEN n % 400 = 0 THEN 'submitted' ELSE 'approved' END AS state,
    (ARRAY['indiv', 'indiv', 'group', 'shared', 'paired', 'workshop', 'seminar'])[1 + course % 7] AS course_type
  FROM made
)
INSERT INTO slip (id, type, status, organisation_id, department_id, course_id, cws_id, student_id, tutor_id,
  course_title, course_type, student_name, tutor_name, tutorial_id, tutorial_type, tutorial_title, tutorial_start,
  tutorial_end, location, submitted, approved, approved_by_id, approved_by_name, present, on_time, comment, comment2,
  comment3, cat1, cat2, cat3, cat4, cat5, cat6, due, created, modified)
SELECT n, CASE WHEN n % 15 = 0 THEN 'PT' ELSE 'default' END, state, 1 + course % 5, 1 + course % 5, 1000 + course,
  100000 + k, student, tutor,
  (ARRAY['AQA', 'OCR', 'Edexcel', 'CAIE'])[1 + course % 4] || ' ' || (ARRAY['GCSE', 'A-level', 'IGCSE'])[1 + course % 3]
    || ' ' || (%(subjects)s::text[])[1 + course % cardinality(%(subjects)s::text[])],
  course_type,
  {name_of("student")}, {name_of("tutor")},
  n, 'tutorial', 'Tutorial', start, start + interval '1 hour', 'Online',
  CASE WHEN state <> 'saved' THEN start + make_interval(hours => 2 + (n % 60)::int) END,
  CASE WHEN state = 'approved' THEN start + make_interval(hours => 70 + (n % 50)::int) END,
  CASE WHEN state = 'approved' THEN 1 END, CASE WHEN state = 'approved' THEN 'Load' ELSE '' END, 'present', 0,
  '<p>Worked steadily through the questions set.</p>', '<p>Prepared well, and asked good questions.</p>',
  '<p>Next time: the second half of the paper.</p>', 4, 3, 4, 3, 4, 3, start + interval '25 hours',
  start + interval '1 hour', start + interval '1 hour'
FROM stated
"""


def load(connection: psycopg.Connection[Any]) -> str:
    """Add them once; return a summary."""
    if not add(connection, ("slip",), (_SLIPS,)):
        return "the slips already exist"
    return f"{VOLUME['slips']:,} slips"
