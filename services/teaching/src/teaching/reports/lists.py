"""The list of term reports, `/system/reports`."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from kit.lists import Board, By, Column, Figures, Filter, ListSpec, Tab
from kit.policy import Actor, staff
from kit.values import Option
from teaching.copies.filters import by_department, by_tutor
from teaching.reports import rules
from teaching.reports.attributes import REPORT
from teaching.reports.fields import REPORT_FIELDS
from teaching.reports.model import report, report_mail
from teaching.reports.policy import writes
from teaching.writing.mailing import by_mail, is_mailed

_c = report.c
_APPROVED_ALONE = tuple(one for one in rules.STATES if one.value == "approved")
IS_LATE = sa.func.coalesce(_c.submitted, sa.func.now()) > _c.deadline


def _statuses(_: sa.Connection, actor: Actor) -> Sequence[Option]:
    """Return the statuses that the reader may filter by: those who only read reports see approved ones."""
    return rules.STATES if (staff | writes)(actor) else _APPROVED_ALONE


REPORTS = ListSpec(
    name="reports",
    path="/reports",
    title="Term reports",
    record=REPORT_FIELDS,
    default_sort="-dateTo,student",
    search=_c.search,
    target="/system/reports?report={id}",
    columns=REPORT.columns(
        Column(name="id", expression=_c.id, type="id", width=60, hidden=True),
        *("student", "course", "tutor", "status", "deadline"),
        Column(name="isLate", expression=IS_LATE, title="Late", type="boolean", width=60),
        *("yearGroup", "dateFrom", "dateTo"),
        *("predictedGrade", "gradeAchievement", "gradeEffort", "submitted", "approved"),
        *(
            Column(name=name, expression=column, type="id", hidden=True)
            for name, column in (
                ("courseId", _c.course_id),
                ("cwsId", _c.cws_id),
                ("studentId", _c.student_id),
                ("tutorId", _c.tutor_id),
            )
        ),
    ),
    filters=REPORT.filters(
        Filter(name="status", expression=_c.status, options=rules.STATES),
        by_department(_c.department_id, offered_to=staff),
        "yearGroup",
        by_tutor(_c.tutor_id, offered_to=staff),
        "deadline",
        Filter(name="isLate", title="Late", kind="boolean", condition=lambda yes: yes == IS_LATE),
        "dateTo",
        is_mailed(report),
        by_mail(report, report_mail),
        *("studentId", "courseId", "cwsId"),
    ),
    figures=Figures(
        by=(
            *("status", "deadline", "isLate", "yearGroup", "dateTo"),
            By("tutorId", text="tutor"),
            By("studentId", text="student"),
            By("courseId", text="course"),
        )
    ),
    views=(Board(title="student", lines=("course", "tutor", "deadline")),),
    tabs=(
        Tab(
            filter="status",
            with_all=True,
            options=_statuses,
            opens=Option("submitted,checked", "To review"),
            opens_for=staff,
        ),
    ),
)
