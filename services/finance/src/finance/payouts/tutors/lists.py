"""Pay runs, their lines and slips, rates, and the tutorials that wait for a run."""

from __future__ import annotations

import sqlalchemy as sa

from finance.copies.model import organisation, person
from finance.payouts.policy import finance
from finance.payouts.tutors import attributes, sessions
from finance.payouts.tutors.fields import RATE, RUN
from finance.payouts.tutors.model import course, pay_line, pay_line_slip, pay_run, slip, tutor, tutor_rate
from finance.payouts.tutors.queries import paid_at, reckoned
from finance.payouts.tutors.sessions import hourly
from finance.payouts.tutors.workflow import PAY_RUNS
from kit.lists import Column, Filter, ListSpec, Tab, Totals
from kit.values import Option

_run, _line, _rate = pay_run.c, pay_line.c, tutor_rate.c
_student = person.alias("student")


def _student_of(rows: sa.FromClause) -> sa.ColumnElement[bool]:
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

_of_line = pay_line_slip.c.line_id == _line.id
_first_slip = sa.select(sa.func.min(pay_line_slip.c.slip_id)).where(_of_line).correlate(pay_line).scalar_subquery()
_names = (
    sa.select(sa.func.string_agg(_student.c.name, sa.literal(", "), type_=sa.Text))
    .select_from(pay_line_slip.join(_student, _student_of(pay_line_slip)))
    .where(_of_line)
    .correlate(pay_line)
    .scalar_subquery()
)

LINES = ListSpec(
    name="payLines",
    path="/tutorpayments/lines",
    title="Lines of a pay run",
    naming="course",
    target="/system/slips?slip={slipId}",
    source=pay_line.join(pay_run, _run.id == _line.run_id).outerjoin(
        organisation, organisation.c.id == _run.organisation_id
    ),
    key=_line.id,
    scope=PAY_RUNS.scope,
    may=finance,
    default_sort="tutor",
    columns=(
        Column(name="course", expression=_line.course_title, width=200),
        Column(name="day", expression=_line.day, type="date", sortable=True, width=90),
        Column(name="tutor", expression=_line.tutor_name, sortable=True, width=150),
        Column(name="students", expression=_names, width=200),
        Column(name="count", expression=_line.students, title="Slips", type="integer", width=65),
        Column(name="pay", expression=reckoned(_line, _run.currency), title="Paid for", width=230),
        Column(name="amount", expression=_line.amount, type="money", currency="currency", width=100),
        Column(name="minutes", expression=_line.worked, type="integer", width=80, hidden=True, exported=True),
        Column(
            name="hourly",
            expression=_line.hourly,
            title="An hour",
            type="money",
            currency="currency",
            width=90,
            hidden=True,
            exported=True,
        ),
        Column(name="currency", expression=_run.currency, hidden=True, exported=True, width=80),
        Column(name="organisation", expression=organisation.c.title, hidden=True, exported=True, width=110),
        Column(name="slipId", expression=_first_slip, title="Slip id", type="id", hidden=True, width=80),
        Column(name="eventId", expression=_line.event_id, title="Event id", type="id", hidden=True, width=80),
        Column(name="courseId", expression=_line.course_id, title="Course id", type="id", hidden=True, width=80),
        Column(name="tutorId", expression=_line.tutor_id, title="Tutor id", type="id", hidden=True, width=80),
        Column(name="id", expression=_line.id, type="id", hidden=True, width=70),
    ),
    filters=(
        Filter(name="runId", expression=_line.run_id, hidden=True),
        Filter(name="tutorId", expression=_line.tutor_id, title="Tutor", options_from="/tutorpayments/tutors"),
        Filter(name="day", expression=_line.day, kind="range"),
    ),
    totals=Totals(by={"currency": _run.currency}, sums={"amount": _line.amount}),
)

_paid = pay_line_slip.c

