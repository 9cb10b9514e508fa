"""The slip list, `/system/slips/{type?}`."""

from __future__ import annotations

import sqlalchemy as sa

from kit.lists import Board, By, Calendar, Column, Figures, Filter, ListSpec, Tab
from kit.policy import staff
from kit.values import Option
from teaching.slips import rules
from teaching.slips.attributes import SLIP
from teaching.slips.model import slip
from teaching.slips.policy import reads
from teaching.slips.workflow import SLIP as WORKFLOW

_columns = slip.c
_LATE = sa.func.coalesce(_columns.submitted, sa.func.now()) > _columns.tutorial_end + rules.LATE_AFTER

SLIPS = ListSpec(
    name="slips",
    path="/slips/{type}",
    aliases=("/slips",),
    title="Slips",
    may=reads,
    where=_columns.status != "deleted",
    default_sort="-tutorialDate",
    search=_columns.search,
    workflow=WORKFLOW,
    columns=SLIP.columns(
        Column(name="id", expression=_columns.id, type="id", width=60, sortable=True),
        *("student", "tutor", "course", "tutorialDate", "tutorialEnd", "status"),
        Column(name="isLate", expression=_LATE, title="Late", type="boolean", width=60),
        *("type", "present", "submitted", "approved", "approvedBy", "reviewed", "studentRead"),
    ),
    filters=SLIP.filters(
        Filter(name="status", expression=_columns.status, options=rules.STATUS_OPTIONS),
        Filter(name="type", expression=_columns.slip_type, options=rules.TYPE_OPTIONS),
        *("present", "tutorialDate"),
        Filter(name="isLate", title="Late", kind="boolean", condition=lambda yes: yes == _LATE),
        *("reviewed", "studentId", "tutorId", "courseId"),
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
        Calendar(
            start="tutorialDate", end="tutorialEnd", title="student", lines=("course", "tutor"), color="status"
        ),
    ),
    tabs=(
        Tab(filter="status", with_all=True, opens=Option("submitted,checked", "To review"), opens_for=staff),
        Tab(filter="type", with_all=True),
    ),
)  # fmt: skip
