"""Queries of study plans: of a course, of a student on it, and of the plans that can be copied."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import all_rows, first_row, row_or_404
from kit.policy import Actor, Row, staff
from kit.values.days import today
from teaching.copies.events import COURSE_TITLE
from teaching.copies.model import TERMS, academic_year, course, course_student, department, person
from teaching.studyplans import rules
from teaching.studyplans.model import plan, week, week_student
from teaching.studyplans.pace import applies, end_of, missed_weeks, too_late, weeks_behind
from teaching.studyplans.policy import COURSES, ON_COURSES, PLANS, TAUGHT, WEEKS

_MOST_SOURCES = 50
_WEEK = (
    week.c.id,
    week.c.term,
    week.c.week,
    week.c.iso_week.label("ISOWeek"),
    week.c.starts.label("start"),
    week.c.ends.label("end"),
    week.c.content,
    week.c.status,
)


def year(connection: sa.Connection, _: Actor, number: int | None = None) -> dict[str, Any]:
    """Return an academic year, by default today's or the last one before it. Raises NotFound."""
    c = academic_year.c
    now = today()
    wanted = c.id == number if number else c.year <= (now.year if now.month >= 9 else now.year - 1)
    statement = sa.select(academic_year).where(wanted).order_by(c.year.desc()).limit(1)
    return shown_year(row_or_404(connection, statement, "There is no such academic year"))


def shown_year(row: Row) -> dict[str, Any]:
    """Return an academic year in the shape of `teaching.md 3`."""
    return {name: row[name] for name in ("id", "title", "year", *TERMS)} | {"weeksToISO": row["weeks_to_iso"]}


def of_course(connection: sa.Connection, actor: Actor, course_id: int, year_id: int | None) -> dict[str, Any]:
    """Return the study plan of a course for its academic year or another one (`CoursePlan`). Raises NotFound; Conflict
    for a plan of an unknown type."""
    its = course_row(connection, actor, course_id)
    wanted = year_id or its["academic_year_id"]
    of_year = first_row(connection, sa.select(academic_year).where(academic_year.c.id == wanted)) if wanted else None
    mine = sa.and_(plan.c.course_id == course_id, plan.c.academic_year_id == wanted, PLANS.where(actor))
    row = first_row(connection, sa.select(plan).where(mine))
    if row is not None:
        rules.check_version(row)
    students = _students(connection, actor, its, row)
    edits = TAUGHT.covers(actor) and _teaches(connection, actor, course_id)
    return {
        "state": _state(its, row),
        "course": _course(its),
        "academicYear": shown_year(of_year) if of_year else None,
        "plan": None if row is None else _head(row),
        "weeks": [] if row is None else _weeks(connection, actor, row, [one["cwsId"] for one in students]),
        "students": students,
        "may": {"edit": edits, "setYear": staff(actor), "options": edits},
    }


def of_cws(connection: sa.Connection, actor: Actor, cws_id: int) -> dict[str, Any]:
    """Return the weeks of a student on a course, with the outcome of each (`CwsPlan`). Raises NotFound for a student
    out of reach."""
    on = course_student.c
    its = row_or_404(connection, sa.select(course_student).where(on.id == cws_id, ON_COURSES.where(actor)))
    reached = course_row(connection, actor, its["course_id"])
    of_student = sa.literal(cws_id, sa.BigInteger)
    paced = _pace(plan.c.id, of_student, sa.literal(reached["first_exam"], sa.Date))
    of_year = (plan.c.course_id == its["course_id"], plan.c.academic_year_id == reached["academic_year_id"])
    row = first_row(connection, sa.select(plan, *paced).where(*of_year, PLANS.where(actor)))
    edits = TAUGHT.covers(actor) and _teaches(connection, actor, its["course_id"])
    answer: dict[str, Any] = {
        "id": None,
        "type": None,
        "courseId": its["course_id"],
        "weeksBehind": 0,
        "planEnds": None,
        "late": False,
        "firstExam": reached["first_exam"],
        "weeks": [],
        "mayEdit": edits,
    }
    if row is None:
        return answer
    rules.check_version(row)
    c = week_student.c
    tracked = sa.and_(c.week_id == week.c.id, c.cws_id == cws_id)
    outcome = (c.id.label("studentWeekId"), c.ot, sa.func.coalesce(c.actual, "").label("actual"))
    statement = sa.select(*_WEEK, *outcome).select_from(week.outerjoin(week_student, tracked))
    statement = statement.where(week.c.study_plan_id == row["id"], applies(week, of_student))
    weeks = all_rows(connection, statement.where(WEEKS.where(actor)).order_by(week.c.starts, week.c.id))
    pace = {name: row[name] for name in ("weeksBehind", "planEnds", "late")}
    return answer | {"id": row["id"], "type": row["type_version"], "weeks": weeks} | pace


