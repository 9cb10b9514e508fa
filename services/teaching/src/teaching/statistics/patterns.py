"""Students with a pattern in their unplanned absences of the last year: one weekday, or three within four weeks."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database import TODAY
from kit.lists import Column, Figures, Filter, ListSpec
from kit.policy import Scope, staff
from kit.values.days import LONDON
from teaching.slips.attendance.lists import FLAGGED, WEEKDAY, WEEKDAYS
from teaching.slips.model import slip

LEAST = 3
"""Unplanned absences on one weekday that make a pattern, if they are more than half of the student's."""
_c = slip.c
SINCE = sa.cast(TODAY - sa.text("interval '1 year'"), sa.Date)
"""The day a year ago in London."""
_by_day = (
    sa.select(
        _c.student_id,
        WEEKDAY.label("weekday"),
        sa.func.min(_c.student_name).label("student"),
        sa.func.count().label("absences"),
        sa.func.sum(sa.case((FLAGGED, 1), else_=0)).label("flagged"),
        sa.func.max(_c.tutorial_start).label("latest"),
    )
    .where(
        _c.present == "unplannedAbsence",
        _c.status != "deleted",
        _c.student_id.is_not(None),
        _c.tutorial_start >= sa.func.timezone(LONDON.key, sa.cast(SINCE, sa.DateTime(timezone=False))),
    )
    .group_by(_c.student_id, WEEKDAY)
    .subquery("by_day")
)
_d = _by_day.c
_ranked = sa.select(
    _d.student_id.label("id"),
    _d.student,
    _d.weekday,
    sa.cast(_d.absences, sa.Integer).label("on_weekday"),
    sa.cast(sa.func.sum(_d.absences).over(partition_by=_d.student_id), sa.Integer).label("absences"),
    sa.cast(sa.func.sum(_d.flagged).over(partition_by=_d.student_id), sa.Integer).label("flagged"),
    sa.func.max(_d.latest).over(partition_by=_d.student_id).label("latest"),
    sa.func.row_number().over(partition_by=_d.student_id, order_by=(_d.absences.desc(), _d.weekday)).label("rank"),
).subquery("absences_of_student")
_first = sa.select(*_ranked.c).where(_ranked.c.rank == 1).subquery("patterns")
"""Each student once, with the weekday of most absences, because the key of a list is unique in its source."""
_r = _first.c
_ON_ONE_DAY = sa.and_(_r.on_weekday >= LEAST, _r.on_weekday * 2 > _r.absences)
_IN_WEEKS = _r.flagged > 0

PATTERNS = ListSpec(
    name="absencePatterns",
    path="/slip/absences/patterns",
    title="Students with a pattern of absences",
    one="student",
    source=_first,
    key=_r.id,
    scope=Scope(everything=staff, own={}),
    may=staff,
    where=sa.or_(_ON_ONE_DAY, _IN_WEEKS),
    target="/students/{id}/attendance",
    default_sort="-absences",
    columns=[
        Column(name="id", expression=_r.id, type="id", title="studentId", hidden=True),
        Column(name="student", expression=_r.student, width=170, sortable=True),
        Column(
            name="absences",
            expression=_r.absences,
            title="Unplanned absences",
            type="integer",
            width=140,
            sortable=True,
        ),
        Column(name="sameWeekday", expression=_ON_ONE_DAY, title="Same weekday", type="boolean", width=120),
        Column(name="weekday", expression=_r.weekday, title="Most on", type="select", options=WEEKDAYS, width=115),
        Column(name="onWeekday", expression=_r.on_weekday, title="On that day", type="integer", width=100),
        Column(name="inFourWeeks", expression=_IN_WEEKS, title="Three in four weeks", type="boolean", width=140),
        Column(name="flagged", expression=_r.flagged, title="Third in four weeks", type="integer", width=130),
        Column(name="latest", expression=_r.latest, type="datetime", width=150, sortable=True),
        Column(name="since", expression=SINCE, type="date", hidden=True),
    ],
    filters=[
        Filter(name="weekday", expression=_r.weekday, title="Most often on", options=WEEKDAYS),
        Filter(name="sameWeekday", title="Same weekday", kind="boolean", condition=lambda yes: yes == _ON_ONE_DAY),
        Filter(name="inFourWeeks", title="Three in four weeks", kind="boolean", condition=lambda yes: yes == _IN_WEEKS),
        Filter(name="studentId", expression=_r.id, hidden=True),
    ],
    figures=Figures(by=("weekday", "sameWeekday", "inFourWeeks"), sums=("absences",)),
)
