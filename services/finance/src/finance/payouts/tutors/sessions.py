"""Tutorials to be paid: the slips of a tutor with the same `session`, once all of them are approved.

A tutorial is one row, that of its first payable slip, so that a list of tutorials uses the indexes of slips.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from finance.copies.model import organisation
from finance.payouts.tutors.model import course, pay_line, pay_line_slip, slip, tutor, tutor_rate

PAID_ATTENDANCE = ("present", "unplannedAbsence", "")
"""Attendance values that are paid: the tutor was there. A lesson cancelled in time is not charged, so it is not paid
either. Workshops and seminars record no attendance ('')."""


def attended(rows: sa.FromClause) -> sa.ColumnElement[bool]:
    """Select the slips of students for whom the tutor is paid, in any status."""
    return sa.or_(*(rows.c.present == value for value in PAID_ATTENDANCE))


def unpaid(rows: sa.FromClause) -> sa.ColumnElement[bool]:
    """Select the approved slips that are not in a pay run yet."""
    paid = sa.exists().where(pay_line_slip.c.slip_id == rows.c.id)
    return sa.and_(rows.c.status == "approved", attended(rows), rows.c.minutes > 0, ~paid)


_other = slip.alias("other")
_same = _other.c.session == slip.c.session
_earlier = sa.exists().where(_same, _other.c.id < slip.c.id, unpaid(_other))

students = sa.select(sa.func.count()).where(_same, unpaid(_other)).correlate(slip).scalar_subquery()
"""Return the number of students of the tutorial still to be paid for."""
waits_for = (
    sa.select(sa.func.count())
    .where(_same, _other.c.status != "approved", attended(_other))
    .correlate(slip)
    .scalar_subquery()
)
"""Return the number of its slips still to be approved: until then it is not paid."""
_of_session = sa.and_(pay_line.c.session == slip.c.session, pay_line.c.students > 0)
former = (
    sa.select(
        sa.case(
            (sa.func.bool_or(pay_line.c.former == 0), sa.cast(sa.func.sum(pay_line.c.students), sa.Integer)), else_=0
        )
    )
    .where(_of_session)
    .correlate(slip)
    .scalar_subquery()
)
"""Return the number of students for whom the tutorial is already paid; 0 until a line pays its length."""

day = sa.cast(sa.func.timezone("Europe/London", slip.c.tutorial_start), sa.Date)
_rate = tutor_rate.c


def rate(*columns: sa.ColumnElement[Any]) -> sa.Select[Any]:
    """Return the rate of a slip in the currency of the organisation: the latest that started by its day; the course's
    own precedes the tutor's."""
    return (
        sa.select(*columns)
        .where(
            _rate.tutor_id == slip.c.tutor_id,
            sa.or_(_rate.course_id == slip.c.course_id, _rate.course_id.is_(None)),
            _rate.currency == organisation.c.currency,
            _rate.starts <= day,
        )
        .order_by(_rate.course_id.is_(None), _rate.starts.desc())
        .limit(1)
        .correlate(slip, organisation)
    )


hourly: sa.ScalarSelect[int] = rate(_rate.hourly).scalar_subquery()
adds = sa.or_(
    sa.func.coalesce(former, 0) == 0,
    rate(
        sa.or_(
            _rate.basis == "perStudent",
            sa.and_(_rate.group_supplement > 0, former + students >= _rate.group_from),
        )
    ).scalar_subquery(),
)
"""Condition: a paid tutorial is paid again for further students if its rate is per student or has a supplement."""

payable: sa.ColumnElement[bool] = sa.and_(unpaid(slip), ~_earlier, adds)
"""Return the tutorials to be paid, including those that wait for a slip."""

tutorials = (
    slip.join(organisation, organisation.c.id == slip.c.organisation_id)
    .outerjoin(tutor, tutor.c.id == slip.c.tutor_id)
    .outerjoin(course, course.c.id == slip.c.course_id)
)
