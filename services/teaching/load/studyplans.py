"""30,000 study plans with 1,000,000 weeks, some of version 1, with the outcome of a third of the weeks."""

from __future__ import annotations

from typing import Any

import psycopg

from services.teaching.load.making import VOLUME, add

_PLANS = """
INSERT INTO study_plan (id, course_id, academic_year_id, type_version, syllabus)
SELECT %(first)s + k, course.id, course.academic_year_id, CASE WHEN k % 10 = 0 THEN 1 ELSE 2 END, ''
FROM generate_series(0, %(plans)s::bigint - 1) AS k JOIN course ON course.id = %(first)s + k
"""
# A year of weeks from the first Monday of October; a plan has 33 or 34 of them.
_WEEKS = """
INSERT INTO study_plan_week (id, study_plan_id, term, week, iso_week, starts, ends, content, details, status)
SELECT %(first)s + k, plan.id, CASE WHEN number < 12 THEN 'mt' WHEN number < 23 THEN 'ht' ELSE 'tt' END,
  1 + number % 12, extract(week FROM starts)::int, starts, starts + 6,
  CASE WHEN type_version = 2 THEN topic ELSE '' END, CASE WHEN type_version = 1 THEN topic ELSE '' END,
  CASE WHEN starts < DATE '2026-11-16' THEN 'taught' ELSE 'planned' END
FROM generate_series(0, %(weeks)s::bigint - 1) AS k
JOIN study_plan plan ON plan.id = %(first)s + k * %(plans)s / %(weeks)s
LEFT JOIN academic_year ON academic_year.id = plan.academic_year_id,
  LATERAL (SELECT (k - ((plan.id - %(first)s) * %(weeks)s + %(plans)s - 1) / %(plans)s)::int AS number) AS placed,
  LATERAL (SELECT
    '<p>Topic ' || number || ': questions 1 to 12, and the past paper.</p>' AS topic) AS made,
  LATERAL (SELECT DATE '2020-10-05' + 364 * (COALESCE(year, 2026) - 2020) + 7 * number AS starts) AS begun
"""
_TRACKED = """
INSERT INTO study_plan_week_student (id, week_id, cws_id, ot, actual)
SELECT id, id, %(first)s + (study_plan_id - %(first)s) * %(students)s,
  (ARRAY['onTrack', 'onTrack', 'ahead', 'notonTrack', 'behind', 'na'])[1 + (study_plan_id + week) % 6],
  '<p>Half of the questions.</p>'
FROM study_plan_week WHERE id >= %(first)s AND starts < DATE '2026-11-16' AND id % 2 = 0
"""


def load(connection: psycopg.Connection[Any]) -> str:
    """Add them once, after the courses; return a summary."""
    tables = ("study_plan", "study_plan_week", "study_plan_week_student")
    if not add(connection, tables, (_PLANS, _WEEKS, _TRACKED)):
        return "the study plans already exist"
    return f"{VOLUME['plans']:,} study plans with {VOLUME['weeks']:,} weeks"
