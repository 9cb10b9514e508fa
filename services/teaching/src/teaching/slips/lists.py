"""The slip list, `/system/slips/{type?}`, and the times that departments give for slips."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import sqlalchemy as sa

from kit.lists import Board, By, Calendar, Column, Figures, Filter, ListSpec, Tab
from kit.policy import Actor, staff
from kit.values import Option
from teaching.copies.filters import by_course, by_department, by_student, by_tutor
from teaching.copies.model import department, person
from teaching.slips import attributes, rules
from teaching.slips.attendance.lists import ABSENCES, ATTENDANCE
from teaching.slips.attributes import NAME, SLIP
from teaching.slips.fields import DEADLINE_FIELDS, SLIP_FIELDS
from teaching.slips.late.unwritten import UNWRITTEN
from teaching.slips.model import slip, slip_deadline
from teaching.slips.policy import writes

_columns = slip.c
_APPROVED_ALONE = tuple(one for one in rules.STATUS_OPTIONS if one.value == "approved")
_LATE = sa.func.coalesce(_columns.submitted, sa.func.now()) > _columns.due
_HANDED_IN = _columns.submitted.is_not(None)


def _of_departments(kind: str, who: sa.Column[Any]) -> Callable[[Any], sa.ColumnElement[bool]]:
    """Return the condition of slips whose tutor or student belongs to one of these departments."""
    there = sa.select(person.c.id).where(person.c.kind == kind)
    return lambda ids: who.in_(there.where(person.c.department_id == sa.func.any(ids)))


AGGREGATED = (
    Filter(name="handedIn", title="Handed in", kind="boolean", condition=lambda yes: yes == _HANDED_IN),
    Filter(
        name="tutorDepartmentId",
        title="Tutor's department",
        options_from="/departments",
        offered_to=staff,
        expression=person.c.department_id,
        condition=_of_departments("tutor", _columns.tutor_id),
    ),
    Filter(
        name="studentDepartmentId",
        title="Student's department",
        options_from="/departments",
        offered_to=staff,
        expression=person.c.department_id,
        condition=_of_departments("student", _columns.student_id),
    ),
)
"""Filters that links from statistics use, besides those that people choose."""


def _statuses(_: sa.Connection, actor: Actor) -> Sequence[Option]:
    """Return the statuses that the reader may filter by: those who only read slips see approved ones."""
    return rules.STATUS_OPTIONS if (staff | writes)(actor) else _APPROVED_ALONE


SLIPS = ListSpec(
    name="slips",
    path="/slips/{type}",
    aliases=("/slips",),
    title="Slips",
    record=SLIP_FIELDS,
    target="/system/slips?slip={id}",
    where=_columns.status != "deleted",
    default_sort="-tutorialDate",
    search=_columns.search,
    columns=SLIP.columns(
        Column(name="id", expression=_columns.id, type="id", width=60, sortable=True),
        Column(name="student", expression=NAME, sort=NAME, sortable=True, width=135),
        *("tutor", "course", "tutorialDate", "tutorialEnd", "status"),
        Column(name="isLate", expression=_LATE, title="Late", type="boolean", width=60),
        *("type", "present", "submitted", "approved", "approvedBy", "reviewed", "studentRead"),
    ),
    filters=SLIP.filters(
        Filter(name="status", expression=_columns.status, options=rules.STATUS_OPTIONS),
        Filter(name="type", expression=_columns.slip_type, options=rules.TYPE_OPTIONS),
        *("present", "tutorialDate"),
        Filter(name="isLate", title="Late", kind="boolean", condition=lambda yes: yes == _LATE),
        *("reviewed", "studentRead"),
        by_department(_columns.department_id, offered_to=staff),
        by_tutor(_columns.tutor_id, offered_to=staff),
        Filter(
            name="submitted",
            expression=_columns.submitted,
            title="Waiting since",
            kind="range",
            offered_to=staff,
        ),
        *AGGREGATED,
        by_student(_columns.student_id, offered_to=staff),
        by_course(_columns.course_id, offered_to=staff),
    ),
    figures=Figures(
        by=(
            *("status", "type", "present", "tutorialDate", "isLate", "reviewed"),
            By("tutorId", text="tutor"),
            By("studentId", text="student"),
            By("courseId", text="course"),
        )
    ),
    views=(
        Board(title="student", lines=("course", "tutor", "tutorialDate"), hides=("active", "deleted")),
        Calendar(start="tutorialDate", end="tutorialEnd", title="student", lines=("course", "tutor"), color="status"),
    ),
    tabs=(
        Tab(
            filter="status",
            with_all=True,
            options=_statuses,
            opens=Option("submitted,checked", "To review"),
            opens_for=staff,
        ),
        Tab(filter="type", with_all=True),
    ),
)

DEADLINES = ListSpec(
    name="slipDeadlines",
    title="Time for slips",
    edit=DEADLINE_FIELDS,
    source=slip_deadline.outerjoin(department, department.c.id == slip_deadline.c.department_id),
    default_sort="department",
    columns=[
        Column(name="id", expression=slip_deadline.c.id, type="id", hidden=True),
        Column(
            name="department",
            expression=department.c.title,
            sortable=True,
            sort=sa.func.coalesce(department.c.title, ""),
        ),
        *attributes.DEADLINE.columns(),
    ],
)

LISTS = (SLIPS, ATTENDANCE, ABSENCES, UNWRITTEN, DEADLINES)
