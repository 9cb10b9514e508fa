"""Rights on study plans: staff and the tutors of the course write them; students and their clients read the student's
weeks (`teaching.md 6`)."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from kit.actors import STAFF
from kit.policy import Scope, is_a, me, nobody, staff
from teaching.copies.model import client_student, course, course_student, course_tutor
from teaching.studyplans.model import plan, week, week_student

_TAUGHT = sa.select(course_tutor.c.course_id).where(course_tutor.c.tutor_id == me("tutor"))
_on = course_student.c
_CHILDREN = sa.select(client_student.c.student_id).where(client_student.c.client_id == me("client"))
_OWN = {"student": _on.student_id == me("student"), "client": _on.student_id.in_(_CHILDREN)}
"""Places on courses of the caller and their children."""
_ON = {kind: sa.and_(whose, _on.status != "withdrawn") for kind, whose in _OWN.items()}


writes = staff | is_a("tutor", "tutor of the course")
"""Those who write plans. The scope of each call limits it: for a tutor who is also a parent, `WRITTEN` decides."""


def _courses(column: sa.Column[Any], *, read: bool) -> dict[str, sa.ColumnElement[bool]]:
    own: dict[str, sa.ColumnElement[bool]] = {"tutor": column.in_(_TAUGHT)}
    if read:
        own |= {kind: column.in_(sa.select(_on.course_id).where(mine)) for kind, mine in _ON.items()}
    return own


def _all(own: dict[str, sa.ColumnElement[bool]], also: sa.ColumnElement[bool]) -> Scope:
    """Return the scope in which staff reach all, and others their own, among records that satisfy `also`."""
    return Scope(everything=nobody, roles={STAFF: also}, own={kind: sa.and_(mine, also) for kind, mine in own.items()})


COURSES = Scope(everything=staff, own=_courses(course.c.id, read=True))
ON_COURSES = Scope(everything=staff, own={"tutor": _on.course_id.in_(_TAUGHT), **_ON})
"""Students on courses, whose grades and pace the caller reads."""
TAUGHT = Scope(everything=staff, own=_courses(course.c.id, read=False))
PLANS = _all(_courses(plan.c.course_id, read=True), ~plan.c.deleted)
WRITTEN = _all(_courses(plan.c.course_id, read=False), ~plan.c.deleted)
"""Plans that the caller writes."""


def _of_plans(own: dict[str, sa.ColumnElement[bool]]) -> dict[str, sa.ColumnElement[bool]]:
    return {kind: week.c.study_plan_id.in_(sa.select(plan.c.id).where(mine)) for kind, mine in own.items()}


def _is_mine(kind: str) -> sa.ColumnElement[bool]:
    """Return the condition that the week is for all students, or for a place of the caller."""
    mine = sa.func.array(sa.select(_on.id).where(_ON[kind]).scalar_subquery(), type_=ARRAY(sa.BigInteger))
    return sa.or_(week.c.cws_ids == sa.cast([], ARRAY(sa.BigInteger)), week.c.cws_ids.op("&&")(mine))


_IN_PLANS = _of_plans(dict(PLANS.own))
WEEKS = Scope(
    everything=nobody,
    roles={STAFF: week.c.study_plan_id.in_(sa.select(plan.c.id).where(~plan.c.deleted))},
    own={"tutor": _IN_PLANS["tutor"], **{kind: sa.and_(_IN_PLANS[kind], _is_mine(kind)) for kind in _ON}},
)
WRITTEN_WEEKS = Scope(everything=nobody, roles=WEEKS.roles, own=_of_plans(dict(WRITTEN.own)))
STUDENT_WEEKS = Scope(
    everything=staff,
    own={
        "tutor": week_student.c.cws_id.in_(sa.select(_on.id).where(_on.course_id.in_(_TAUGHT))),
        **{kind: week_student.c.cws_id.in_(sa.select(_on.id).where(mine)) for kind, mine in _OWN.items()},
    },
)
WRITTEN_STUDENT_WEEKS = Scope(everything=staff, own={"tutor": STUDENT_WEEKS.own["tutor"]})
reads = COURSES.reached
