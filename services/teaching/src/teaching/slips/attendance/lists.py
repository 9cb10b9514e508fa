"""Attendance at tutorials: `/system/attendance`, `/system/absence`."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.lists import By, Column, Figures, Filter, ListSpec, Tab
from kit.policy import staff
from kit.values import options
from teaching.copies.filters import by_course, by_department, by_tutor
from teaching.copies.model import department, person
from teaching.slips import rules
from teaching.slips.attendance import reasons
from teaching.slips.attributes import SLIP
from teaching.slips.fields import SLIP_FIELDS
from teaching.slips.model import slip
from teaching.slips.policy import WRITTEN, attended

PATTERN, PATTERN_WEEKS = 3, 4
"""The number of unplanned absences within four weeks that is flagged."""
_c = slip.c
WEEKDAYS = options(
    (1, "Monday"),
    (2, "Tuesday"),
    (3, "Wednesday"),
    (4, "Thursday"),
    (5, "Friday"),
    (6, "Saturday"),
    (7, "Sunday"),
)
_LOCAL = sa.func.timezone("Europe/London", _c.tutorial_start)
WEEKDAY = sa.cast(sa.extract("isodow", _LOCAL), sa.Integer)
"""The weekday of the tutorial in London; Monday is 1."""
_YEARS = sa.text("interval '18 years'")
_WHO = ("studentId", "tutorId", "courseId")
_BY_WHO = By("studentId", text="student"), By("tutorId", text="tutor"), By("courseId", text="course")
_ABSENCES = tuple(option for option in rules.PRESENCE_OPTIONS if option.value != "present")


def _shown(*names: str) -> list[Column]:
    return [SLIP[name].in_list() for name in names]


def _id() -> Column:
    return Column(name="id", expression=_c.id, type="id", hidden=True)


def _filters(*names: str) -> list[Filter]:
    return [SLIP[name].as_filter() for name in (*names, *_WHO)]


ATTENDANCE = ListSpec(
    name="attendance",
    path="/slip/attendance",
    title="Attendance",
    one="slip",
    source=slip,
    key=_c.id,
    scope=WRITTEN,
    may=attended,
    target="/system/slips?slip={id}",
    where=sa.and_(_c.status != "deleted", _c.type != "invigilation", _c.present != ""),
    default_sort="-tutorialDate",
    search=_c.search,
    columns=[
        _id(),
        *_shown("student", "tutor", "course", "tutorialDate", "tutorialEnd", "present", "onTime", "status"),
    ],
    filters=_filters("present", "tutorialDate"),
    figures=Figures(by=("present", "tutorialDate", *_BY_WHO)),
    tabs=(Tab(filter="present", with_all=True),),
)
"""All tutorials with a slip, by attendance."""

_earlier = slip.alias("earlier")
_IN_PATTERN = (
    sa.select(sa.func.count() >= PATTERN)
    .where(
        _earlier.c.student_id == _c.student_id,
        _earlier.c.present == "unplannedAbsence",
        _earlier.c.status != "deleted",
        _earlier.c.tutorial_start <= _c.tutorial_start,
        _earlier.c.tutorial_start > _c.tutorial_start - sa.text(f"interval '{PATTERN_WEEKS} weeks'"),
    )
    .scalar_subquery()
)
FLAGGED = sa.and_(_c.present == "unplannedAbsence", _IN_PATTERN)


_UNDER_18 = sa.func.coalesce(
    sa.select(person.c.birth_date > sa.cast(_LOCAL, sa.Date) - _YEARS)
    .where(person.c.kind == "student", person.c.id == _c.student_id)
    .scalar_subquery(),
    sa.false(),
)
"""Whether the student was under 18 on the day of the tutorial."""


def _as(name: str, **shown: Any) -> Column:
    """Return a column that only this list has."""
    entry = SLIP[name]
    return Column(name=name, expression=entry.column, title=entry.title, **shown)


ABSENCES = ListSpec(
    name="absences",
    path="/slip/absences",
    title="Absences",
    record=SLIP_FIELDS,
    may=attended,
    scope=WRITTEN,
    source=slip.outerjoin(department, department.c.id == _c.department_id),
    where=sa.and_(_c.status != "deleted", _c.present.in_([option.value for option in _ABSENCES])),
    default_sort="-tutorialDate",
    search=_c.search,
    columns=[
        _id(),
        *_shown("student", "tutor", "course", "tutorialDate", "tutorialEnd", "present"),
        _as("absenceReason", width=170),
        Column(name="department", expression=department.c.title, hidden=True),
        Column(name="under18", expression=_UNDER_18, title="Under 18", type="boolean", width=90),
        Column(name="isFlagged", expression=FLAGGED, title="Third in four weeks", type="boolean", width=130),
        _as("absenceIntervention", type="boolean", width=110),
        _as("absenceActionTaken", width=200),
    ],
    filters=[
        Filter(name="present", expression=_c.present, title="Presence", options=_ABSENCES),
        SLIP["tutorialDate"].as_filter(),
        SLIP["studentId"].as_filter(),
        by_tutor(_c.tutor_id, offered_to=staff),
        by_course(_c.course_id, offered_to=staff),
        Filter(name="under18", title="Under 18", kind="boolean", condition=lambda yes: yes == _UNDER_18),
        Filter(name="isFlagged", title="Third in four weeks", kind="boolean", condition=lambda yes: yes == FLAGGED),
        Filter(
            name="hasAction",
            title="With action taken",
            kind="boolean",
            condition=lambda yes: yes == (_c.absence_action_taken != ""),
        ),
        Filter(name="absenceIntervention", expression=_c.absence_intervention, title="Intervention", kind="boolean"),
        Filter(name="reason", expression=reasons.KIND, title="Kind of reason", options=reasons.OPTIONS),
        Filter(name="weekday", expression=WEEKDAY, options=WEEKDAYS),
        by_department(_c.department_id, offered_to=staff, column="department"),
    ],
    figures=Figures(
        by=(
            *("present", "tutorialDate", "reason", "weekday", "isFlagged", "absenceIntervention", *_BY_WHO),
            By("departmentId", text="department"),
        )
    ),
)
"""Tutorials that the student missed, and the action of the office."""
