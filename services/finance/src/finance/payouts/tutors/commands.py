"""Preparation of a pay run, and its CSV for the bank."""

from __future__ import annotations

import csv
import datetime as dt
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from finance.copies.model import organisation
from finance.payouts.invigilators import paying
from finance.payouts.payees.model import NUMBERS, payee_account
from finance.payouts.tutors import queries, sessions
from finance.payouts.tutors.model import course, pay_line, pay_line_slip, pay_run, slip, tutor, tutor_rate
from kit.changes import hands
from kit.database import Tx, all_rows, row_or_404
from kit.errors import Conflict, Invalid
from kit.policy import Actor

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def prepare(tx: Tx, organisation_id: int, month: dt.date) -> dict[str, Any]:
    """Create a draft run of all payable tutorials and approved invigilators' hours of an organisation up to the end of
    `month`, each at its rate.

    A tutorial with a slip that is approved later enters the next run. Returns `{id, lines, total, withoutRate,
    dutiesWithoutRate, waiting, waitingSlips, withoutBankDetails}`; raises Invalid for an unknown organisation, Conflict
    if there is nothing to pay.
    """
    currency = tx.scalar(sa.select(organisation.c.currency).where(organisation.c.id == organisation_id))
    if currency is None:
        raise Invalid("There is no such organisation", field="orgId")
    tx.lock(f"pay run {organisation_id}")
    due = sa.and_(sessions.payable, slip.c.organisation_id == organisation_id, slip.c.month <= month)
    rate = sessions.rate(*_RATE, tutor_rate.c.id.label("rate_id")).lateral("rate")
    priced = (
        sa.select(
            slip.c.session,
            slip.c.tutor_id,
            sa.func.coalesce(tutor.c.name, "").label("tutor_name"),
            slip.c.event_id,
            slip.c.course_id,
            sa.func.coalesce(course.c.title, "").label("course_title"),
            sessions.day.label("day"),
            slip.c.minutes,
            sa.func.coalesce(sessions.former, 0).label("former"),
            *(rate.c[column.name] for column in _RATE),
            rate.c.rate_id,
            sessions.waits_for.label("waits_for"),
        )
        .select_from(sessions.tutorials.outerjoin(rate, sa.true()))
        .where(due)
        .subquery()
    )
    counts, duties = _counts(tx, priced), paying.find(tx, organisation_id, month)
    counts["dutiesWithoutRate"] = duties.without_rate
    if not counts["ready"] and not duties.ready:
        missing = "".join(
            f"; {counts[name]} {what if counts[name] == 1 else several} {text}"
            for name, what, several, text in _MISSING
            if counts[name]
        )
        raise Conflict(f"There is nothing to pay up to this month{missing}", code="nothing_to_pay")
    prepared_by = {"prepared_by_id": tx.actor.user_id, "prepared_by_name": tx.actor.name}
    rates_set_by = _who_set_rates(tx, priced)
    run = tx.insert(pay_run, {"organisation_id": organisation_id, "month": month, "currency": currency, **prepared_by})
    names = [column.name for column in priced.c if column.name not in {"waits_for", "rate_id"}]
    ready = sa.and_(priced.c.hourly.is_not(None), priced.c.waits_for == 0)
    rows = sa.select(sa.literal(run), *(priced.c[name] for name in names)).where(ready)
    tx.execute(sa.insert(pay_line).from_select(["run_id", *names], rows))
    its_slips = sa.select(pay_line.c.id, slip.c.id, slip.c.student_id).join(slip, slip.c.session == pay_line.c.session)
    its_slips = its_slips.where(pay_line.c.run_id == run, sessions.unpaid(slip)).order_by(pay_line.c.id, slip.c.id)
    tx.execute(sa.insert(pay_line_slip).from_select(["line_id", "slip_id", "student_id"], its_slips))
    duties_decided_by = paying.add(tx, run, duties.ready)
    accounts_entered_by = {
        str(user): [f"entered the bank details of {name}", day.isoformat()]
        for user, (name, day) in queries.who_entered_accounts(tx.connection, tx.actor, run).items()
    }
    prepared = hands.hand(tx.actor, "prepared this pay run")
    hands.add(tx, pay_run, pay_run.c.id == run, accounts_entered_by | duties_decided_by | rates_set_by | prepared)
    row = row_or_404(tx.connection, sa.select(pay_run.c.lines, pay_run.c.total).where(pay_run.c.id == run))
    without_details = [
        entry["name"] for entry in queries.tutor_sums(tx.connection, tx.actor, run) if entry["bankDetails"] is None
    ]
    reported = {name: counts[name] for name in ("withoutRate", "dutiesWithoutRate", "waiting", "waitingSlips")}
    return {"id": run, **row, **reported, "withoutBankDetails": without_details}


_MISSING = (
    ("withoutRate", "tutorial", "tutorials", "without a rate"),
    ("waiting", "tutorial", "tutorials", "with slips that are not approved"),
    ("dutiesWithoutRate", "duty", "duties", "of invigilators without a rate"),
)
_RATE = (tutor_rate.c.hourly, tutor_rate.c.basis, tutor_rate.c.group_supplement, tutor_rate.c.group_from)


