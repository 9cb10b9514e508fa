"""Forms and choices of the parts of an invoice other than its fields and lines; the page renders them from here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from finance.pay.rules import TRY_OUTCOMES
from finance.plans.commands import PLAN
from finance.plans.payments import PAYMENT
from finance.plans.refunds import REFUND
from finance.sending.rules import BULK_STATES, MAIL_KINDS
from finance.sync.lists import INVOICE_STATES
from kit.mail.queue import STATE_OPTIONS
from kit.values import Date, FieldType, Integer, Money, Select, Text
from kit.values.bodies import section

_KIND = Select(choices=MAIL_KINDS)
_COMPARED: Mapping[str, FieldType] = {
    "state": Text(),
    "number": Text(),
    "total": Money(),
    "amount": Money(),
    "credited": Money(),
    "date": Date(),
    "dueDate": Date(),
    "lines": Integer(),
}
"""The parts of a document that a conflict with the accounting system compares; for the lines, their number."""


def form() -> dict[str, Any]:
    """Handle `GET /invoice/parts/fields`: return a section for each part."""
    plan_titles = {"count": "Number of instalments", "first": "First due date", "every": "Interval"}
    payment_titles = {"amount": "Amount received", "type": "Payment method", "datePaid": "Received date"}
    refund_titles = {"amount": "Amount paid back", "type": "Refund method", "datePaid": "Paid back on"}
    return {
        "sections": [
            section("plan", "Instalment plan", PLAN, plan_titles),
            section("payment", "Payment", PAYMENT, payment_titles),
            section("refund", "Refund", REFUND, refund_titles),
            section("email", "Email", {"kind": _KIND, "state": Select(choices=STATE_OPTIONS)}, {}),
            section("bulk", "Many invoices", {"kind": _KIND, "state": Select(choices=BULK_STATES)}, {}),
            section("sync", "Accounting system", {"state": Select(choices=INVOICE_STATES)}, {}),
            section("compared", "Conflict", _COMPARED, {"amount": "Payment"}),
            section("payTry", "Payment link", {"outcome": Select(choices=TRY_OUTCOMES)}, {}),
        ]
    }
