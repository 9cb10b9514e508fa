"""Answers of the calls of plans and payments."""

from __future__ import annotations

from typing import TypedDict

from finance.invoices.answers import Status


class PlanMade(TypedDict):
    """The invoice and its new instalments."""

    id: int
    ids: list[int]


class WrittenOff(TypedDict):
    """The invoice, the line that writes `amount` off, and the status that follows."""

    id: int
    itemId: int
    amount: int
    status: Status


class PaymentAdded(TypedDict):
    """The payment, and the status that follows; no id where nothing was owed."""

    id: int | None
    status: Status


class PaymentReversed(TypedDict):
    """The payment that takes the other back, and the status that follows."""

    id: int
    status: Status
