"""Tutorials and invigilated sessions without a submitted slip: the caller's own, and `/academic-office/late-slips`."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database import tables
from kit.lists import By, Column, Figures, Filter, ListSpec, Tab
from kit.policy import Scope, me, staff
from kit.values import Option
from teaching.copies.events import COURSE_TITLE
from teaching.copies.filters import by_course, by_tutor
from teaching.copies.model import course, event, event_person, person
from teaching.slips import rules
from teaching.slips.model import slip, slip_deadline
from teaching.slips.policy import writes

_DAYS_BACK, _BEGUN = 90, ("saved", "returned")
REMINDER = "lateSlip"
_on, _e = event_person.c, event.c
_whose, _teaches, _tutor = person.alias("whose"), event_person.alias("teaches"), person.alias("tutor")
_deadline, _reminded = slip_deadline.c, tables.reminder_told.c
_IS_SESSION = _on.kind == "invigilator"

_FIRST_TUTOR = (
    sa.select(_teaches.c.person_id)
    .where(_teaches.c.event_id == _e.id, _teaches.c.kind == "tutor", _teaches.c.status != "declined")
    .order_by(_teaches.c.id)
    .limit(1)
    .correlate(event)
    .scalar_subquery()
)
TUTOR_ID = sa.case((sa.not_(_IS_SESSION), sa.func.coalesce(slip.c.tutor_id, _FIRST_TUTOR)))
"""The tutor who began the slip, else the first of the tutorial; null for a session."""
_TUTOR = (
    sa.select(_tutor.c.name)
    .where(_tutor.c.kind == "tutor", _tutor.c.id == TUTOR_ID)
    .correlate(event_person, event, slip)
    .scalar_subquery()
)
WRITER_KIND = sa.case((_IS_SESSION, "invigilator"), else_="tutor")
WRITER_ID = sa.case((_IS_SESSION, _on.person_id), else_=TUTOR_ID)
NAME = sa.case((_IS_SESSION, _e.title), else_=_whose.c.name)
"""The student of a tutorial, the title of a session."""
WRITER = sa.case((_IS_SESSION, _whose.c.name), else_=_TUTOR)
_HOURS = sa.func.coalesce(_deadline.hours, int(rules.DUE_AFTER.total_seconds() // 3600))
DUE = sa.func.coalesce(slip.c.due, _e.ends + sa.func.make_interval(0, 0, 0, 0, _HOURS))
# A returned slip was submitted once.
_UNTIL = sa.func.coalesce(slip.c.submitted, sa.func.now())
HOURS_LATE = sa.func.greatest(0, sa.cast(sa.func.floor(sa.extract("epoch", _UNTIL - DUE) / 3600), sa.Integer))
DAYS_LATE = sa.cast(sa.func.floor(HOURS_LATE / 24.0), sa.Integer)
IS_LATE = _UNTIL > DUE
_SO_FAR = sa.func.coalesce(slip.c.status, "none")
_CHOICES = (Option("none", "Not begun", "red"), *(one for one in rules.STATUS_OPTIONS if one.value in _BEGUN))
_mine = event_person.alias("mine").c
_MY_EVENTS = sa.select(_mine.event_id).where(_mine.kind == "tutor", _mine.person_id == me("tutor"))
_others = slip.alias("others").c


def _late_before(mine: sa.ColumnElement[bool]) -> sa.ScalarSelect[int]:
    """Return the late slips of a tutor or an invigilator."""
    since = sa.func.now() - sa.text(f"interval '{_DAYS_BACK} days'")
    late = sa.select(sa.func.count()).where(mine, _others.submitted > _others.due, _others.tutorial_start > since)
    return late.correlate(event_person, event, slip).scalar_subquery()


_LATE_BEFORE = sa.case(
    (_IS_SESSION, _late_before(_others.invigilator_id == _on.person_id)),
    else_=_late_before(_others.tutor_id == TUTOR_ID),
)
_REMINDERS = (
    sa.select(sa.func.count())
    .where(
        _reminded.reminder == REMINDER,
        _reminded.record_id == _on.id,
        _reminded.due_at == DUE,
        _reminded.refusal.is_(None),
    )
    .correlate_except(tables.reminder_told)
    .scalar_subquery()
)
_class = event_person.alias("class").c
_CLASS_SIZE = (
    sa.select(sa.func.count())
    .where(_class.event_id == _on.event_id, _class.kind == "student", _class.status != "declined")
    .correlate(event_person)
    .scalar_subquery()
)
"""The students of the tutorial."""
SOURCE = (
    event_person.join(event, _e.id == _on.event_id)
    .outerjoin(slip, sa.and_(slip.c.ewp_id == _on.id, slip.c.status != "deleted"))
    .outerjoin(slip_deadline, _deadline.department_id == _e.department_id)
)
NAMED = SOURCE.outerjoin(course, course.c.id == _e.course_id).outerjoin(
    _whose, sa.and_(_whose.c.kind == _on.kind, _whose.c.id == _on.person_id)
)
"""The same with the names."""
OWED = sa.and_(
    sa.or_(
        sa.and_(_on.kind == "student", _e.type.in_(rules.TAUGHT_EVENTS)),
        sa.and_(_IS_SESSION, _e.type == rules.SESSION_EVENT),
    ),
    _on.status != "declined",
    _e.status == "active",
    _on.starts < sa.func.now(),
    _e.ends < sa.func.now(),
    _SO_FAR.in_(("none", *_BEGUN)),
)
"""A person on a past event without a submitted slip."""

WAITS = sa.and_(OWED, _on.starts > sa.func.now() - sa.text(f"interval '{_DAYS_BACK} days'"))
"""The same of the last 90 days."""

UNWRITTEN = ListSpec(
    name="unwrittenSlips",
    path="/slip/unwritten",
    title="Slips to write",
    source=NAMED,
    key=_on.id,
    scope=Scope(
        everything=staff,
        own={
            "tutor": sa.and_(_on.kind == "student", _e.id.in_(_MY_EVENTS)),
            "invigilator": sa.and_(_IS_SESSION, _on.person_id == me("invigilator")),
        },
    ),
    may=staff | writes,
    where=WAITS,
    default_sort="start",
    naming="student",
    one="tutorial",
    columns=[
        Column(name="id", expression=_on.id, type="id", title="ewpId", hidden=True),
        Column(name="student", expression=NAME, title="Student or session", width=155),
        Column(name="tutor", expression=WRITER, title="Tutor or invigilator", width=160),
        Column(name="course", expression=COURSE_TITLE, width=180),
        Column(name="start", expression=_on.starts, title="Tutorial", type="datetime", sortable=True, width=172),
        Column(name="end", expression=_e.ends, type="datetime", hidden=True, width=150),
        Column(name="due", expression=DUE, type="datetime", hidden=True, width=150),
        Column(name="daysLate", expression=DAYS_LATE, type="integer", width=90, answers=int),
        Column(name="hoursLate", expression=HOURS_LATE, type="integer", width=100, hidden=True, answers=int),
        Column(name="reminders", expression=_REMINDERS, type="integer", width=105),
        Column(name="status", expression=_SO_FAR, title="Slip", type="select", options=_CHOICES, width=110),
        Column(name="lateBefore", expression=_LATE_BEFORE, title="Late in 90 days", type="integer", width=135),
        Column(name="type", expression=_e.type, hidden=True),
        Column(name="courseType", expression=course.c.type, hidden=True),
        Column(name="classSize", expression=_CLASS_SIZE, type="integer", hidden=True, answers=int),
        *(
            Column(name=name, expression=column, type="id", hidden=True)
            for name, column in (
                ("slipId", slip.c.id),
                ("eventId", _e.id),
                ("courseId", _e.course_id),
                ("studentId", _on.person_id),
                ("tutorId", TUTOR_ID),
                ("departmentId", _e.department_id),
            )
        ),
    ],
    filters=[
        Filter(name="status", expression=_SO_FAR, title="Slip", options=_CHOICES),
        Filter(name="start", expression=_on.starts, title="Tutorial", kind="range", quick="past"),
        Filter(name="isLate", title="Late", kind="boolean", condition=lambda yes: yes == IS_LATE),
        Filter(name="eventId", expression=_on.event_id, hidden=True),
        by_course(_e.course_id, hidden=True),
        Filter(name="studentId", expression=_on.person_id, hidden=True),
        by_tutor(TUTOR_ID, hidden=True),
    ],
    figures=Figures(by=("status", "start", By("tutorId", text="tutor"), By("courseId", text="course"))),
    tabs=(
        Tab(
            filter="isLate",
            with_all=True,
            options=(Option("true", "Late"), Option("false", "Not due yet")),
            opens="true",
            opens_for=staff,
        ),
    ),
)
"""Tutorials and sessions of the last 90 days without a submitted slip; a row for each student or invigilator."""
