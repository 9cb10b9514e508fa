"""Homework of students, and homework to set again."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.lists import By, Column, Figures, Filter, ListSpec, Tab
from kit.policy import Scope, me, staff
from teaching.copies.events import COURSE_TITLE
from teaching.copies.filters import by_course
from teaching.copies.model import course, course_tutor
from teaching.homework import rules
from teaching.homework.attributes import GIVEN
from teaching.homework.fields import GIVEN_FIELDS
from teaching.homework.model import given, homework
from teaching.homework.policy import sets

_c = given.c
_OUTSTANDING = sa.and_(_c.status.in_(("set", "postponed")), _c.due < sa.func.now())

HOMEWORK = ListSpec(
    name="homework",
    path="/homework",
    title="Homework",
    record=GIVEN_FIELDS,
    one="homework",
    naming="title",
    target="/homework?homework={id}",
    default_sort="-dueDate",
    search=_c.search,
    columns=[
        Column(name="id", expression=_c.id, type="id", title="hwsId", hidden=True),
        Column(name="homeworkId", expression=_c.homework_id, type="id", hidden=True),
        *GIVEN.columns(),
        Column(name="isOutstanding", expression=_OUTSTANDING, title="Outstanding", type="boolean", width=105),
    ],
    filters=GIVEN.filters(
        Filter(name="status", expression=_c.status, options=rules.STATES),
        "type",
        "dueDate",
        Filter(name="isOutstanding", title="Outstanding", kind="boolean", condition=lambda yes: yes == _OUTSTANDING),
    ),
    figures=Figures(
        by=(
            *("status", "type", "dueDate", "isOutstanding", "released"),
            By("tutorId", text="tutor"),
            By("studentId", text="student"),
            By("courseId", text="course"),
        )
    ),
    tabs=(Tab(filter="status", with_all=True), Tab(filter="type", with_all=True)),
)
"""A row for each student with the homework."""

_h = homework.c
_other = course.alias("other")
_mine = sa.select(course_tutor.c.course_id).where(course_tutor.c.tutor_id == me("tutor"))
_my_subjects = sa.select(_other.c.subject).where(_other.c.id.in_(_mine))


def _of_subject(courses: Any) -> sa.ColumnElement[bool]:
    """Return the condition of homework for courses in one of these subjects."""
    return course.c.subject.in_(sa.select(_other.c.subject).where(_other.c.id == sa.any_(courses)))


TEMPLATES = ListSpec(
    name="homeworkTemplates",
    path="/homework/templates",
    title="Homework to set again",
    one="homework",
    source=homework.join(course, course.c.id == _h.course_id),
    key=_h.id,
    scope=Scope(
        everything=staff, own={"tutor": sa.or_(_h.tutor_id == me("tutor"), course.c.subject.in_(_my_subjects))}
    ),
    may=sets,
    default_sort="-created",
    columns=[
        Column(name="id", expression=_h.id, type="id", hidden=True),
        Column(name="title", expression=_h.title, width=200),
        Column(name="type", expression=_h.type, type="select", options=rules.TYPE_OPTIONS, width=150),
        Column(name="course", expression=COURSE_TITLE, width=180),
        Column(name="instructions", expression=_h.instructions, hidden=True),
        Column(name="timeEstimation", expression=_h.time_estimation, type="integer", width=110),
        Column(name="created", expression=_h.created, type="datetime", sortable=True, width=140),
    ],
    filters=[
        by_course(_h.course_id, hidden=True, condition=_of_subject),
        Filter(name="type", expression=_h.type, options=rules.TYPE_OPTIONS),
    ],
)
"""Homework that the tutor set before, or that others set in the same subject."""

LISTS = (HOMEWORK, TEMPLATES)
