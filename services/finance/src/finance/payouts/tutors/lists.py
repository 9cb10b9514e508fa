"""Pay runs, their lines, rates, and the approved slips that wait for a run."""

from __future__ import annotations

import sqlalchemy as sa

from finance.copies.model import organisation, person
from finance.payouts.policy import finance
from finance.payouts.tutors import attributes
from finance.payouts.tutors.fields import RATE, RUN
from finance.payouts.tutors.model import course, pay_line, pay_run, slip, tutor, tutor_rate
from finance.payouts.tutors.queries import hourly, payable, slips
from finance.payouts.tutors.workflow import PAY_RUNS
from kit.lists import Column, Filter, ListSpec, Tab, Totals
from kit.values import Option

_run, _line, _rate = pay_run.c, pay_line.c, tutor_rate.c
_student = person.alias("student")


def _student_of(rows: sa.Table) -> sa.ColumnElement[bool]:
    """The student of a slip or of a line."""
    return sa.and_(_student.c.kind == "student", _student.c.id == rows.c.student_id)


RUNS = ListSpec(
    name="tutorpayments",
    title="Tutor payments",
    naming="month",
    source=pay_run.outerjoin(organisation, organisation.c.id == _run.organisation_id),
    default_sort="-month",
    edit=RUN,
    target="/finance/tutorpayments?run={id}",
    columns=attributes.RUN.columns(
        Column(name="id", expression=_run.id, type="id", sortable=True, width=70),
        "month",
        Column(name="organisation", expression=organisation.c.title, exported=True, width=130),
        *("status", "lines", "total", "preparedBy", "checkedBy", "approvedBy", "paidDate", "note"),
    ),
    filters=attributes.RUN.filters("status"),
    tabs=(Tab(filter="status", with_all=True, opens=Option("draft,checked,approved", "Open")),),
    totals=Totals(by={"currency": _run.currency}, sums={"total": _run.total}),
)

LINES = ListSpec(
    name="payLines",
    path="/tutorpayments/lines",
    title="Lines of a pay run",
    naming="student",
    target="/system/slips?slip={slipId}",
    source=pay_line.join(pay_run, _run.id == _line.run_id)
    .outerjoin(organisation, organisation.c.id == _run.organisation_id)
    .outerjoin(_student, _student_of(pay_line)),
    key=_line.id,
    scope=PAY_RUNS.scope,
    may=finance,
    default_sort="tutor",
    columns=(
        Column(name="student", expression=_student.c.name, width=150),
        Column(name="day", expression=_line.day, type="date", sortable=True, width=90),
        Column(name="tutor", expression=_line.tutor_name, sortable=True, width=150),
        Column(name="course", expression=_line.course_title, width=220),
        Column(name="minutes", expression=_line.minutes, type="integer", width=80),
        Column(name="hourly", expression=_line.hourly, title="An hour", type="money", currency="currency", width=90),
        Column(name="amount", expression=_line.amount, type="money", currency="currency", width=100),
        Column(name="currency", expression=_run.currency, hidden=True, exported=True, width=80),
        Column(name="organisation", expression=organisation.c.title, hidden=True, exported=True, width=110),
        Column(name="slipId", expression=_line.slip_id, title="Slip id", type="id", hidden=True, width=80),
        Column(name="courseId", expression=_line.course_id, title="Course id", type="id", hidden=True, width=80),
        Column(name="tutorId", expression=_line.tutor_id, title="Tutor id", type="id", hidden=True, width=80),
        Column(name="studentId", expression=_line.student_id, title="Student id", type="id", hidden=True, width=80),
    ),
    filters=(
        Filter(name="runId", expression=_line.run_id, hidden=True),
        Filter(name="tutorId", expression=_line.tutor_id, title="Tutor", options_from="/tutorpayments/tutors"),
        Filter(name="day", expression=_line.day, kind="range"),
    ),
    totals=Totals(by={"currency": _run.currency}, sums={"amount": _line.amount}),
)

RATES = ListSpec(
    name="tutorRates",
    title="Tutor rates",
    source=tutor_rate.join(tutor, tutor.c.id == _rate.tutor_id).outerjoin(course, course.c.id == _rate.course_id),
    default_sort="-starts",
    edit=RATE,
    columns=attributes.RATE.columns(
        Column(name="tutor", expression=tutor.c.name, width=160),
        Column(name="course", expression=course.c.title, width=240),
        *("starts", "hourly"),
    ),
    filters=attributes.RATE.filters(),
)

WAITING = ListSpec(
    name="payableSlips",
    path="/tutorpayments/slips",
    title="Slips to be paid",
    naming="student",
    target="/system/slips?slip={id}",
    source=slips.outerjoin(_student, _student_of(slip)),
    key=slip.c.id,
    scope=PAY_RUNS.scope,
    may=finance,
    where=payable,
    default_sort="start",
    columns=(
        Column(name="student", expression=_student.c.name, width=160),
        Column(
            name="start", expression=slip.c.tutorial_start, title="Tutorial", type="datetime", sortable=True, width=130
        ),
        Column(name="tutor", expression=tutor.c.name, width=160),
        Column(name="course", expression=course.c.title, width=240),
        Column(name="minutes", expression=slip.c.minutes, type="integer", width=80),
        Column(name="hourly", expression=hourly, title="An hour", type="money", currency="currency", width=100),
        Column(name="organisation", expression=organisation.c.title, exported=True, width=120),
        Column(name="currency", expression=organisation.c.currency, hidden=True, exported=True, width=80),
        Column(name="courseId", expression=slip.c.course_id, title="Course id", type="id", hidden=True, width=80),
        Column(name="id", expression=slip.c.id, type="id", width=80),
    ),
    filters=(
        Filter(name="orgId", expression=slip.c.organisation_id, title="Organisation", options_from="/orgs"),
        Filter(name="tutorId", expression=slip.c.tutor_id, title="Tutor", options_from="/tutorpayments/tutors"),
        Filter(name="month", expression=slip.c.month, kind="range"),
        Filter(
            name="withoutRate", kind="boolean", title="Without a rate",
            condition=lambda yes: sa.type_coerce(hourly, sa.BigInteger).is_(None) == yes,
        ),
    ),
)  # fmt: skip
