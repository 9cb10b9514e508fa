"""Editable fields of study plans, of their weeks and of a student's weeks: `/v2/studyplan/{id}`,
`/v2/studyplanweek/{id}`, `/v2/studyplanweekwithstudent/{id}` (`teaching.md 7`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import Tx, row_or_404
from kit.errors import Invalid
from kit.records import Acts, Change, Create, Delete, FieldSet, Parent
from kit.values.days import in_words
from teaching.copies.model import academic_year, course_student
from teaching.studyplans import attributes, rules
from teaching.studyplans.model import plan, week, week_student
from teaching.studyplans.policy import WRITTEN, WRITTEN_STUDENT_WEEKS, WRITTEN_WEEKS, writes

_NOT_ON_COURSE = "Please choose students of the course"

PLAN = FieldSet(
    name="studyPlan",
    table=plan,
    path="/v2/studyplan/{id}",
    scope=WRITTEN,
    read=writes,
    may=writes,
    sections=attributes.PLAN.sections({"plan": "Study plan"}),
    delete=Delete(mark={"deleted": True}, named=lambda row: "This study plan"),
)


def _of_course(tx: Tx, plan_id: int, cws_ids: list[int]) -> None:
    """Check that these are students on the course of the plan. Raises Invalid."""
    on = course_student.c
    its = sa.select(on.id).join(plan, plan.c.course_id == on.course_id)
    known = set(tx.execute(its.where(plan.c.id == plan_id, on.id.in_(cws_ids), on.status != "withdrawn")).scalars())
    if known != set(cws_ids):
        raise Invalid(_NOT_ON_COURSE, fields={"cwsIds": _NOT_ON_COURSE})


def _students_fit(tx: Tx, change: Change) -> Mapping[str, Any]:
    _of_course(tx, change.row["study_plan_id"], [one for one in change.new if one not in change.old])
    return {}


def _placed(tx: Tx, values: dict[str, Any]) -> Mapping[str, Any]:
    """Return term, number and days of a new week, from its ISO week."""
    its = sa.select(academic_year).join(plan, plan.c.academic_year_id == academic_year.c.id)
    year = tx.one(its.where(plan.c.id == values["study_plan_id"]))
    if year is None:
        raise Invalid(rules.NO_YEAR)
    _of_course(tx, values["study_plan_id"], values.get("cws_ids") or [])
    place = rules.place_of(year, values["iso_week"])
    return place | ({"week": values["week"]} if values.get("week") else {})


WEEK = FieldSet(
    name="studyPlanWeek",
    table=week,
    path="/v2/studyplanweek/{id}",
    scope=WRITTEN_WEEKS,
    read=writes,
    may=writes,
    parent=Parent.of(PLAN, week.c.study_plan_id, noun="week", named=lambda row: f"week of {in_words(row['starts'])}"),
    sections=attributes.WEEK.sections(
        {"week": "Week", "first": "Version 1"}, {"cwsIds": Acts(dependents=_students_fit)}
    ),
    create=Create(
        path="/v2/studyplan/{id}/week", fields=("ISOWeek", "week", "content", "status", "cwsIds"), complete=_placed
    ),
    delete=Delete(named=lambda row: f"The week of {in_words(row['starts'])}"),
)


def _of_week(tx: Tx, values: dict[str, Any]) -> Mapping[str, Any]:
    """Check that the caller writes the plan of the week, and that the week is for the student. Raises NotFound,
    Invalid."""
    mine = sa.select(week).where(week.c.id == values["week_id"], WRITTEN_WEEKS.where(tx.actor))
    its = row_or_404(tx.connection, mine)
    _of_course(tx, its["study_plan_id"], [values["cws_id"]])
    if its["cws_ids"] and values["cws_id"] not in its["cws_ids"]:
        text = "This week is not for this student"
        raise Invalid(text, fields={"cwsId": text})
    return {}


WEEK_STUDENT = FieldSet(
    name="studyPlanWeekWithStudent",
    table=week_student,
    path="/v2/studyplanweekwithstudent/{id}",
    scope=WRITTEN_STUDENT_WEEKS,
    read=writes,
    may=writes,
    sections=attributes.WEEK_STUDENT.sections({"student": "Week of a student"}),
    create=Create(complete=_of_week),
)

FIELDSETS = (PLAN, WEEK, WEEK_STUDENT)
