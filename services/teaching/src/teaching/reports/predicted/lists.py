"""Predicted grades of students on courses, `/academic-office/predicted-grades`: the latest next to reach, match and
safety, with the change from the previous one. Term reports and collection reports predict grades, and both have
mocks."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.sql.selectable import LateralFromClause

from kit.lists import By, Column, Figures, Filter, ListSpec, Tab
from kit.policy import Scope
from kit.values import Option, options
from kit.values.days import LONDON
from teaching.collections.model import collection
from teaching.collections.model import mock as collection_mock
from teaching.copies.events import COURSE_TITLE
from teaching.copies.filters import by_course, by_department, by_student
from teaching.copies.model import GRADE_KINDS, course, course_student, department, person
from teaching.reports.model import report, report_mock
from teaching.reports.policy import plans
from teaching.writing import grades
from teaching.writing.predicted import PREDICTIONS

_r, _on, _m = report.c, course_student.c, report_mock.c
_h, _hm = collection.c, collection_mock.c
_HELD = sa.func.timezone(LONDON.key, sa.cast(_h.date, sa.DateTime))
"""The day of an interview as a timestamp; without one, the submission of its report."""
_HELD_AT = sa.func.coalesce(_HELD, _h.submitted)
MOCKS = sa.union_all(
    sa.select(_r.cws_id, _m.grade.label("grade"), _r.date_to.label("at"), _m.id.label("mock_id")).select_from(
        report_mock.join(report, _r.id == _m.report_id)
    ),
    sa.select(_h.cws_id, _hm.grade, sa.func.coalesce(_HELD_AT, _hm.created), _hm.id).select_from(
        collection_mock.join(collection, _h.id == _hm.collection_report_id)
    ),
)
"""A mock of a student on a course, with the date of its report."""
_STATES = options(("missing", "Missing", "red"), ("said", "Predicted", "green"))
_CHANGES = options(("up", "Up", "green"), ("down", "Down", "red"), ("same", "Unchanged", "grey"))


def _prediction(name: str, place: int) -> LateralFromClause:
    """Return the prediction at a position, the latest at 0."""
    all_ = PREDICTIONS.subquery(f"{name}_all")
    newest = sa.select(all_).where(all_.c.cws_id == _on.id).order_by(all_.c.at.desc(), all_.c.source_id.desc())
    return newest.offset(place).limit(1).correlate(course_student).lateral(name)


_now, _before = _prediction("latest", 0), _prediction("previous", 1)


def _latest_mock() -> sa.ScalarSelect[str]:
    mocks = MOCKS.subquery("mocks")
    newest = sa.select(mocks.c.grade).where(mocks.c.cws_id == _on.id)
    return (
        newest.order_by(mocks.c.at.desc(), mocks.c.mock_id.desc()).limit(1).correlate(course_student).scalar_subquery()
    )


def _place(column: sa.ColumnElement[str]) -> tuple[sa.ColumnElement[int], sa.ColumnElement[int]]:
    """Return the scale of a grade, and its position there."""
    places = {grade: (scale, place) for scale, its in enumerate(grades.SCALES) for place, grade in enumerate(its)}
    scale, place = (sa.case({grade: at[part] for grade, at in places.items()}, value=column) for part in (0, 1))
    return scale, place


def _change() -> sa.ColumnElement[str]:
    """Return whether the prediction went up or down; empty if the two are of different scales."""
    (scale, now), (other, before) = _place(_now.c.grade), _place(_before.c.grade)
    return sa.case((scale != other, None), (now < before, "up"), (now > before, "down"), (now == before, "same"))


_STATE = sa.case((_now.c.grade.is_(None), "missing"), else_="said")
_NEVER = sa.literal_column("'1970-01-01 00:00:00+00'::timestamptz", sa.DateTime(timezone=True))
_SAID = sa.func.coalesce(_now.c.at, _NEVER)

PREDICTED = ListSpec(
    name="predictedGrades",
    path="/report/predicted-grades",
    title="Predicted grades",
    one="student on a course",
    source=(
        course_student.join(course, course.c.id == _on.course_id)
        .join(person, sa.and_(person.c.kind == "student", person.c.id == _on.student_id))
        .outerjoin(department, department.c.id == course.c.department_id)
        .outerjoin(_now, sa.true())
        .outerjoin(_before, sa.true())
    ),
    key=_on.id,
    scope=Scope(everything=plans),
    may=plans,
    where=sa.and_(_on.status == "active", course.c.status == "active"),
    default_sort="predictedAt,student",
    search=None,
    naming="student",
    target="/students/{studentId}/reports",
    columns=[
        Column(name="id", expression=_on.id, type="id", title="cwsId", hidden=True),
        Column(name="student", expression=person.c.name, sortable=True, sort=person.c.name, width=150),
        Column(name="course", expression=COURSE_TITLE, width=190),
        Column(name="state", expression=_STATE, type="select", options=_STATES, width=100),
        Column(name="predicted", expression=sa.func.coalesce(_now.c.grade, ""), width=95),
        Column(name="previous", expression=sa.func.coalesce(_before.c.grade, ""), title="Before", width=80),
        Column(name="change", expression=_change(), type="select", options=_CHANGES, width=105),
        *(
            Column(name=kind, expression=_on[f"{kind}_grade"], title=kind.title(), width=80)
            for kind in GRADE_KINDS
            if kind != "previous"
        ),
        Column(name="mock", expression=sa.func.coalesce(_latest_mock(), ""), title="Latest mock", width=105),
        Column(
            name="predictedAt", expression=_now.c.at, title="As of", type="date", sortable=True, sort=_SAID, width=140
        ),
        Column(name="predictedBy", expression=sa.func.coalesce(_now.c.by, ""), title="Set by", width=150),
        Column(name="reason", expression=sa.func.coalesce(_now.c.reason, ""), width=190),
        Column(name="source", expression=sa.func.coalesce(_now.c.source, ""), width=110),
        Column(name="level", expression=course.c.level, width=100),
        Column(name="department", expression=sa.func.coalesce(department.c.title, ""), width=130),
        Column(name="studentId", expression=_on.student_id, type="id", hidden=True),
        Column(name="courseId", expression=_on.course_id, type="id", hidden=True),
    ],
    filters=[
        Filter(name="state", expression=_STATE, options=_STATES),
        Filter(name="change", expression=_change(), options=_CHANGES),
        by_department(course.c.department_id),
        Filter(name="level", expression=course.c.level, options=tuple(Option(name, name) for name in grades.LEVELS)),
        by_student(_on.student_id, hidden=True),
        by_course(_on.course_id, hidden=True),
    ],
    figures=Figures(by=("state", "change", "level", By("studentId", text="student"), By("courseId", text="course"))),
    tabs=(Tab(filter="state", with_all=True),),
)
"""Students on active courses, those without a prediction first."""
