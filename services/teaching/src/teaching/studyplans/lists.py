"""The list of courses by their study plans, `/studyplans`."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.database.sql import NO_DAY
from kit.lists import By, Column, Figures, Filter, ListSpec, Tab
from kit.policy import staff
from kit.values import options
from teaching.copies.events import COURSE_TITLE
from teaching.copies.filters import by_department, by_tutor
from teaching.copies.model import academic_year, course, course_student, course_tutor, department, person
from teaching.studyplans.model import plan, week
from teaching.studyplans.pace import ahead, last_end, most_behind, too_late
from teaching.studyplans.policy import TAUGHT, writes

_c = course.c
STATES = options(
    ("plan", "With a plan", "green"),
    ("first", "Version 1", "blue"),
    ("none", "Without a plan", "amber"),
    ("notRequired", "Not required", "grey"),
    ("noYear", "No academic year", "orange"),
)
_STATUSES = options(
    ("proposed", "Proposed", "amber"),
    ("active", "Active", "green"),
    ("completed", "Completed", "grey"),
    ("withdrawn", "Withdrawn", "orange"),
)
STATE: sa.ColumnElement[Any] = sa.case(
    (plan.c.type_version == 1, "first"),
    (plan.c.id.is_not(None), "plan"),
    (_c.study_plan_not_required, "notRequired"),
    (_c.academic_year_id == 0, "noYear"),
    else_="none",
)
_OF_YEAR = sa.and_(plan.c.course_id == _c.id, plan.c.academic_year_id == _c.academic_year_id, ~plan.c.deleted)
_BEHIND = sa.case((plan.c.id.is_(None), 0), else_=most_behind(_c.id, plan.c.id))
_WITH_EXAM = sa.and_(plan.c.id.is_not(None), ahead(_c.first_exam))
# The condition comes first, so that a course without a plan or a coming exam costs nothing.
_LATE = sa.case((_WITH_EXAM, too_late(last_end(_c.id, plan.c.id), _c.first_exam)), else_=sa.false())


def _names(link: sa.Table, kind: str, column: str, also: sa.ColumnElement[bool]) -> sa.ColumnElement[str]:
    named = sa.and_(person.c.kind == kind, person.c.id == link.c[column])
    names = sa.func.string_agg(person.c.name, sa.text("', ' ORDER BY person.name"))
    statement = sa.select(sa.func.coalesce(names, "")).select_from(link.join(person, named))
    return statement.where(link.c.course_id == _c.id, also).correlate(course).scalar_subquery()


WRITTEN = sa.or_(week.c.content != "", week.c.details != "")
"""Condition that the week has content; weeks of version 1 have it in `details`."""


def _weeks(also: sa.ColumnElement[bool]) -> sa.ColumnElement[int]:
    count = sa.select(sa.func.count()).where(week.c.study_plan_id == plan.c.id, also)
    return count.correlate(plan).scalar_subquery()


def _has(link: sa.Table, column: str) -> Any:
    return lambda values: sa.exists().where(link.c.course_id == _c.id, link.c[column] == sa.any_(values))


STUDY_PLANS = ListSpec(
    name="studyPlans",
    path="/studyplans",
    title="Study plans",
    one="course",
    naming="course",
    source=course.outerjoin(department, department.c.id == _c.department_id)
    .outerjoin(academic_year, academic_year.c.id == _c.academic_year_id)
    .outerjoin(plan, _OF_YEAR),
    key=_c.id,
    scope=TAUGHT,
    may=writes,
    export=writes,
    where=_c.status != "deleted",
    default_sort="course",
    target="/studyplans/{id}",
    columns=[
        Column(name="id", expression=_c.id, type="id", hidden=True, sortable=True),
        Column(name="course", expression=COURSE_TITLE, sort=_c.subject, sortable=True, width=220),
        Column(name="state", expression=STATE, title="Study plan", type="select", options=STATES, width=130),
        Column(name="weeksBehind", expression=_BEHIND, title="Weeks behind", type="integer", width=130),
        Column(
            name="firstExam",
            expression=_c.first_exam,
            type="date",
            sort=sa.func.coalesce(_c.first_exam, NO_DAY),
            sortable=True,
            width=100,
        ),
        Column(name="late", expression=_LATE, title="Late for exam", type="boolean", width=130),
        Column(
            name="students",
            expression=_names(course_student, "student", "student_id", course_student.c.status != "withdrawn"),
            width=200,
        ),
        Column(name="tutors", expression=_names(course_tutor, "tutor", "tutor_id", sa.true()), width=150),
        Column(name="written", expression=_weeks(WRITTEN), title="Weeks planned", type="integer", width=115),
        Column(name="academicYear", expression=academic_year.c.title, width=115),
        Column(name="department", expression=department.c.title, width=110),
        Column(name="status", expression=_c.status, type="select", options=_STATUSES, width=105),
        Column(name="type", expression=_c.type, hidden=True, width=100),
        Column(name="planId", expression=plan.c.id, type="id", hidden=True),
    ],
    filters=[
        Filter(name="state", expression=STATE, title="Study plan", options=STATES),
        Filter(name="behind", title="Behind", kind="boolean", condition=lambda yes: yes == (_BEHIND > 0)),
        Filter(name="late", title="Late for exam", kind="boolean", condition=lambda yes: yes == _LATE),
        Filter(name="firstExam", expression=_c.first_exam, title="First exam", kind="range"),
        Filter(
            name="academicYearId",
            expression=_c.academic_year_id,
            title="Academic year",
            options_from="/academic-years/all",
        ),
        by_department(_c.department_id, offered_to=staff),
        Filter(name="status", expression=_c.status, options=_STATUSES),
        by_tutor(course_tutor.c.tutor_id, offered_to=staff, condition=_has(course_tutor, "tutor_id")),
        Filter(
            name="studentId",
            hidden=True,
            expression=course_student.c.student_id,
            condition=_has(course_student, "student_id"),
        ),
        Filter(name="courseId", expression=_c.id, hidden=True),
    ],
    figures=Figures(
        by=("state", By("academicYearId", text="academicYear"), By("departmentId", text="department"), "status")
    ),
    tabs=(Tab(filter="state", with_all=True),),
)

LISTS = (STUDY_PLANS,)