def _who_set_rates(tx: Tx, priced: sa.Subquery) -> dict[str, list[str]]:
    """Return the users who set the rates of these tutorials, as entries for the `hands` of the run."""
    used = sa.select(priced.c.rate_id).where(priced.c.waits_for == 0)
    statement = sa.select(tutor_rate.c.hands, tutor.c.name).join(tutor, tutor.c.id == tutor_rate.c.tutor_id)
    return {
        user: [f"set the rate of {row['name']}", day]
        for row in tx.all(statement.where(tutor_rate.c.id.in_(used)).order_by(tutor_rate.c.id))
        for user, (_, day) in row["hands"].get(hands.ENTERED, {}).items()
    }


def _counts(tx: Tx, priced: sa.Subquery) -> dict[str, int]:
    """Count the tutorials that are ready to be paid, that wait, and that have no rate."""
    waits, rated = priced.c.waits_for > 0, priced.c.hourly.is_not(None)
    count = sa.func.count()
    row = tx.one(
        sa.select(
            count.filter(~waits, rated).label("ready"),
            count.filter(~waits, ~rated).label("withoutRate"),
            count.filter(waits).label("waiting"),
            sa.cast(sa.func.coalesce(sa.func.sum(priced.c.waits_for), 0), sa.Integer).label("waitingSlips"),
        )
    )
    assert row is not None, "an aggregate answers one row"
    return dict(row)


def bank_csv(connection: sa.Connection, actor: Actor, run: int) -> tuple[str, str]:
    """Return file name and text of the CSV of an approved run, one row per person; 'No bank details' if the bank cannot
    pay. A paid run shows the accounts that were paid; of those replaced since, only the last four digits.

    Raises NotFound; Conflict while the run is not approved, or if bank details changed after its approval.
    """
    row = row_or_404(connection, sa.select(pay_run).where(pay_run.c.id == run))
    if row["status"] not in {"approved", "paid"}:
        raise Conflict("A pay run is paid once two people have approved it", code="wrong_state")
    current = queries.accounts_of(connection, actor, run)
    approved = current if row["accounts"] is None else row["accounts"]  # approved before bank details were stored
    sums = queries.tutor_sums(connection, actor, run)
    if row["status"] == "approved":
        _check_unchanged(sums, approved, current)
    numbers = _account_columns(connection, approved.values())
    output = io.StringIO()
    writer = csv.writer(output)
    writer.writerow(_HEAD)
    for entry in sums:
        pounds, pence = divmod(entry["amount"], 100)
        account = numbers.get(approved.get(queries.key_of(entry)), _NO_ACCOUNT)
        reference = f"PAY-{run}-{entry['tutorId'] or 'I' + str(entry['invigilatorId'])}"
        hours = f"{entry['minutes'] / 60:.2f}"
        writer.writerow(
            [
                *map(_plain, account),
                f"{pounds}.{pence:02}",
                row["currency"],
                reference,
                entry["tutorId"],
                _plain(entry["name"]),
                hours,
                entry["lines"],
                entry["rates"],
            ]
        )
    return f"tutor-payments-{row['month']:%Y-%m}-{run}.csv", output.getvalue()


_HEAD = (
    "Account holder",
    "Sort code",
    "Account number",
    "IBAN",
    "BIC",
    "Amount",
    "Currency",
    "Reference",
    "Tutor id",
    "Name",
    "Hours",
    "Tutorials",
    "Paid at",
)
_NO_ACCOUNT = ("No bank details", "", "", "", "")


def _check_unchanged(
    sums: Sequence[Mapping[str, Any]], approved: Mapping[str, int | None], current: Mapping[str, int | None]
) -> None:
    """Raise Conflict if bank details differ from the ones that two people approved."""
    keys = {queries.key_of(entry): entry["name"] for entry in sums}
    names = [name for key, name in keys.items() if approved.get(key) != current.get(key)]
    if names:
        raise Conflict(
            f"Bank details changed after this run was approved: {', '.join(names)}. Please take the run back to draft, "
            "ask each of them, and have it approved again.",
            code="bank_details_changed",
        )


def _account_columns(connection: sa.Connection, ids: Iterable[int | None]) -> dict[int | None, tuple[str, ...]]:
    """Return holder and numbers of bank details by id; for replaced ones, the last four digits instead of the
    numbers."""
    account = payee_account.c
    account_ids = [number for number in ids if number is not None]
    rows = all_rows(connection, sa.select(payee_account).where(account.id.in_(account_ids)))
    return {
        row["id"]: (row["holder"], *(row[name] for name in NUMBERS))
        if row["replaced"] is None
        else (row["holder"], "", f"ends in {row['last_four']}", "", "")
        for row in rows
    }


def _plain(text: str) -> str:
    """Return `text`, quoted if a spreadsheet would read it as a formula."""
    return "'" + text if text.startswith(_FORMULA) else text
