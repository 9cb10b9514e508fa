"""The slip list, `/system/slips/{type?}`."""

from __future__ import annotations

import sqlalchemy as sa

from kit.fields import Option
from kit.lists import Column, Filter, ListSpec, Tab
from teaching.slips import rules
from teaching.slips.model import SORTS, slip
from teaching.slips.policy import SCOPE, reads

_columns = slip.c
_ALL = Option("", "All")
_LATE = sa.func.coalesce(_columns.submitted, sa.func.now()) > _columns.tutorial_end + rules.LATE_AFTER

SLIPS = ListSpec(
    name="slips",
    path="/slips/{type}",
    aliases=("/slips",),
    title="Slips",
    source=slip,
    key=_columns.id,
    scope=SCOPE,
    may=reads,
    where=_columns.status != "deleted",
    default_sort="-tutorialDate",
    search=_columns.search,
    columns=(
        Column(name="id", expression=_columns.id, type="id", width=60, sortable=True),
        Column(name="student", expression=_columns.student_name, sortable=True, width=135),
        Column(name="tutor", expression=_columns.tutor_name, sortable=True, width=135),
        Column(name="course", expression=_columns.course_title, sortable=True, width=180),
        Column(
            name="tutorialDate", expression=_columns.tutorial_start, title="Tutorial", type="datetime", sortable=True,
            width=172,
        ),
        Column(
            name="tutorialEnd", expression=_columns.tutorial_end, title="Tutorial end", type="datetime", hidden=True,
        ),
        Column(
            name="status", expression=_columns.status, type="select", options=rules.STATES, sortable=True, width=115
        ),
        Column(name="isLate", expression=_LATE, title="Late", type="boolean", width=60),
        Column(
            name="type", expression=_columns.slip_type, title="Type", type="select", options=rules.TYPE_OPTIONS,
            width=150,
        ),
        Column(
            name="present", expression=_columns.present, title="Presence", type="select",
            options=rules.PRESENCE_OPTIONS, width=160,
        ),
        Column(
            name="submitted", expression=_columns.submitted, type="datetime", sortable=True, sort=SORTS["submitted"],
            width=125,
        ),
        Column(
            name="approved", expression=_columns.approved, type="datetime", sortable=True, sort=SORTS["approved"],
            width=125,
        ),
        Column(name="approvedBy", expression=_columns.approved_by_name, title="Approved by", width=150),
        Column(name="reviewed", expression=_columns.reviewed, type="boolean", width=85),
        Column(name="studentRead", expression=_columns.student_read, title="Student read", type="boolean", width=105),
    ),
    filters=(
        Filter(name="status", expression=_columns.status, options=rules.STATUS_OPTIONS),
        Filter(name="type", expression=_columns.slip_type, options=rules.TYPE_OPTIONS),
        Filter(name="present", expression=_columns.present, title="Presence", options=rules.PRESENCE_OPTIONS),
        Filter(name="tutorialDate", expression=_columns.tutorial_start, title="Tutorial", kind="range"),
        Filter(name="isLate", title="Late", kind="boolean", condition=lambda yes: yes == _LATE),
        Filter(name="reviewed", expression=_columns.reviewed, kind="boolean"),
        Filter(name="studentId", expression=_columns.student_id, hidden=True),
        Filter(name="tutorId", expression=_columns.tutor_id, hidden=True),
        Filter(name="courseId", expression=_columns.course_id, hidden=True),
    ),
    tabs=(
        Tab(filter="status", options=(*rules.STATUS_OPTIONS, _ALL)),
        Tab(filter="type", options=(_ALL, *rules.TYPE_OPTIONS)),
    ),
)  # fmt: skip
