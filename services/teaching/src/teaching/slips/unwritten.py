"""Tutorials whose slip is still to be written or handed in: a tutor's own, and `/academic-office/late-slips`."""

from __future__ import annotations

import sqlalchemy as sa

from kit.lists import By, Column, Figures, Filter, ListSpec
from kit.policy import Scope, me, staff
from kit.values import Option
from teaching.copies.events import COURSE_TITLE
from teaching.copies.model import course, event, event_person, person
from teaching.slips import rules
from teaching.slips.model import slip, slip_deadline
from teaching.slips.policy import attended

_DAYS_BACK, _BEGUN = 90, ("saved", "returned")
_on, _e = event_person.c, event.c
_student, _teaches, _tutor = person.alias("student"), event_person.alias("teaches"), person.alias("tutor")
_deadline = slip_deadline.c

_TUTOR_ID = (
    sa.select(_teaches.c.person_id)
    .where(_teaches.c.event_id == _e.id, _teaches.c.kind == "tutor", _teaches.c.status != "declined")
    .order_by(_teaches.c.id)
    .limit(1)
    .correlate(event)
    .scalar_subquery()
)
_TUTOR = (
    sa.select(_tutor.c.name)
    .where(_tutor.c.kind == "tutor", _tutor.c.id == _TUTOR_ID)
    .correlate(event)
    .scalar_subquery()
)
_HOURS = sa.func.coalesce(_deadline.hours, int(rules.DUE_AFTER.total_seconds() // 3600))
_DUE = sa.func.coalesce(slip.c.due, _e.ends + sa.func.make_interval(0, 0, 0, 0, _HOURS))
_HOURS_LATE = sa.func.greatest(0, sa.cast(sa.func.floor(sa.extract("epoch", sa.func.now() - _DUE) / 3600), sa.Integer))
_IS_LATE = sa.func.now() > _DUE
_SO_FAR = sa.func.coalesce(slip.c.status, "none")
_CHOICES = (Option("none", "Not begun", "red"), *(one for one in rules.STATUS_OPTIONS if one.value in _BEGUN))
_mine = event_person.alias("mine").c
_MY_EVENTS = sa.select(_mine.event_id).where(_mine.kind == "tutor", _mine.person_id == me("tutor"))
_others = slip.alias("others").c
_LATE_BEFORE = (
    sa.select(sa.func.count())
    .where(
        _others.tutor_id == _TUTOR_ID, _others.submitted > _others.due,
        _others.tutorial_start > sa.func.now() - sa.text(f"interval '{_DAYS_BACK} days'"),
    )
    .correlate(event)
    .scalar_subquery()
)  # fmt: skip

UNWRITTEN = ListSpec(
    name="unwrittenSlips",
    path="/slip/unwritten",
    title="Slips to write",
    source=event_person.join(event, _e.id == _on.event_id)
    .outerjoin(slip, sa.and_(slip.c.ewp_id == _on.id, slip.c.status != "deleted"))
    .outerjoin(course, course.c.id == _e.course_id)
    .outerjoin(slip_deadline, _deadline.department_id == _e.department_id)
    .outerjoin(_student, sa.and_(_student.c.kind == "student", _student.c.id == _on.person_id)),
    key=_on.id,
    scope=Scope(everything=staff, own={"tutor": _e.id.in_(_MY_EVENTS)}),
    may=attended,
    where=sa.and_(
        _on.kind == "student", _on.status != "declined", _e.status == "active", _e.type.in_(rules.TAUGHT_EVENTS),
        _on.starts < sa.func.now(), _on.starts > sa.func.now() - sa.text(f"interval '{_DAYS_BACK} days'"),
        _e.ends < sa.func.now(), _SO_FAR.in_(("none", *_BEGUN)),
    ),
    default_sort="start",
    naming="student",
    one="tutorial",
    columns=[
        Column(name="id", expression=_on.id, type="id", title="ewpId", hidden=True),
        Column(name="student", expression=_student.c.name, width=140),
        Column(name="tutor", expression=_TUTOR, width=140),
        Column(name="course", expression=COURSE_TITLE, width=180),
        Column(name="start", expression=_on.starts, title="Tutorial", type="datetime", sortable=True, width=172),
        Column(name="end", expression=_e.ends, type="datetime", hidden=True, width=150),
        Column(name="due", expression=_DUE, type="datetime", width=150),
        Column(name="hoursLate", expression=_HOURS_LATE, type="integer", width=100, answers=int),
        Column(name="status", expression=_SO_FAR, title="Slip", type="select", options=_CHOICES, width=110),
        Column(name="lateBefore", expression=_LATE_BEFORE, title="Late in 90 days", type="integer", width=135),
        Column(name="type", expression=_e.type, hidden=True),
        *(
            Column(name=name, expression=column, type="id", hidden=True)
            for name, column in (
                ("slipId", slip.c.id), ("eventId", _e.id), ("courseId", _e.course_id), ("studentId", _on.person_id),
                ("tutorId", _TUTOR_ID), ("departmentId", _e.department_id),
            )
        ),
    ],
    filters=[
        Filter(name="status", expression=_SO_FAR, title="Slip", options=_CHOICES),
        Filter(name="start", expression=_on.starts, title="Tutorial", kind="range"),
        Filter(name="isLate", title="Late", kind="boolean", condition=lambda yes: yes == _IS_LATE),
        Filter(name="courseId", expression=_e.course_id, hidden=True),
        Filter(name="studentId", expression=_on.person_id, hidden=True),
        Filter(name="tutorId", expression=_TUTOR_ID, hidden=True),
    ],
    figures=Figures(by=("status", "start", By("tutorId", text="tutor"), By("courseId", text="course"))),
)  # fmt: skip
"""Tutorials of the last 90 days without a slip, or with one that is not handed in; a row for each student."""