PAID_SLIPS = ListSpec(
    name="paidSlips",
    path="/tutorpayments/paid",
    title="Slips in pay runs",
    naming="student",
    target="/system/slips?slip={slipId}",
    source=pay_line_slip.join(pay_line, _of_line)
    .join(pay_run, _run.id == _line.run_id)
    .outerjoin(_student, _student_of(pay_line_slip)),
    key=_paid.id,
    scope=PAY_RUNS.scope,
    may=finance,
    default_sort="-id",
    columns=(
        Column(name="student", expression=_student.c.name, width=160),
        Column(name="day", expression=_line.day, type="date", width=90),
        Column(name="tutor", expression=_line.tutor_name, width=160),
        Column(name="course", expression=_line.course_title, width=240),
        Column(name="month", expression=_run.month, title="Pay run", type="date", width=110),
        Column(name="status", expression=_run.status, type="select", options=attributes.STATES, width=110),
        Column(name="slipId", expression=_paid.slip_id, title="Slip", type="id", width=80),
        Column(name="runId", expression=_line.run_id, title="Run id", type="id", hidden=True, width=80),
        Column(name="courseId", expression=_line.course_id, title="Course id", type="id", hidden=True, width=80),
        Column(name="studentId", expression=_paid.student_id, title="Student id", type="id", hidden=True, width=80),
        Column(name="id", expression=_paid.id, type="id", sortable=True, hidden=True, width=70),
    ),
    filters=(
        Filter(name="lineId", expression=_paid.line_id, hidden=True),
        Filter(name="runId", expression=_line.run_id, hidden=True),
        Filter(name="tutorId", expression=_line.tutor_id, title="Tutor", options_from="/tutorpayments/tutors"),
    ),
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
        *("starts", "hourly", "basis", "groupSupplement", "groupFrom"),
        Column(name="pay", expression=paid_at(_rate, _rate.currency), title="Paid at", hidden=True, exported=True),
    ),
    filters=attributes.RATE.filters(),
)

_rate_text = sessions.rate(paid_at(_rate, _rate.currency)).scalar_subquery()

_other = slip.alias("of_students")
_waiting_names = (
    sa.select(sa.func.string_agg(_student.c.name, sa.literal(", "), type_=sa.Text))
    .select_from(_other.join(_student, _student_of(_other)))
    .where(_other.c.session == slip.c.session, sessions.unpaid(_other))
    .correlate(slip)
    .scalar_subquery()
)

WAITING = ListSpec(
    name="payableSlips",
    path="/tutorpayments/slips",
    title="Tutorials to be paid",
    naming="course",
    target="/system/slips?slip={id}",
    source=sessions.tutorials,
    key=slip.c.id,
    scope=PAY_RUNS.scope,
    may=finance,
    where=sessions.payable,
    default_sort="start",
    columns=(
        Column(name="course", expression=course.c.title, width=220),
        Column(
            name="start", expression=slip.c.tutorial_start, title="Tutorial", type="datetime", sortable=True, width=130
        ),
        Column(name="tutor", expression=tutor.c.name, width=160),
        Column(name="students", expression=_waiting_names, width=200),
        Column(name="count", expression=sessions.students, title="Slips", type="integer", width=65),
        Column(
            name="waitsFor",
            expression=sessions.waits_for,
            title="Not approved",
            type="integer",
            width=115,
        ),
        Column(name="minutes", expression=slip.c.minutes, type="integer", width=80),
        Column(name="hourly", expression=hourly, title="An hour", type="money", currency="currency", width=100),
        Column(name="pay", expression=_rate_text, title="Paid at", width=200),
        Column(name="organisation", expression=organisation.c.title, exported=True, width=120),
        Column(name="currency", expression=organisation.c.currency, hidden=True, exported=True, width=80),
        Column(name="courseId", expression=slip.c.course_id, title="Course id", type="id", hidden=True, width=80),
        Column(name="eventId", expression=slip.c.event_id, title="Event id", type="id", hidden=True, width=80),
        Column(name="id", expression=slip.c.id, title="First slip", type="id", width=80),
    ),
    filters=(
        Filter(name="orgId", expression=slip.c.organisation_id, title="Organisation", options_from="/orgs"),
        Filter(name="tutorId", expression=slip.c.tutor_id, title="Tutor", options_from="/tutorpayments/tutors"),
        Filter(name="month", expression=slip.c.month, kind="range"),
        Filter(
            name="withoutRate",
            kind="boolean",
            title="Without a rate",
            condition=lambda yes: sa.type_coerce(hourly, sa.BigInteger).is_(None) == yes,
        ),
        Filter(
            name="waits",
            kind="boolean",
            title="Slips to be approved",
            condition=lambda yes: (sa.type_coerce(sessions.waits_for, sa.Integer) > 0) == yes,
        ),
    ),
)
