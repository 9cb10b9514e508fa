"""Preparing a pay run, and what the bank is given of it."""

from __future__ import annotations

import csv
import datetime as dt
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from finance.copies.model import organisation
from finance.payouts.payees.model import NUMBERS, payee_account
from finance.payouts.tutors import queries
from finance.payouts.tutors.model import course, pay_line, pay_run, slip, tutor
from kit.database import Tx
from kit.errors import Conflict, Invalid, NotFound
from kit.policy import Actor

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def prepare(tx: Tx, organisation_id: int, month: dt.date) -> dict[str, Any]:
    """A draft run of every payable slip of an organisation up to the end of `month`, each at its rate.

    Slips that were approved late come with the next run. Answers `{id, lines, total, withoutRate,
    withoutBankDetails}`; raises Invalid for
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
    row = tx.one(sa.select(pay_run.c.lines, pay_run.c.total).where(pay_run.c.id == run))
    assert row is not None
    nameless = [one["name"] for one in queries.tutor_sums(tx.connection, tx.actor, run) if one["bankDetails"] is None]
    return {"id": run, **row, "withoutRate": without, "withoutBankDetails": nameless}


def bank_csv(connection: sa.Connection, actor: Actor, run: int) -> tuple[str, str]:
    """File name and text of an approved run, one row a tutor, for whom the bank cannot pay with the words instead of an
    account. A paid run names the accounts it went to; of those replaced since the last four digits are left.

    Raises NotFound; Conflict while the run is not approved, or where bank details changed after its approval.
    """
    row = connection.execute(sa.select(pay_run).where(pay_run.c.id == run)).mappings().first()
    if row is None:
        raise NotFound()
    if row["status"] not in {"approved", "paid"}:
        raise Conflict("A pay run is paid once two people have approved it", code="wrong_state")
    now = queries.accounts_of(connection, actor, run)
    approved = now if row["accounts"] is None else row["accounts"]  # approved before bank details were kept here
    sums = queries.tutor_sums(connection, actor, run)
    if row["status"] == "approved":
        _check_unchanged(sums, approved, now)
    numbers = _account_columns(connection, approved.values())
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(_HEAD)
    for one in sums:
        pounds, pence = divmod(one["amount"], 100)
        account = numbers.get(approved.get(str(one["tutorId"])), _NO_ACCOUNT)
        reference = f"PAY-{run}-{one['tutorId']}"
        hours = f"{one['minutes'] / 60:.2f}"
        writer.writerow(
            [
                *map(_plain, account), f"{pounds}.{pence:02}", row["currency"], reference, one["tutorId"],
                _plain(one["name"]), hours,
            ]
        )  # fmt: skip
    return f"tutor-payments-{row['month']:%Y-%m}-{run}.csv", out.getvalue()


_HEAD = (
    "Account holder", "Sort code", "Account number", "IBAN", "BIC", "Amount", "Currency", "Reference", "Tutor id",
    "Name", "Hours",
)  # fmt: skip
_NO_ACCOUNT = ("No bank details", "", "", "", "")


def _check_unchanged(
    sums: Sequence[Mapping[str, Any]], approved: Mapping[str, int | None], now: Mapping[str, int | None]
) -> None:
    """Raise Conflict where money would go elsewhere than two people approved."""
    names = [one["name"] for one in sums if approved.get(str(one["tutorId"])) != now.get(str(one["tutorId"]))]
    if names:
        raise Conflict(
            f"Bank details changed after this run was approved: {', '.join(names)}. Please take the run back to draft, "
            "ask each of them, and have it approved again.",
            code="bank_details_changed",
        )


def _account_columns(connection: sa.Connection, ids: Iterable[int | None]) -> dict[int | None, tuple[str, ...]]:
    """Holder and numbers of bank details by id; of replaced ones the last four digits instead of the number."""
    account = payee_account.c
    wanted = [number for number in ids if number is not None]
    rows = connection.execute(sa.select(payee_account).where(account.id.in_(wanted))).mappings()
    return {
        row["id"]: (row["holder"], *(row[name] for name in NUMBERS))
        if row["replaced"] is None
        else (row["holder"], "", f"ends in {row['last_four']}", "", "")
        for row in rows
    }


def _plain(text: str) -> str:
    """A name that a spreadsheet does not take for a formula."""
    return "'" + text if text.startswith(_FORMULA) else text
