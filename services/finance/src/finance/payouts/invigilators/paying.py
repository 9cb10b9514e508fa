"""Adding hours of invigilators to a pay run, and removing them from a draft."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

import sqlalchemy as sa
from dateutil.relativedelta import relativedelta

from finance.payouts.invigilators.due import HOURLY, SOURCE, rate
from finance.payouts.invigilators.model import duty_hours, invigilator, invigilator_rate, pay_duty
from finance.payouts.tutors.model import pay_run
from kit.changes import hands
from kit.database import Tx

_h, _p, _r = duty_hours.c, pay_duty.c, invigilator_rate.c


@dataclass(frozen=True)
class Due:
    """Return the duties of an organisation that are ready to be paid, and the number of those without a rate."""

    ready: list[int]
    without_rate: int


def find(tx: Tx, organisation_id: int, month: dt.date) -> Due:
    """Return the duties due up to the end of a month. A negative one waits until the invigilator has earned as much."""
    due = (
        sa.select(_h.id, _h.invigilator_id, (_h.due_minutes * HOURLY).label("worth"))
        .select_from(SOURCE)
        .where(_h.due_minutes != 0, _h.organisation_id == organisation_id, _h.day < month + relativedelta(months=1))
        .subquery("due")
    )
    whole = sa.func.sum(due.c.worth).over(partition_by=due.c.invigilator_id)
    rows = tx.all(sa.select(due.c.id, due.c.worth, whole.label("whole")))
    return Due(
        [row["id"] for row in rows if row["worth"] is not None and row["whole"] > 0],
        sum(row["worth"] is None for row in rows),
    )


def add(tx: Tx, run: int, duties: list[int]) -> dict[str, list[str]]:
    """Insert the lines of duties into a run; returns the hands of those who approved the hours and set the rates."""
    if not duties:
        return {}
    mine = _h.id.in_(duties)
    names = ("invigilator_id", "invigilator", "session", "role", "day", "due_minutes")
    rows = sa.select(sa.literal(run), _h.id, *(_h[name] for name in names), HOURLY).select_from(SOURCE).where(mine)
    columns = ("run_id", "duty_id", "invigilator_id", "invigilator_name", "session", "role", "day", "minutes", "hourly")
    tx.execute(sa.insert(pay_duty).from_select(columns, rows.order_by(_h.day, _h.id)))
    return _who_approved(tx, mine) | _who_set_rates(tx, mine)


def _who_approved(tx: Tx, mine: sa.ColumnElement[bool]) -> dict[str, list[str]]:
    statement = sa.select(
        _h.approved_by_id, sa.func.max(_h.invigilator).label("name"), sa.func.max(_h.modified).label("latest")
    )
    rows = tx.all(statement.where(mine, _h.approved_by_id > 0).group_by(_h.approved_by_id))
    return {
        str(row["approved_by_id"]): [f"approved the hours of {row['name']}", row["latest"].date().isoformat()]
        for row in rows
    }


def _who_set_rates(tx: Tx, mine: sa.ColumnElement[bool]) -> dict[str, list[str]]:
    used = sa.select(rate(_r.id).scalar_subquery()).select_from(SOURCE).where(mine)
    statement = sa.select(_r.hands, invigilator.c.name).outerjoin(invigilator, invigilator.c.id == _r.invigilator_id)
    return {
        user: [f"set the rate of {row['name'] or 'invigilators'}", day]
        for row in tx.all(statement.where(_r.id.in_(used)).order_by(_r.id))
        for user, (_, day) in row["hands"].get(hands.ENTERED, {}).items()
    }


def leave_drafts(tx: Tx, duty: int) -> None:
    """Remove the line of a duty from a draft if the amount due has changed. Approved lines stay, and the next run pays
    the difference. Set-offs leave too if the run pays the invigilator less."""
    drafts = sa.select(pay_run.c.id).where(pay_run.c.status == "draft")
    changed = sa.exists().where(_h.id == duty, _h.due_minutes != 0)
    gone = sa.delete(pay_duty).where(_p.duty_id == duty, _p.run_id.in_(drafts), changed)
    for line in tx.execute(gone.returning(_p.run_id, _p.invigilator_id)).mappings().all():
        run, invigilator_id = line["run_id"], line["invigilator_id"]
        theirs = sa.and_(_p.run_id == run, _p.invigilator_id == invigilator_id)
        if (tx.scalar(sa.select(sa.func.sum(_p.amount)).where(theirs)) or 0) <= 0:
            tx.execute(sa.delete(pay_duty).where(theirs))
