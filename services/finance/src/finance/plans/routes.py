"""Calls for the plan, the write-off and payments (`money.md 2`, `4`)."""

from __future__ import annotations

from typing import Any

from finance.invoices.policy import books_payments, issues_credits
from finance.plans import commands, payments
from finance.plans.answers import PaymentAdded, PaymentReversed, PlanMade, WrittenOff
from kit.http.fastapi import Call, Routes
from kit.policy import staff

routes = Routes()


@routes.post("/invoice/{id}/plan", may=staff, status=201, answers=PlanMade, takes=commands.PLAN)
def make_plan(call: Call, id: int, body: dict[str, Any]) -> dict[str, Any]:
    """Create an instalment plan: {count, first, every}, every one of month, week, fortnight, quarter."""
    return commands.make_plan(call.tx, id, body)


@routes.post("/invoice/{id}/writeoff", may=issues_credits, answers=WrittenOff)
def write_off(call: Call, id: int) -> dict[str, Any]:
    """Write off a small balance."""
    return commands.write_off(call.tx, id)


@routes.post("/invoice/{id}/payment", may=books_payments, status=201, answers=PaymentAdded, takes=payments.PAYMENT)
def add_payment(call: Call, id: int, body: dict[str, Any]) -> dict[str, Any]:
    """Enter a payment by hand: {amount, type, datePaid, note?}."""
    return payments.add(call.tx, id, body)


@routes.delete("/invoice/payment/{id}", may=books_payments, answers=PaymentReversed)
def reverse_payment(call: Call, id: int) -> dict[str, Any]:
    """Take a payment back that was entered by hand; a payment that reverses it is entered."""
    return payments.reverse(call.tx, id)
