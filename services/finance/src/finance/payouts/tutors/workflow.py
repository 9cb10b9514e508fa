"""Workflow of a pay run: draft, checked by one person, approved by another, paid."""

from __future__ import annotations

import calendar
import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from finance.days import PastDate
from finance.payouts.policy import finance, is_own, refuse_any
from finance.payouts.tutors import queries
from finance.payouts.tutors.attributes import STATES
from finance.payouts.tutors.model import pay_run
from finance.periods.moves import PAID_DATE, open_on
from kit.changes import hands
from kit.database import Tx
from kit.errors import Conflict
from kit.policy import Actor, Row, Scope, reading
from kit.values.first_few import first_names
from kit.workflow import Confirm, Move, Need, Step, Workflow


@reading("lines")
def _refuse_empty(row: Row, _: Actor) -> str | None:
    return None if row["lines"] else "There is nothing to pay in this run"


@reading("checked_by_id", hands.NAME)
def _refuse_second(row: Row, actor: Actor) -> str | None:
    checked = is_own(actor, row, "checked_by_id") or hands.own_step(row[hands.NAME], actor, ("checked",))
    return "A pay run needs two approvers: you have already checked it" if checked else None


_refuse_check = refuse_any(_refuse_empty, hands.refuse_hand("approves it"))
_refuse_approval = refuse_any(_refuse_second, _refuse_check)


def _last_day(_: Tx, row: Row) -> tuple[dt.date]:
    """Return the day of a run: the last of its month."""
    month: dt.date = row["month"]
    return (month.replace(day=calendar.monthrange(month.year, month.month)[1]),)


_IN_OPEN_MONTH = open_on(_last_day)


def _store_accounts(tx: Tx, step: Step) -> Mapping[str, Any]:
    _IN_OPEN_MONTH(tx, step)
    entered = queries.who_entered_accounts(tx.connection, step.actor, step.row["id"])
    for name in (name for user, (name, _) in entered.items() if user in hands.ids_of(step.actor)):
        raise Conflict(f"You entered the bank details of {name}, so somebody else approves it", code="refused_now")
    return {"accounts": queries.accounts_of(tx.connection, step.actor, step.row["id"])}


def _clear_accounts(tx: Tx, step: Step) -> Mapping[str, Any]:
    _IN_OPEN_MONTH(tx, step)
    return {"accounts": None}


def _with_warning(text: str) -> Callable[[Mapping[str, Any]], str]:
    """Return a question: how many people are paid, `text`, and who lacks bank details, so that the bank cannot pay
    them."""

    def question(run: Mapping[str, Any]) -> str:
        names = [entry["name"] for entry in run["tutors"] if entry["bankDetails"] is None]
        asked = f"It pays {_people(run['tutors'])}. {text}"
        return f"{asked} {no_bank_details(names)}" if names else asked

    return question


def _people(paid: Sequence[Mapping[str, Any]]) -> str:
    """Describe the payees: `3 tutors and 1 invigilator`."""
    counts = (
        (sum(entry["tutorId"] is not None for entry in paid), "tutor"),
        (sum(entry["tutorId"] is None for entry in paid), "invigilator"),
    )
    return " and ".join(f"{count} {what if count == 1 else what + 's'}" for count, what in counts if count)


def no_bank_details(names: Sequence[str]) -> str:
    """Return the sentence that names people without bank details, at most ten of them."""
    listed = first_names(names, 10)
    return f"No bank details: {listed}. Enter them before the run is approved: the bank cannot pay without."


PAY_RUNS = Workflow(
    name="payRun",
    column=pay_run.c.status,
    states=STATES,
    scope=Scope(everything=finance),
    moves=(
        Move(
            name="check",
            title="Approve as first",
            source=("draft",),
            target="checked",
            who=finance,
            done="Pay run {id} approved by the first of two",
            path="/tutorpayments/{id}/check",
            alone=True,
            when=_refuse_check,
            signs="checked",
            style="primary",
            effect=_IN_OPEN_MONTH,
            confirm=Confirm(
                "Approve pay run {id} for {total:money} as the first of two?",
                _with_warning("Its slips and amounts stay fixed until it goes back to draft."),
                yes="Approve pay run",
            ),
        ),
        Move(
            name="approve",
            title="Approve as second",
            source=("checked",),
            target="approved",
            who=finance,
            done="Pay run {id} approved by both",
            path="/tutorpayments/{id}/approve",
            alone=True,
            when=_refuse_approval,
            signs="approved",
            effect=_store_accounts,
            style="primary",
            confirm=Confirm(
                "Approve pay run {id} for {total:money} as the second of two?",
                _with_warning("The run can be paid then, to the bank details as they are now."),
                yes="Approve pay run",
            ),
        ),
        Move(
            name="return",
            title="Back to draft",
            source=("checked", "approved"),
            target="draft",
            who=finance,
            done="Pay run {id} is a draft again",
            path="/tutorpayments/{id}/return",
            alone=True,
            unsigns=("checked", "approved"),
            effect=_clear_accounts,
        ),
        Move(
            name="pay",
            title="Mark as paid",
            source=("approved",),
            target="paid",
            who=finance,
            done="Pay run {id} marked as paid",
            path="/tutorpayments/{id}/pay",
            alone=True,
            when=hands.refuse_hand("marks it as paid"),
            signs="paid",
            style="primary",
            effect=PAID_DATE,
            needs=(Need("paidDate", PastDate(required=True), "Paid on", pay_run.c.paid_date),),
            confirm=Confirm("Mark pay run {id} for {total:money} as paid?", yes="Mark as paid"),
        ),
    ),
)
