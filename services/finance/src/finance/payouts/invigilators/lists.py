"""Hours of invigilators with their payment, the lines of pay runs for them, and their rates."""

from __future__ import annotations

import sqlalchemy as sa

from finance.copies.model import organisation
from finance.payouts.invigilators import due
from finance.payouts.invigilators.attributes import HOURS, RATE, ROLES, STATES
from finance.payouts.invigilators.fields import RATE_FIELDS
from finance.payouts.invigilators.model import duty_hours, invigilator, invigilator_rate, pay_duty
from finance.payouts.invigilators.policy import REACH
from finance.payouts.policy import finance
from finance.payouts.tutors.attributes import STATES as RUN_STATES
from finance.payouts.tutors.model import pay_run
from finance.payouts.tutors.workflow import PAY_RUNS
from kit.lists import By, Column, Figures, Filter, ListSpec, Tab, Totals
from kit.values import Option

_h, _r, _p, _run = duty_hours.c, invigilator_rate.c, pay_duty.c, pay_run.c
_earned = (
    sa.select(sa.func.coalesce(sa.func.sum(_p.amount), sa.literal_column("0", sa.BigInteger)))
    .where(_p.duty_id == _h.id)
    .correlate(duty_hours)
    .scalar_subquery()
)
_OWED = _h.due_minutes + _h.paid_minutes

PAY = ListSpec(
    name="invigilationPay",
    path="/invigilationpay",
    title="Pay of invigilators",
    one="duty",
    naming="invigilator",
    source=due.SOURCE,
    key=_h.id,
    scope=REACH.scope,
    may=REACH.rule,
    where=due.KNOWN,
    default_sort="-day",
    columns=HOURS.columns(
        Column(name="id", expression=_h.id, type="id", hidden=True, width=70),
        *("day", "invigilator", "session", "role"),
        Column(name="minutes", expression=_OWED, type="integer", width=90),
        Column(name="hourly", expression=due.HOURLY, title="An hour", type="money", currency="currency", width=100),
        Column(name="toPay", expression=due.AMOUNT, title="To be paid", type="money", currency="currency", width=110),
        Column(
            name="inRuns",
            expression=sa.cast(_earned, sa.BigInteger),
            title="In pay runs",
            type="money",
            currency="currency",
            width=110,
        ),
        Column(name="status", expression=due.STATE, type="select", options=STATES, width=120),
        "approvedBy",
        Column(name="organisation", expression=organisation.c.title, exported=True, hidden=True, width=120),
        Column(name="currency", expression=organisation.c.currency, exported=True, hidden=True, width=80),
    ),
    filters=HOURS.filters(
        Filter(name="status", expression=due.STATE, options=STATES),
        *("orgId", "role", "day"),
    ),
    tabs=(Tab(filter="status", with_all=True, opens=Option("withoutRate,due,setOff", "Open")),),
    figures=Figures(
        by=("status", By("invigilatorId", text="invigilator"), "role", "day"), sums=("minutes", "toPay", "inRuns")
    ),
    totals=Totals(by={"currency": organisation.c.currency}, sums={"toPay": due.AMOUNT}),
)
"""Hours that are due, in a run, or paid. Invigilators see their own."""

DUTY_LINES = ListSpec(
    name="payDuties",
    path="/invigilationpay/lines",
    title="Duties of pay runs",
    one="duty",
    naming="invigilator",
    source=pay_duty.join(pay_run, _run.id == _p.run_id).outerjoin(
        organisation, organisation.c.id == _run.organisation_id
    ),
    key=_p.id,
    scope=PAY_RUNS.scope,
    may=finance,
    default_sort="invigilator",
    columns=(
        Column(name="invigilator", expression=_p.invigilator_name, sortable=True, width=170),
        Column(name="day", expression=_p.day, type="date", sortable=True, width=90),
        Column(name="session", expression=_p.session, width=200),
        Column(name="role", expression=_p.role, type="select", options=ROLES, width=130),
        Column(name="minutes", expression=_p.minutes, type="integer", width=85),
        Column(name="hourly", expression=_p.hourly, title="An hour", type="money", currency="currency", width=90),
        Column(name="amount", expression=_p.amount, type="money", currency="currency", width=100),
        Column(name="month", expression=_run.month, title="Pay run", type="date", width=110),
        Column(name="status", expression=_run.status, type="select", options=RUN_STATES, width=110),
        Column(name="currency", expression=_run.currency, hidden=True, exported=True, width=80),
        Column(name="organisation", expression=organisation.c.title, hidden=True, exported=True, width=110),
        Column(name="runId", expression=_p.run_id, title="Run id", type="id", hidden=True, width=80),
        Column(name="dutyId", expression=_p.duty_id, title="Duty id", type="id", hidden=True, width=80),
        Column(
            name="invigilatorId", expression=_p.invigilator_id, title="Invigilator id", type="id", hidden=True, width=80
        ),
        Column(name="id", expression=_p.id, type="id", hidden=True, width=70),
    ),
    filters=(
        Filter(name="runId", expression=_p.run_id, hidden=True),
        Filter(name="dutyId", expression=_p.duty_id, hidden=True),
        Filter(
            name="invigilatorId",
            expression=_p.invigilator_id,
            title="Invigilator",
            options_from="/tutorpayments/invigilators",
        ),
        Filter(name="day", expression=_p.day, kind="range"),
    ),
    totals=Totals(by={"currency": _run.currency}, sums={"amount": _p.amount}),
)

RATES = ListSpec(
    name="invigilatorRates",
    path="/invigilationpay/rates",
    title="Rates of invigilators",
    one="rate",
    naming="invigilator",
    source=invigilator_rate.outerjoin(invigilator, invigilator.c.id == _r.invigilator_id),
    default_sort="-starts",
    edit=RATE_FIELDS,
    columns=RATE.columns(
        Column(name="id", expression=_r.id, type="id", hidden=True, width=70),
        Column(name="invigilator", expression=sa.func.coalesce(invigilator.c.name, "All invigilators"), width=180),
        *("role", "starts", "hourly"),
    ),
    filters=RATE.filters(),
)
LISTS = (PAY, DUTY_LINES, RATES)
