"""Payable slips and their rates, and the parts of a pay run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from finance.copies.model import organisation
from finance.payouts.payees.model import payee_account, standing
from finance.payouts.tutors.attributes import RUN
from finance.payouts.tutors.model import course, pay_line, pay_run, slip, tutor, tutor_rate
from kit.database import all_rows
from kit.policy import Actor, Row

PAID_ATTENDANCE = ("present", "unplannedAbsence", "")
"""Attendance values that are paid: the tutor was there. A lesson cancelled in time is not charged, so it is not paid
either. Workshops and seminars record no attendance ('')."""

payable: sa.ColumnElement[bool] = sa.and_(
    slip.c.status == "approved",
    sa.or_(*(slip.c.present == value for value in PAID_ATTENDANCE)),
    slip.c.minutes > 0,
    ~sa.exists().where(pay_line.c.slip_id == slip.c.id),
)
"""An approved slip that is in no pay run yet."""

day = sa.cast(sa.func.timezone("Europe/London", slip.c.tutorial_start), sa.Date)
_rate = tutor_rate.c

hourly: sa.ScalarSelect[int] = (
    sa.select(_rate.hourly)
    .where(
        _rate.tutor_id == slip.c.tutor_id,
        sa.or_(_rate.course_id == slip.c.course_id, _rate.course_id.is_(None)),
        _rate.currency == organisation.c.currency,
        _rate.starts <= day,
    )
    .order_by(_rate.course_id.is_(None), _rate.starts.desc())
    .limit(1)
    .correlate(slip, organisation)
    .scalar_subquery()
)
"""Hourly rate of the slip in the currency of the organisation: the latest that started by its day, and the course's own
before the tutor's."""

slips = (
    slip.join(organisation, organisation.c.id == slip.c.organisation_id)
    .outerjoin(tutor, tutor.c.id == slip.c.tutor_id)
    .outerjoin(course, course.c.id == slip.c.course_id)
)

_line, _account = pay_line.c, payee_account.c
_lines_with_accounts = pay_line.join(pay_run, pay_run.c.id == _line.run_id).outerjoin(
    payee_account,
    sa.and_(_account.tutor_id == _line.tutor_id, _account.currency == pay_run.c.currency, standing),
)
"""Lines of pay runs, each with its tutor's current bank details in the currency of the run: one at most."""


def run_parts(connection: sa.Connection, _: Actor, row: Row) -> Mapping[str, Any]:
    """Parts of a run's detail besides its fields: the author of each step, the organisation, and the sums by tutor."""
    whose = sa.select(organisation.c.title).where(organisation.c.id == row["organisation_id"])
    parts = {"organisation": connection.scalar(whose) or "", "tutors": tutor_sums(connection, _, row["id"])}
    return RUN.shown(row) | parts


def tutor_sums(connection: sa.Connection, _: Actor, run: int) -> list[dict[str, Any]]:
    """A run's lines summed by tutor, in the order of their names; `bankDetails` is the time at which the current
    bank details were entered, or null."""
    sums = (sa.cast(sa.func.sum(_line[name]), sa.BigInteger).label(name) for name in ("minutes", "amount"))
    statement = sa.select(
        _line.tutor_id.label("tutorId"),
        sa.func.max(_line.tutor_name).label("name"),
        sa.func.count().label("lines"),
        *sums,
        sa.func.max(_account.created).label("bankDetails"),
    )
    of_run = statement.select_from(_lines_with_accounts).where(_line.run_id == run)
    return all_rows(connection, of_run.group_by(_line.tutor_id).order_by("name", _line.tutor_id))


def accounts_of(connection: sa.Connection, _: Actor, run: int) -> dict[str, int | None]:
    """Id of the current bank details of each tutor of a run, in its currency; null where there are none."""
    statement = (
        sa.select(_line.tutor_id, _account.id).distinct().select_from(_lines_with_accounts).where(_line.run_id == run)
    )
    return {str(row.tutor_id): row.id for row in connection.execute(statement)}


def choices(connection: sa.Connection, _: Actor, table: sa.Table, column: str) -> list[dict[str, Any]]:
    """`[{id, title}]` of a read copy, for a form."""
    title = table.c[column].label("title")
    return all_rows(connection, sa.select(table.c.id, title).order_by(title, table.c.id))
