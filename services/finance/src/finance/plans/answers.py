"""Answers to calls about plans and payments."""

from __future__ import annotations

from typing import TypedDict

from finance.invoices.answers import Status


class PlanMade(TypedDict):
    """The invoice and its new instalments."""

    id: int
    ids: list[int]


class WrittenOff(TypedDict):
    """The invoice, the line with the written-off `amount`, and the resulting status."""

    id: int
    itemId: int
    amount: int
    status: Status


class PaymentAdded(TypedDict):
    """The payment and the resulting status; no id if nothing was owed."""

    id: int | None
    status: Status


class PaymentReversed(TypedDict):
    """The reversing payment and the resulting status."""

    id: int
    status: Status
