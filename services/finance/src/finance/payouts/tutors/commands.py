"""Preparing a pay run, and what the bank is given of it."""

from __future__ import annotations

import csv
import datetime as dt
import io
from typing import Any

import sqlalchemy as sa

from finance.copies.model import organisation
from finance.payouts.tutors import queries
from finance.payouts.tutors.model import course, pay_line, pay_run, slip, tutor
from kit.db import Tx
from kit.errors import Conflict, Invalid, NotFound
from kit.policy import Actor

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def prepare(tx: Tx, organisation_id: int, month: dt.date) -> dict[str, Any]:
    """A draft run of every payable slip of an organisation up to the end of `month`, each at its rate.

    Slips that were approved late come with the next run. Answers `{id, lines, total, withoutRate}`; raises Invalid for
    an unknown organisation, Conflict where there is nothing to pay.
    """
    currency = tx.scalar(sa.select(organisation.c.currency).where(organisation.c.id == organisation_id))
    if currency is None:
        raise Invalid("There is no such organisation", fields={"orgId": "There is no such organisation"})
    tx.execute(sa.select(sa.func.pg_advisory_xact_lock(sa.func.hashtextextended(f"pay run {organisation_id}", 0))))
    due = sa.and_(queries.payable, slip.c.organisation_id == organisation_id, slip.c.month <= month)
    priced = (
        sa.select(
            slip.c.id.label("slip_id"), slip.c.tutor_id, sa.func.coalesce(tutor.c.name, "").label("tutor_name"),
            slip.c.course_id, sa.func.coalesce(course.c.title, "").label("course_title"), slip.c.student_id,
            queries.day.label("day"), slip.c.minutes, queries.hourly.label("hourly"),
        )
        .select_from(queries.slips)
        .where(due)
        .subquery()
    )  # fmt: skip
    without = tx.scalar(sa.select(sa.func.count()).select_from(priced).where(priced.c.hourly.is_(None)))
    total = tx.scalar(sa.select(sa.func.count()).select_from(priced))
    if total == without:
        missing = f"; {without} slips have no rate" if without else ""
        raise Conflict(f"There is nothing to pay up to this month{missing}", code="nothing_to_pay")
    by = {"prepared_by_id": tx.actor.user_id, "prepared_by_name": tx.actor.name}
    run = tx.insert(pay_run, {"organisation_id": organisation_id, "month": month, "currency": currency, **by})
    names = [column.name for column in priced.c]
    rows = sa.select(sa.literal(run), *priced.c).where(priced.c.hourly.is_not(None))
    tx.execute(sa.insert(pay_line).from_select(["run_id", *names], rows))
    made = tx.one(sa.select(pay_run.c.lines, pay_run.c.total).where(pay_run.c.id == run))
    assert made is not None
    return {"id": run, "lines": made["lines"], "total": made["total"], "withoutRate": without}


def bank_csv(connection: sa.Connection, actor: Actor, run: int) -> tuple[str, str]:
    """File name and text of an approved run, one row a tutor. Raises NotFound, Conflict while it is not approved."""
    row = connection.execute(sa.select(pay_run).where(pay_run.c.id == run)).mappings().first()
    if row is None:
        raise NotFound()
    if row["status"] not in {"approved", "paid"}:
        raise Conflict("A pay run is paid once two people have approved it", code="wrong_state")
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["Tutor id", "Name", "Hours", "Amount", "Currency", "Reference"])
    for one in queries.tutor_sums(connection, actor, run):
        pounds, pence = divmod(one["amount"], 100)
        hours = f"{one['minutes'] / 60:.2f}"
        reference = f"PAY-{run}-{one['tutorId']}"
        writer.writerow(
            [one["tutorId"], _plain(one["name"]), hours, f"{pounds}.{pence:02}", row["currency"], reference]
        )
    return f"tutor-payments-{row['month']:%Y-%m}-{run}.csv", out.getvalue()


def _plain(text: str) -> str:
    """A name that a spreadsheet does not take for a formula."""
    return "'" + text if text.startswith(_FORMULA) else text
