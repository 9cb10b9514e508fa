"""Facts that move enrolments: forms accepted, a deposit paid, a course with a tutor, tutorials booked and held.

Facts belong to the enrolment, not only to its student: a returning student has invoices, courses and tutorials of
earlier years. Facts are looked up again each time, so their order does not matter. A new fact moves an enrolment
forward, never back; a fact that ends is shown as missing again.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Mapping
from typing import Any

import sqlalchemy as sa

from kit.changes import history
from kit.database import Tx
from kit.database.sql import day_of
from kit.database.tables import version_values
from people.billing.model import PAID_SOMETHING, invoice, of_student
from people.calendar.model import booking, event
from people.courses.model import course
from people.enrolment.attributes import ON_COURSE
from people.enrolment.model import course_student, course_tutor
from people.forms.model import form, form_entry
from people.pipeline.attributes import DAYS, FACTS, ORDER
from people.pipeline.model import enrolment, enrolment_stage

_e, _s = enrolment.c, enrolment_stage.c
NEVER = dt.datetime(9999, 12, 31, tzinfo=dt.UTC)
TEACHING = ("tutorial", "onlineTut", "pTutorial", "supStudy", "group", "trial")
"""Types of event that are tutorials of a student."""
OF_FORMS = ("enrolment", "paq")
"""Kinds of form that an enrolment waits for."""
ENDED = ("started", "withdrawn")
FORMS_HOLD = sa.text("interval '180 days'")
"""Maximum time between a form and the enrolment that it counts for."""
_BEGUN = day_of(_e.created)
"""The day on which an enrolment began."""


def refresh(tx: Tx, students: Collection[int] | None = None) -> int:
    """Look up the facts of current enrolments, and move those that are further; for all students if None. Returns the
    number of changed ones."""
    statement = sa.select(enrolment, *(one.label(f"now_{name}") for name, one in _facts().items()))
    statement = statement.where(_e.stage.not_in(ENDED))
    if students is not None:
        statement = statement.where(_e.student_id.in_(students))
    rows = tx.all(statement.order_by(_e.id).with_for_update(of=enrolment))
    days = Days(tx.connection) if rows else None
    changed = 0
    for row in rows:
        assert days is not None
        values = _values(row, days)
        if any(row[name] != value for name, value in values.items()):
            changed += 1
            tx.execute(sa.update(enrolment).where(_e.id == row["id"]).values(values | version_values(enrolment)))
            if values["stage"] != row["stage"]:
                history.note(tx, "enrolment", row["id"], "stage", row["stage"], values["stage"])
    return changed


def _facts() -> Mapping[str, sa.ColumnElement[Any]]:
    """Return when the fact of each stage happened; null if it has not."""
    student = _e.student_id
    # Forms are often accepted on the day before the enrolment begins, and stay valid for months.
    forms = sa.select(sa.func.min(form_entry.c.submitted)).join_from(form_entry, form)
    forms = forms.where(
        form_entry.c.about_kind == "student",
        form_entry.c.about_id == student,
        form_entry.c.status == "accepted",
        form.c.kind.in_(OF_FORMS),
        form_entry.c.submitted >= _e.created - FORMS_HOLD,
    )
    # Invoices published before the event had a day keep their state.
    dated = sa.or_(invoice.c.date >= _BEGUN, sa.and_(invoice.c.date.is_(None), _e.deposit_paid.is_not(None)))
    paid = sa.exists().where(of_student(student), PAID_SOMETHING, dated)
    taught = sa.exists().where(
        course_student.c.student_id == student,
        course_student.c.status.in_(ON_COURSE),
        course_tutor.c.course_id == course_student.c.course_id,
        _own_course(course_student.c.course_id),
    )
    booked = _tutorials().with_only_columns(sa.func.min(event.c.starts))
    ended = booked.where(event.c.ends < sa.func.now())

    def since(column: sa.ColumnElement[Any], fact: sa.ColumnElement[bool]) -> sa.ColumnElement[Any]:
        return sa.case((fact, sa.func.coalesce(column, sa.func.now())))

    return {
        "formsIn": forms.correlate(enrolment).scalar_subquery(),
        "depositPaid": since(_e.deposit_paid, paid.correlate(enrolment)),
        "courseAllocated": since(_e.course_allocated, taught.correlate(enrolment)),
        "firstTutorial": booked.correlate(enrolment).scalar_subquery(),
        "started": ended.correlate(enrolment).scalar_subquery(),
    }


def _tutorials() -> sa.Select[Any]:
    """Return the tutorials of the student that belong to an enrolment: those of its courses or, without a course, those
    booked since it began."""
    return (
        sa.select(event.c.id, event.c.starts)
        .join_from(booking, event)
        .where(
            booking.c.kind == "student",
            booking.c.person_id == _e.student_id,
            booking.c.status != "declined",
            event.c.status == "active",
            event.c.type.in_(TEACHING),
            event.c.ends >= _e.created,
            sa.case((event.c.course_id.is_(None), event.c.created >= _e.created), else_=_own_course(event.c.course_id)),
        )
    )


def first_tutorial(enrolment_id: int) -> sa.Select[Any]:
    """Return the first tutorial of an enrolment."""
    return _tutorials().where(_e.id == enrolment_id).order_by(event.c.starts, event.c.id).limit(1)


def own_courses(enrolment_id: int) -> sa.Select[Any]:
    """Return the courses of an enrolment with its student, the newest first."""
    c = course_student.c
    mine = (c.student_id == _e.student_id, c.status.in_(ON_COURSE), _own_course(c.course_id))
    return sa.select(c.course_id).where(_e.id == enrolment_id, *mine).order_by(c.id.desc())


def _own_course(course_id: sa.ColumnElement[int | None]) -> sa.ColumnElement[bool]:
    """Return whether a course belongs to the enrolment: it begins later, or the student was added on that day or since.
    A conversion adds the student just before."""
    placed = course_student.alias("placed")
    begins = sa.exists().where(course.c.id == course_id, course.c.starts >= _BEGUN)
    put = sa.exists().where(
        placed.c.course_id == course_id, placed.c.student_id == _e.student_id, day_of(placed.c.created) >= _BEGUN
    )
    return sa.or_(begins.correlate_except(course), put.correlate_except(placed))


class Days:
    """The days that departments allow each stage, and the stages that they do not use."""

    def __init__(self, connection: sa.Connection) -> None:
        self._of: dict[tuple[int | None, str], tuple[int, bool]] = {
            (department, stage): (days, used)
            for department, stage, days, used in connection.execute(
                sa.select(_s.department_id, _s.stage, _s.days, _s.used)
            )
        }

    def stuck_from(self, department: int | None, stage: str, since: dt.datetime) -> dt.datetime:
        """Return when an enrolment that entered a stage at `since` is stuck; never for an ended one."""
        if stage in ENDED:
            return NEVER
        days, _ = self._setting(department, stage)
        return since + dt.timedelta(days=days)

    def uses(self, department: int | None, stage: str) -> bool:
        """Return whether the department uses a stage."""
        return self._setting(department, stage)[1]

    def _setting(self, department: int | None, stage: str) -> tuple[int, bool]:
        own = self._of.get((department, stage)) or self._of.get((None, stage))
        return own or (DAYS.get(stage, 7), True)


def _values(row: Mapping[str, Any], days: Days) -> dict[str, Any]:
    """Return the columns of an enrolment by the current facts."""
    facts = {column: row[f"now_{name}"] for name, column in FACTS.items()}
    furthest = furthest_fact(facts, days, row["department_id"])
    values = {**facts, "stage": row["stage"], "since": row["since"], "reason": row["reason"]}
    values["reached"] = max(row["reached"], furthest)
    if furthest > row["reached"] and furthest > ORDER.index(row["stage"]):
        values |= {"stage": ORDER[furthest], "since": dt.datetime.now(dt.UTC), "reason": ""}
    values["stuck_from"] = days.stuck_from(row["department_id"], values["stage"], values["since"])
    return values


def furthest_fact(facts: Mapping[str, Any], days: Days, department: int | None) -> int:
    """Return the position of the furthest stage that the department uses and whose fact is present; -1 without one."""
    places = [
        ORDER.index(stage)
        for stage, column in FACTS.items()
        if facts[column] is not None and days.uses(department, stage)
    ]
    return max(places, default=-1)
