"""Calls for the plan, the write-off and payments (`money.md 2`, `4`)."""

from __future__ import annotations

from typing import Any

from finance.invoices.policy import books_payments, books_refunds, issues_credits, reverses_payments
from finance.plans import commands, payments, refunds
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
    """Enter money received by hand: {amount, type, datePaid, note?}."""
    return payments.add(call.tx, id, body)


@routes.post("/invoice/{id}/refund", may=books_refunds, status=201, answers=PaymentAdded, takes=refunds.REFUND)
def add_refund(call: Call, id: int, body: dict[str, Any]) -> dict[str, Any]:
    """Enter money paid back by hand: {amount, type, datePaid, note?}, the amount above zero."""
    return refunds.add(call.tx, id, body)


@routes.delete("/invoice/payment/{id}", may=reverses_payments, answers=PaymentReversed)
def reverse_payment(call: Call, id: int) -> dict[str, Any]:
    """Reverse a payment or refund that was entered by hand, with an opposite entry."""
    return payments.reverse(call.tx, id)
