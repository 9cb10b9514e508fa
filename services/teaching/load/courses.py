"""36,000 courses with two students and a tutor each, in the copies, for reports and study plans. The courses and people
exist only in teaching's copies, so no event or notice is sent."""
# ruff: noqa: S608 - the statements contain only constants of this file

from __future__ import annotations

from typing import Any

import psycopg

from services.teaching.load.making import VOLUME, add, name_of

TUTORS = 2_000
_NUMBERS = "generate_series(0, %(courses)s::bigint - 1) AS k"
_PLACES = "generate_series(0, %(courses)s::bigint * %(students)s - 1) AS k"
_COURSES = f"""
INSERT INTO course (id, board, level, subject, type, status, organisation_id, department_id, academic_year_id,
  study_plan_not_required, hours)
SELECT %(first)s + k, (ARRAY['AQA', 'OCR', 'Edexcel', 'CAIE'])[1 + k % 4],
  (ARRAY['GCSE', 'A-level', 'IGCSE'])[1 + k % 3],
  (%(subjects)s::text[])[1 + k * 7 % cardinality(%(subjects)s::text[])],
  (ARRAY['indiv', 'group', 'shared', 'paired'])[1 + k % 4], CASE WHEN k % 9 = 0 THEN 'completed' ELSE 'active' END,
  1 + k % 5, 1 + k % 5, COALESCE((SELECT (array_agg(id ORDER BY year DESC))[1 + k % LEAST(3, count(*))]
    FROM academic_year), 0), k % 19 = 0, 30 + k % 60
FROM {_NUMBERS}
"""
_PEOPLE = f"""
INSERT INTO person (kind, id, name, department_id)
SELECT 'student', %(first)s + k, {name_of("k")}, 1 + k % 5 FROM {_PLACES}
UNION ALL SELECT 'tutor', %(first)s + k, {name_of("(k + 5)")}, 1 + k % 5
FROM generate_series(0, %(tutors)s::bigint - 1) AS k
"""
_TAUGHT = f"""
INSERT INTO course_tutor (course_id, tutor_id) SELECT %(first)s + k, %(first)s + k % %(tutors)s FROM {_NUMBERS}
"""
_ON = f"""
INSERT INTO course_student (id, course_id, student_id, status, match_grade)
SELECT %(first)s + k, %(first)s + k / %(students)s, %(first)s + k,
  CASE WHEN k % 40 = 0 THEN 'withdrawn' ELSE 'active' END,
  (ARRAY['A*', 'A', 'B', 'C'])[1 + k % 4]
FROM {_PLACES}
"""


def load(connection: psycopg.Connection[Any]) -> str:
    """Add them once; return a summary."""
    tables = ("course", "course_student", "person", "course_tutor")
    if not add(connection, tables, (_COURSES, _PEOPLE, _TAUGHT, _ON), tutors=TUTORS):
        return "the courses already exist"
    return f"{VOLUME['courses']:,} courses"