def _pace(plan_id: Any, cws_id: Any, exam: Any) -> list[sa.Label[Any]]:
    """Return the columns `weeksBehind`, `planEnds` and `late` of a student on a course with a plan."""
    ends = end_of(plan_id, cws_id)
    late = too_late(ends, exam)
    return [weeks_behind(plan_id, cws_id).label("weeksBehind"), ends.label("planEnds"), late.label("late")]


def sources(connection: sa.Connection, actor: Actor, course_id: int) -> list[dict[str, Any]]:
    """Return the plans that the caller may copy onto this course (`PlanSource`). Plans of the course itself come first,
    then those of its subject, level and board, then those of other boards; the latest year first."""
    its = course_row(connection, actor, course_id)
    written = sa.func.count(sa.case((sa.or_(week.c.content != "", week.c.details != ""), 1)))
    same = plan.c.course_id == course_id
    board = course.c.board == its["board"]
    statement = (
        sa.select(
            plan.c.id,
            COURSE_TITLE.label("title"),
            academic_year.c.title.label("year"),
            written.label("weeks"),
            same.label("sameCourse"),
            course.c.board,
            board.label("sameBoard"),
            plan.c.course_id.label("courseId"),
            plan.c.academic_year_id.label("academicYearId"),
        )
        .select_from(
            plan.join(course, course.c.id == plan.c.course_id)
            .join(academic_year, academic_year.c.id == plan.c.academic_year_id)
            .join(week, week.c.study_plan_id == plan.c.id)
        )
        .where(
            PLANS.where(actor),
            course.c.subject == its["subject"],
            course.c.level == its["level"],
            sa.not_(sa.and_(same, plan.c.academic_year_id == its["academic_year_id"])),
        )
        .group_by(plan.c.id, course.c.id, academic_year.c.id)
        .having(written > 0)
        .order_by(same.desc(), board.desc(), academic_year.c.year.desc(), plan.c.id.desc())
        .limit(_MOST_SOURCES)
    )
    return all_rows(connection, statement)


def course_row(connection: sa.Connection, actor: Actor, course_id: int) -> dict[str, Any]:
    """Return the course with the title of its department. Raises NotFound for one out of reach."""
    statement = sa.select(course, department.c.title.label("department"), COURSE_TITLE.label("title")).select_from(
        course.outerjoin(department, department.c.id == course.c.department_id)
    )
    return row_or_404(connection, statement.where(course.c.id == course_id, COURSES.where(actor)))


def _teaches(connection: sa.Connection, actor: Actor, course_id: int) -> bool:
    mine = sa.select(course.c.id).where(course.c.id == course_id, TAUGHT.where(actor))
    return first_row(connection, mine) is not None


def _state(its: Row, row: Row | None) -> str:
    if row is not None:
        return "plan"
    if its["study_plan_not_required"]:
        return "notRequired"
    return "none" if its["academic_year_id"] else "noYear"


def _course(its: Row) -> dict[str, Any]:
    names = ("id", "title", "board", "level", "subject", "type", "status", "department")
    return {name: its[name] for name in names} | {
        "academicYearId": its["academic_year_id"] or None,
        "studyPlanNotRequired": its["study_plan_not_required"],
        "firstExam": its["first_exam"],
    }


