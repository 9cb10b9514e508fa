"""Workflow of an expense claim: draft, submitted, returned or approved, paid."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from finance.days import PastDate
from finance.payouts.expenses.attributes import STATES
from finance.payouts.expenses.model import expense_claim, expense_line
from finance.payouts.policy import pays, refuse_any, refuse_own
from finance.periods.moves import PAID_DATE, PAID_UNDONE, open_on, undone_on
from kit.changes.hands import refuse_hand
from kit.database import Tx
from kit.policy import Actor, Reach, Row, Scope, nobody, reading
from kit.values import Text
from kit.workflow import UNDO, Confirm, Move, Need, Step, Workflow

OPEN = ("draft", "returned")
"""States in which the claimant can change the claim."""
REACH = Reach(pays, user=expense_claim.c.user_id)
SCOPE, own_claim = REACH.scope, REACH.own
OWN = Scope(everything=nobody, own=SCOPE.own)
_not_own = refuse_own("user_id", "Nobody approves or pays their own claim")
_refuse_approval = refuse_any(_not_own, refuse_hand("approves it"))
_refuse_payment = refuse_any(_not_own, refuse_hand("marks it as paid"))


@reading("lines", "without_receipt")
def _refuse_incomplete(row: Row, _: Actor) -> str | None:
    if not row["lines"]:
        return "Please add what you paid for first"
    if row["without_receipt"]:
        return "Every line needs its receipt; mileage alone does not"
    return None


def _clear_return_reason(_: Tx, __: Step) -> Mapping[str, Any]:
    return {"return_reason": ""}


def _days_of_lines(tx: Tx, row: Row) -> list[dt.date]:
    """Return the days of the expenses on a claim: its approval books each on its day."""
    days = sa.select(expense_line.c.date).where(expense_line.c.claim_id == row["id"]).order_by(expense_line.c.date)
    return list(tx.execute(days).scalars())


def _days_booked(tx: Tx, row: Row) -> list[dt.date]:
    """Return the same days for an approved claim; other claims have no bookings."""
    approved = sa.select(expense_claim.c.id).where(
        expense_claim.c.id == row["id"], expense_claim.c.status == "approved"
    )
    return _days_of_lines(tx, row) if tx.scalar(approved) is not None else []


_DATED, _UNDONE = open_on(_days_of_lines), undone_on(_days_of_lines)
_CLAIM = "claim {title} of {user.name} for {total:money}"

CLAIMS = Workflow(
    name="expenseClaim",
    column=expense_claim.c.status,
    states=STATES,
    scope=SCOPE,
    moves=(
        Move(
            name="submit",
            title="Submit",
            source=OPEN,
            target="submitted",
            who=own_claim,
            path="/expenses/{id}/submit",
            done="Claim {title} submitted to accounts",
            when=_refuse_incomplete,
            signs="submitted",
            effect=_clear_return_reason,
            style="primary",
            confirm=Confirm(
                "Submit claim {title} for {total:money}?",
                "It goes to accounts and cannot be changed while it is there.",
                yes="Submit claim",
            ),
        ),
        Move(
            name="withdraw",
            title="Withdraw",
            source=("submitted",),
            target="draft",
            who=own_claim,
            done="Claim {title} withdrawn",
            path="/expenses/{id}/withdraw",
        ),
        Move(
            name="approve",
            title="Approve",
            source=("submitted",),
            target="approved",
            who=pays,
            done="Claim {title} of {user.name} approved",
            path="/expenses/{id}/approve",
            when=_refuse_approval,
            signs="approved",
            style="primary",
            key="A",
            undo=UNDO,
            effect=_DATED,
            undone=_UNDONE,
            confirm=Confirm(f"Approve {_CLAIM}?", "It can be paid then.", yes="Approve claim"),
        ),
        Move(
            name="return",
            title="Return",
            source=("submitted", "approved"),
            target="returned",
            who=pays,
            done="Claim {title} returned to {user.name}",
            path="/expenses/{id}/return",
            when=_not_own,
            unsigns=("approved",),
            key="R",
            undo=UNDO,
            effect=open_on(_days_booked),
            undone=undone_on(_days_booked),
            needs=(
                Need(
                    "reason",
                    Text(required=True, max_length=500, multiline=True),
                    "Reason",
                    expense_claim.c.return_reason,
                ),
            ),
        ),
        Move(
            name="pay",
            title="Mark as paid",
            source=("approved",),
            target="paid",
            who=pays,
            done="Claim {title} of {user.name} marked as paid",
            path="/expenses/{id}/pay",
            when=_refuse_payment,
            signs="paid",
            style="primary",
            key="P",
            undo=UNDO,
            effect=PAID_DATE,
            undone=PAID_UNDONE,
            needs=(Need("paidDate", PastDate(required=True), "Paid on", expense_claim.c.paid_date),),
            confirm=Confirm(f"Mark {_CLAIM} as paid?", yes="Mark as paid"),
        ),
    ),
)
