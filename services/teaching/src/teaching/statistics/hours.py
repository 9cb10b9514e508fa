"""Hours of courses: agreed, planned, taught, cancelled and to come. Planned hours are all hours of a course in the
calendar, including cancelled ones; taught hours are the hours of past tutorials that were not cancelled, whoever
came."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.lists import By, Column, Figures, Filter, ListSpec, Tab
from kit.policy import Scope, staff
from kit.values import options
from teaching.copies.events import COURSE_TITLE
from teaching.copies.filters import by_course, by_department
from teaching.copies.model import course, department, event, event_person, person
from teaching.slips import rules

STATES = options(("taught", "Taught", "green"), ("toCome", "To come", "blue"), ("cancelled", "Cancelled", "red"))
TYPES = options(
    ("indiv", "Individual"),
    ("paired", "Paired"),
    ("shared", "Shared"),
    ("group", "Group"),
    ("workshop", "Workshop"),
    ("seminar", "Seminar"),
)
STATUSES = options(
    ("proposed", "Proposed"),
    ("active", "Active"),
    ("completed", "Completed"),
    ("withdrawn", "Withdrawn"),
)
_e, _k = event.c, course.c
_SCOPE = Scope(everything=staff, own={})
_state: sa.ColumnElement[Any] = sa.case(
    (_e.status == "cancelled", "cancelled"), (_e.ends < sa.func.now(), "taught"), else_="toCome"
)
_HOURS = sa.cast(sa.extract("epoch", _e.ends - _e.starts) / 3600, sa.Numeric(10, 2))
_COUNTED = sa.and_(_e.course_id.is_not(None), _e.type.in_(rules.TAUGHT_EVENTS), sa.not_(_e.all_day))


def _when(state: str) -> sa.ColumnElement[Any]:
    return sa.case((_state == state, _HOURS), else_=sa.cast(0, sa.Numeric(10, 2)))


_on = event_person.c
_TUTORS = (
    sa.select(sa.func.string_agg(person.c.name, sa.literal_column("', '"), type_=sa.Text))
    .where(
        _on.event_id == _e.id,
        _on.kind == "tutor",
        _on.status != "declined",
        person.c.kind == "tutor",
        person.c.id == _on.person_id,
    )
    .correlate(event)
    .scalar_subquery()
)


def _hours(name: str, expression: sa.ColumnElement[Any], title: str = "", *, hidden: bool = False) -> Column:
    return Column(name=name, expression=expression, title=title, type="decimal", width=95, hidden=hidden)


TUTORIAL_HOURS = ListSpec(
    name="tutorialHours",
    path="/coursehours/tutorials",
    title="Hours of tutorials",
    one="tutorial",
    naming="course",
    source=event.outerjoin(course, _k.id == _e.course_id).outerjoin(department, department.c.id == _k.department_id),
    key=_e.id,
    scope=_SCOPE,
    may=staff,
    where=_COUNTED,
    default_sort="-start",
    columns=[
        Column(name="id", expression=_e.id, type="id", title="eventId", hidden=True),
        Column(name="start", expression=_e.starts, title="Tutorial", type="datetime", sortable=True, width=160),
        Column(name="course", expression=COURSE_TITLE, width=200),
        Column(name="tutor", expression=_TUTORS, width=160),
        Column(name="department", expression=department.c.title, width=150),
        Column(name="state", expression=_state, title="Outcome", type="select", options=STATES, width=130),
        _hours("hours", _HOURS, "Hours planned"),
        _hours("taught", _when("taught")),
        _hours("cancelled", _when("cancelled")),
        _hours("toCome", _when("toCome")),
        Column(name="courseId", expression=_e.course_id, type="id", hidden=True),
    ],
    filters=[
        Filter(name="start", expression=_e.starts, title="Tutorial", kind="range", quick="both"),
        Filter(name="state", expression=_state, title="Outcome", options=STATES),
        by_department(_k.department_id, column="department"),
        Filter(name="type", expression=_k.type, title="Type of course", options=TYPES),
        by_course(_e.course_id, hidden=True),
    ],
    figures=Figures(
        by=(
            *("state", "start", "type"),
            By("departmentId", text="department"),
            By("courseId", text="course"),
        ),
        sums=("hours", "taught", "cancelled", "toCome"),
    ),
    tabs=(Tab(filter="state", with_all=True),),
)
"""A row for each tutorial of a course, including cancelled ones."""

_sums = (
    sa.select(
        _e.course_id,
        sa.func.sum(_HOURS).label("planned"),
        *(sa.func.sum(_when(str(one.value))).label(str(one.value)) for one in STATES),
    )
    .where(_COUNTED)
    .group_by(_e.course_id)
    .subquery("hours_of_course")
)


def _sum(name: str) -> sa.ColumnElement[Any]:
    return sa.func.coalesce(_sums.c[name], sa.cast(0, sa.Numeric(10, 2)))


_COMMITTED = _sum("taught") + _sum("toCome")
_OVER = sa.and_(_k.hours > 0, _k.hours < _COMMITTED)

COURSE_HOURS = ListSpec(
    name="courseHours",
    path="/coursehours",
    title="Course hours",
    one="course",
    naming="course",
    source=course.outerjoin(_sums, _sums.c.course_id == _k.id).outerjoin(
        department, department.c.id == _k.department_id
    ),
    key=_k.id,
    scope=_SCOPE,
    may=staff,
    where=_k.status != "deleted",
    target="/courses/{id}",
    default_sort="course",
    columns=[
        Column(name="id", expression=_k.id, type="id", title="courseId", hidden=True),
        Column(name="course", expression=COURSE_TITLE, width=210, sortable=True),
        Column(name="department", expression=department.c.title, width=150),
        Column(name="type", expression=_k.type, type="select", options=TYPES, width=95),
        Column(name="status", expression=_k.status, type="select", options=STATUSES, width=100),
        _hours("sold", _k.hours),
        _hours("planned", _sum("planned")),
        _hours("taught", _sum("taught")),
        _hours("cancelled", _sum("cancelled")),
        _hours("toCome", _sum("toCome")),
        _hours("left", _k.hours - _COMMITTED, "Not planned yet"),
        Column(name="isOver", expression=_OVER, title="More than sold", type="boolean", width=125),
    ],
    filters=[
        by_department(_k.department_id, column="department"),
        Filter(name="type", expression=_k.type, options=TYPES),
        Filter(name="status", expression=_k.status, options=STATUSES),
        Filter(name="isOver", title="More than sold", kind="boolean", condition=lambda yes: yes == _OVER),
        Filter(
            name="isSold",
            title="With hours sold",
            kind="boolean",
            condition=lambda yes: yes == (_k.hours > 0),
        ),
        by_course(_k.id, hidden=True),
    ],
    figures=Figures(
        by=("type", "status", "isOver", By("departmentId", text="department"), By("courseId", text="course")),
        sums=("sold", "planned", "taught", "cancelled", "toCome"),
    ),
    tabs=(Tab(filter="status", with_all=True),),
)
"""A row for each course: the hours sold, and the hours in the calendar."""
