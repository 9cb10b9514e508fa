"""The life of a claim: draft, submitted, returned or approved, paid."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from finance.days import PastDate
from finance.payouts.expenses.model import expense_claim
from finance.payouts.policy import is_own, pays
from kit.db import Tx
from kit.fields import Text, options
from kit.policy import Actor, Row, nobody, own, staff
from kit.sql import Scope, me
from kit.workflow import Confirm, Move, Need, Step, Workflow

STATES = options(
    ("draft", "Draft", "grey"),
    ("submitted", "Submitted", "blue"),
    ("returned", "Returned", "orange"),
    ("approved", "Approved", "green"),
    ("paid", "Paid", "green"),
)
OPEN = ("draft", "returned")
"""States in which the claimant still changes the claim."""
NO_OWN = "Nobody approves or pays their own claim"
mine = own("user", "user_id")
reads = staff
SCOPE = Scope(everything=pays, own={"user": expense_claim.c.user_id == me("user")})
OWN = Scope(everything=nobody, own=SCOPE.own)


def _complete(row: Row, _: Actor) -> str | None:
    if not row["lines"]:
        return "Please add what you paid for first"
    if row["without_receipt"]:
        return "Every line needs its receipt; mileage alone does not"
    return None


def _not_own(row: Row, actor: Actor) -> str | None:
    return NO_OWN if is_own(actor, row, "user_id") else None


def _submitted(_: Tx, __: Step) -> Mapping[str, Any]:
    return {"submitted": dt.datetime.now(dt.UTC), "return_reason": ""}


def _approved(_: Tx, step: Step) -> Mapping[str, Any]:
    return {"approved_by_id": step.actor.user_id, "approved_by_name": step.actor.name}


def _returned(_: Tx, step: Step) -> Mapping[str, Any]:
    return {"return_reason": step.body["reason"], "approved_by_id": None, "approved_by_name": ""}


def _paid(_: Tx, step: Step) -> Mapping[str, Any]:
    named = {"paid_by_id": step.actor.user_id, "paid_by_name": step.actor.name}
    return {"paid_date": step.body["paidDate"], **named}


CLAIMS = Workflow(
    name="expenseClaim",
    table=expense_claim,
    column=expense_claim.c.status,
    states=STATES,
    scope=SCOPE,
    moves=(
        Move(
            name="submit", title="Submit", source=OPEN, target="submitted", who=mine, path="/expenses/{id}/submit",
            when=_complete, effect=_submitted, style="primary",
            confirm=Confirm("Submit the claim?", "It goes to accounts and cannot be changed while it is there."),
        ),
        Move(
            name="withdraw", title="Withdraw", source=("submitted",), target="draft", who=mine,
            path="/expenses/{id}/withdraw",
        ),
        Move(
            name="approve", title="Approve", source=("submitted",), target="approved", who=pays,
            path="/expenses/{id}/approve", when=_not_own, effect=_approved, style="primary",
            confirm=Confirm("Approve the claim?", "It can be paid then."),
        ),
        Move(
            name="return", title="Return", source=("submitted", "approved"), target="returned", who=pays,
            path="/expenses/{id}/return", when=_not_own, effect=_returned,
            needs=(Need("reason", Text(required=True, max_length=500, multiline=True), "Reason"),),
        ),
        Move(
            name="pay", title="Mark as paid", source=("approved",), target="paid", who=pays,
            path="/expenses/{id}/pay", when=_not_own, effect=_paid, style="primary",
            needs=(Need("paidDate", PastDate(required=True), "Paid on"),),
        ),
    ),
)  # fmt: skip
