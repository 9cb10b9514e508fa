"""Hours of invigilators that are due to be paid or set off, each at its rate."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from finance.copies.model import organisation
from finance.payouts.invigilators.attributes import ALL
from finance.payouts.invigilators.model import duty_hours, invigilator_rate, pay_duty
from finance.payouts.tutors.model import pay_run

_h, _r, _p, _run = duty_hours.c, invigilator_rate.c, pay_duty.c, pay_run.c
_ALL = sa.literal_column(f"'{ALL}'", sa.Text)


def rate(*columns: sa.ColumnElement[Any]) -> sa.Select[Any]:
    """Return the rate of a duty in the currency of the organisation. The invigilator's own precedes the general one,
    that of the role precedes that of all roles; among those, the latest started by its day applies."""
    return (
        sa.select(*columns)
        .where(
            sa.or_(_r.invigilator_id == _h.invigilator_id, _r.invigilator_id.is_(None)),
            sa.or_(_r.role == _h.role, _r.role == _ALL),
            _r.currency == organisation.c.currency,
            _r.starts <= _h.day,
        )
        .order_by(_r.invigilator_id.is_(None), _r.role == _ALL, _r.starts.desc())
        .limit(sa.literal_column("1", sa.Integer))
        .correlate(duty_hours, organisation)
    )


_LAST = (
    sa.select(_p.hourly)
    .where(_p.duty_id == _h.id)
    .order_by(_p.id.desc())
    .limit(sa.literal_column("1", sa.Integer))
    .correlate(duty_hours)
    .scalar_subquery()
)
HOURLY: sa.ColumnElement[int] = sa.func.coalesce(_LAST, rate(_r.hourly).scalar_subquery(), type_=sa.BigInteger)
"""Return the pay for an hour of a duty: as paid before, so that exactly the paid amount is set off; otherwise its
rate."""
AMOUNT: sa.ColumnElement[int] = sa.cast(
    sa.func.round(_h.due_minutes * HOURLY / sa.literal_column("60.0", sa.Numeric)), sa.BigInteger
)
"""The amount still due for a duty, negative if it is set off; null without a rate."""
SOURCE = duty_hours.outerjoin(organisation, organisation.c.id == _h.organisation_id)
"""Hours with their organisation."""
_open_lines = (
    sa.select(_p.id)
    .join(pay_run, _run.id == _p.run_id)
    .where(_p.duty_id == _h.id, _run.status != sa.literal_column("'paid'", sa.Text))
    .correlate(duty_hours)
)


def _word(state: str) -> sa.ColumnElement[str]:
    return sa.literal_column(f"'{state}'", sa.Text)


STATE: sa.ColumnElement[str] = sa.case(
    (sa.and_(_h.due_minutes != 0, HOURLY.is_(None)), _word("withoutRate")),
    (_h.due_minutes > 0, _word("due")),
    (_h.due_minutes < 0, _word("setOff")),
    (_open_lines.exists(), _word("inRun")),
    else_=_word("paid"),
)
"""Payment states of a duty."""
KNOWN = sa.or_(_h.approved, _h.paid_minutes != 0)
"""Condition: approved, or paid although the approval was withdrawn."""
