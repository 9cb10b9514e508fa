"""200,000 term reports of three terms with their mocks, and 20,000 collection reports with their interviewers."""
# ruff: noqa: S608 - the statements contain only constants of this file

from __future__ import annotations

from typing import Any

import psycopg

from services.teaching.load.making import VOLUME, add, name_of

_FIELDS = ", ".join(f"field{number}" for number in range(1, 9))
_COMMENTS = ", ".join(
    f"CASE WHEN state = 'called' THEN '' ELSE '<p>Worked steadily on part {number}, and asked good questions.</p>' END"
    for number in range(1, 9)
)
# Reports of the last term are in progress, older ones are approved. Their times are long past, so no reminder is due.
_MADE = f"""
SELECT k, %(first)s + k AS id, cws.id AS cws_id, course.id AS course_id, student_id, organisation_id, department_id,
  level, course_tutor.tutor_id, board || ' ' || level || ' ' || subject AS title,
  {name_of("(student_id - %(first)s)")} AS student,
  {name_of("(course_tutor.tutor_id - %(first)s + 5)")} AS tutor, k / places AS term,
  ((ARRAY[DATE '2026-11-07', DATE '2026-06-27', DATE '2026-03-21', DATE '2025-12-12'])[1 + (k / places) % 4]
    - 364 * (k / places / 4)::int + TIME '23:59') AT TIME ZONE 'Europe/London' AS ends,
  course.academic_year_id
FROM generate_series(0, %(number)s::bigint - 1) AS k
CROSS JOIN LATERAL (SELECT %(courses)s::bigint * %(students)s AS places) AS all_
JOIN course_student cws ON cws.id = %(first)s + k % places
JOIN course ON course.id = cws.course_id
JOIN course_tutor ON course_tutor.course_id = course.id
"""
_REPORTS = f"""
WITH made AS ({_MADE}),
stated AS (SELECT *, CASE WHEN term > 0 THEN CASE WHEN k % 500 = 0 THEN 'checked' ELSE 'approved' END
  ELSE (ARRAY['called', 'saved', 'submitted', 'submitted', 'returned', 'checked', 'approved', 'approved'])[1 + k % 8]
  END AS state FROM made)
INSERT INTO report (id, created, modified, status, student_name, tutor_name, course_title, course_level, year_group,
  cws_id, course_id, student_id, tutor_id, organisation_id, department_id, date_from, date_to, deadline,
  predicted_grade, grade_achievement, grade_effort, {_FIELDS}, submitted, submitted_by_name, checked, checked_by_name,
  approved, approved_by_name, called_by_name)
SELECT id, ends - interval '20 days', ends, state, student, tutor, title, level, 'Year ' || 7 + cws_id % 7,
  cws_id, course_id, student_id, tutor_id, organisation_id, department_id, ends - interval '60 days', ends,
  ends + interval '5 days',
  CASE WHEN state = 'called' THEN '' ELSE 'B' END, CASE WHEN state <> 'called' THEN 1 + k % 5 END,
  CASE WHEN state <> 'called' THEN 1 + k / 5 % 5 END, {_COMMENTS},
  CASE WHEN state NOT IN ('called', 'saved') THEN ends + make_interval(hours => (k % 140)::int) END,
  CASE WHEN state NOT IN ('called', 'saved') THEN tutor ELSE '' END,
  CASE WHEN state IN ('checked', 'approved') THEN ends + interval '6 days' END,
  CASE WHEN state IN ('checked', 'approved') THEN 'Load' ELSE '' END,
  CASE WHEN state = 'approved' THEN ends + interval '7 days' END,
  CASE WHEN state = 'approved' THEN 'Load' ELSE '' END, 'Load'
FROM stated
"""
_MOCKS = """
INSERT INTO report_mock (id, report_id, month, mark, max_mark, grade, comment)
SELECT id, id, 'March', 40 + id % 50, 100, 'B', 'Under exam conditions'
FROM report WHERE id >= %(first)s AND status <> 'called' AND id % 3 = 0
"""
_SECTIONS = ", ".join(f"cat{number}" for number in range(1, 7))
_WRITTEN = ", ".join(
    "CASE WHEN state = 'draft' THEN '' ELSE '<p>Speaks freely about the work.</p>' END" for _ in range(6)
)
_COLLECTIONS = f"""
WITH made AS ({_MADE}),
stated AS (SELECT *, (ARRAY['draft', 'submitted', 'approved', 'approved', 'approved'])[1 + k % 5] AS state FROM made)
INSERT INTO collection_report (id, created, modified, status, student_name, course_title, academic_year_id, term, date,
  cws_id, course_id, student_id, organisation_id, department_id, {_SECTIONS}, submitted, submitted_by_name, approved,
  approved_by_name, predicted_grade)
SELECT id, ends, ends, state, student, title, academic_year_id, (ARRAY['mt', 'ht', 'tt'])[1 + term % 3],
  ends::date - (k % 20)::int, cws_id, course_id, student_id, organisation_id, department_id, {_WRITTEN},
  CASE WHEN state <> 'draft' THEN ends END, CASE WHEN state <> 'draft' THEN 'Load' ELSE '' END,
  CASE WHEN state = 'approved' THEN ends + interval '1 day' END, CASE WHEN state = 'approved' THEN 'Load' ELSE '' END,
  'A'
FROM stated
"""
_INTERVIEWERS = """
WITH staff AS (SELECT staff_id, id AS user_id, name,
    row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS all_
  FROM account WHERE active AND staff_id > 0)
INSERT INTO collection_interviewer (collection_report_id, kind, person_id, user_id, name)
SELECT report.id, 'staff', staff_id, user_id, name FROM collection_report report JOIN staff ON place = report.id % all_
WHERE report.id >= %(first)s
"""
_NAMED = """
UPDATE collection_report report SET interviewers = ARRAY['staff:' || person_id], interviewer_names = name,
  interviewer_ids = ARRAY[user_id]
FROM collection_interviewer on_ WHERE on_.collection_report_id = report.id AND report.id >= %(first)s
"""


def load(connection: psycopg.Connection[Any]) -> str:
    """Add them once, after the courses; return a summary."""
    counts = []
    if add(connection, ("report", "report_mock"), (_REPORTS, _MOCKS), number=VOLUME["reports"]):
        counts.append(f"{VOLUME['reports']:,} term reports")
    tables = ("collection_report", "collection_interviewer")
    if add(connection, tables, (_COLLECTIONS, _INTERVIEWERS, _NAMED), number=VOLUME["collections"]):
        counts.append(f"{VOLUME['collections']:,} collection reports")
    return ", ".join(counts) or "the reports already exist"