def _head(row: Row) -> dict[str, Any]:
    return {
        "id": row["id"],
        "type": row["type_version"],
        "syllabus": row["syllabus"],
        "academicYearId": row["academic_year_id"],
        "version": row["version"],
    }


def _students(connection: sa.Connection, actor: Actor, its: Row, of_plan: Row | None) -> list[dict[str, Any]]:
    """Return the students on the course whom the caller reaches, by name."""
    on = course_student.c
    paced: list[sa.Label[Any]] = [
        sa.literal(0).label("weeksBehind"),
        sa.null().label("planEnds"),
        sa.false().label("late"),
    ]
    if of_plan:
        exam = sa.literal(its["first_exam"], sa.Date)
        paced = _pace(sa.literal(of_plan["id"], sa.BigInteger), on.id, exam)
    grades = [on[f"{name}_grade"].label(name) for name in ("reach", "match", "safety", "previous")]
    named = sa.and_(person.c.kind == "student", person.c.id == on.student_id)
    statement = (
        sa.select(
            on.id.label("cwsId"),
            on.student_id.label("id"),
            sa.func.coalesce(person.c.name, "").label("name"),
            on.status,
            *grades,
            on.syllabus.label("syllabusCode"),
            on.option.label("optionCode"),
            *paced,
        )
        .select_from(course_student.outerjoin(person, named))
        .where(on.course_id == its["id"], on.status != "withdrawn", ON_COURSES.where(actor))
        .order_by(person.c.name, on.id)
    )
    return [
        {name: row[name] for name in ("cwsId", "id", "name", "status", "weeksBehind", "planEnds", "late")}
        | {"grades": {name: row[name] for name in rules.GRADES}}
        for row in all_rows(connection, statement)
    ]


def _weeks(connection: sa.Connection, actor: Actor, of_plan: Row, reached: list[int]) -> list[dict[str, Any]]:
    """Return the weeks of a plan that the caller reads, each with its outcome for the students `reached`."""
    columns = (*_WEEK, week.c.cws_ids.label("cwsIds"), week.c.details, week.c.custom, week.c.version)
    statement = sa.select(*columns).where(week.c.study_plan_id == of_plan["id"], WEEKS.where(actor))
    weeks = all_rows(connection, statement.order_by(week.c.starts, week.c.id))
    tracked = _tracked(connection, of_plan, reached)
    for one in weeks:
        one["students"] = list(tracked.get(one["id"], {}).values())
        if not staff(actor) and not TAUGHT.covers(actor):
            one["cwsIds"] = [cws for cws in one["cwsIds"] if cws in reached]
    return weeks


def _tracked(connection: sa.Connection, of_plan: Row, reached: list[int]) -> Mapping[int, dict[int, dict[str, Any]]]:
    """Return, by week and student, the entered outcome, and whether the tutorials were missed."""
    tracked: defaultdict[int, dict[int, dict[str, Any]]] = defaultdict(dict)
    c = week_student.c
    statement = sa.select(c.id, c.week_id, c.cws_id, c.ot, c.actual).join(week, week.c.id == c.week_id)
    for row in all_rows(connection, statement.where(week.c.study_plan_id == of_plan["id"], c.cws_id.in_(reached))):
        entry = {"id": row["id"], "cwsId": row["cws_id"], "ot": row["ot"], "actual": row["actual"], "missed": False}
        tracked[row["week_id"]][row["cws_id"]] = entry
    for row in all_rows(connection, missed_weeks(of_plan["id"], of_plan["course_id"])):
        if row["cwsId"] in reached:
            entry = {"id": None, "cwsId": row["cwsId"], "ot": None, "actual": ""}
            tracked[row["weekId"]][row["cwsId"]] = tracked[row["weekId"]].get(row["cwsId"], entry) | {"missed": True}
    return tracked
