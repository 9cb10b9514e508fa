"""Study plans, and the copies they read: academic years, exam options, the years of courses."""

from __future__ import annotations

import json
from typing import Any

import psycopg

from services.demo.on_courses import on_courses
from services.demo.studyplans import TERMS, Plans, first_exam, study_weeks
from services.demo.tables import Record, write
from services.demo.world import AcademicYear, World

EMPTY = "SELECT NOT EXISTS (SELECT FROM study_plan)"


def load(connection: psycopg.Connection[Any], world: World) -> None:
    """Write the copies, then the plans."""
    plans = Plans(world)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM academic_year")
        _write_years(cursor, world)
        cursor.executemany(
            "UPDATE course SET academic_year_id = %s, study_plan_not_required = %s, first_exam = %s WHERE id = %s",
            [
                (course.year_id, course.id % 19 == 0, first_exam(course, world.years[course.year_id - 1]), course.id)
                for course in world.courses
            ],
        )
        cursor.executemany(
            "UPDATE course_student SET syllabus = %s, option = %s WHERE id = %s",
            [(one["syllabus"], one["option"], one["id"]) for one in on_courses(world)],
        )
        write(cursor, "study_plan", plans.plans)
        write(cursor, "study_plan_week", plans.weeks)
        write(cursor, "study_plan_week_student", plans.tracked)


def _write_years(cursor: psycopg.Cursor[Any], world: World) -> None:
    columns = ("id", "title", "year", *TERMS, "weeks_to_iso")
    with cursor.copy(f"COPY academic_year ({', '.join(columns)}) FROM STDIN".encode()) as copy:
        for year in world.years:
            record = _year(year)
            copy.write_row([record[name] for name in columns])


def _year(year: AcademicYear) -> Record:
    weeks = list(study_weeks(year))
    terms = {}
    for name in TERMS:
        start, end = getattr(year, name)
        number = sum(1 for one in weeks if one["term"] == name)
        terms[name] = json.dumps({"start": start.isoformat(), "end": end.isoformat(), "weeks": number})
    return {"id": year.id, "title": year.title, "year": year.year, **terms, "weeks_to_iso": json.dumps(weeks)}
