"""Refusals of plans, payments and write-offs, by the state of the invoice (`money.md 2`, `4`, `5`). Pure."""

from __future__ import annotations

from collections.abc import Sequence

from finance.invoices.rules import CANCELLED
from kit.policy import Row
from kit.values.shown import money

LOW_BALANCE = 10
"""A balance under `total / LOW_BALANCE` can be written off (10 %, `money.md 9`)."""
NO_PLAN = "A credit note has no instalment plan"
PLAN_EXISTS = "This invoice already has an instalment plan"
DRAFT_UNPAID = "A draft takes no payments: please mark it as sent first"
ALL_PAID = "Nothing is outstanding on this invoice"
NOTHING_DUE_BACK = "Nothing is due back on this invoice"
CREDIT_PAYS_BACK = "A credit note takes no payments: what is paid back on it is a refund"
REFUNDED_THERE = "This credit note is set against its invoice: please enter the refund on that invoice"


def plan_mismatch(row: Row, amounts: Sequence[int]) -> str | None:
    """Return why the plan of an open invoice does not add up to it, or None (`money.md 5`)."""
    planned, total, currency = sum(amounts), row["total"], row["currency"]
    if row["status"] in {"paid", "cancelled"} or not amounts or planned == total:
        return None
    rest = f"there is {money(total - planned, currency)} outstanding"
    if planned > total:
        rest = f"it is over by {money(planned - total, currency)}"
    begins = f"The instalment plans add up to {money(planned, currency)}"
    return f"{begins} which doesn't match the invoice total of {money(total, currency)}, {rest}"


def refuse_plan(row: Row) -> str | None:
    """Return why no plan can be created, or None: not for credit notes, and not if a plan exists (`money.md 2`)."""
    if row["is_credit_note"]:
        return NO_PLAN
    if row["has_instalment_plan"]:
        return PLAN_EXISTS
    return None if row["total"] > 0 else "An instalment plan needs a total above 0"


def refuse_write_off(row: Row) -> str | None:
    """Return why the balance cannot be written off, or None: part paid, and outstanding divided by total is above 0 and
    below 0.1 (`money.md 4`)."""
    if row["status"] != "partPaid":
        return "Only the balance of a partially paid invoice can be written off"
    low = 0 < row["outstanding"] * LOW_BALANCE < row["total"]
    return None if low else "Only a balance above 0 and under 10% of the total can be written off"


def _refuse_money(row: Row) -> str | None:
    return {"draft": DRAFT_UNPAID, "cancelled": CANCELLED}.get(row["status"])


def refuse_payment(row: Row) -> str | None:
    """Return why no money received can be entered, or None: only if something is owed."""
    if (refusal := _refuse_money(row)) is not None:
        return refusal
    if row["is_credit_note"]:
        return CREDIT_PAYS_BACK
    if row["outstanding"] < 0:
        due_back = money(-row["outstanding"], row["currency"])
        return f"Nothing is owed on this invoice: {due_back} is due back. Please enter a refund"
    return None if row["outstanding"] else ALL_PAID


def refuse_refund(row: Row) -> str | None:
    """Return why no money paid back can be entered, or None: only if the balance is negative."""
    if (refusal := _refuse_money(row)) is not None:
        return refusal
    if row["parent_id"] is not None:
        return REFUNDED_THERE
    return None if row["outstanding"] < 0 else NOTHING_DUE_BACK


def refuse_bookings(row: Row) -> str | None:
    """Return why its instalments cannot be marked as paid or unpaid, or None."""
    return _refuse_money(row)
