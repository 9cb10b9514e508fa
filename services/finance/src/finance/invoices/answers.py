"""Parts of an invoice that its list and its detail share. Amounts are in minor units."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, TypedDict

from finance.invoices.rules import PAYMENT_OPTIONS, STATUS_OPTIONS
from kit.values.schemas import Moment, choice_of

Status = Annotated[str, choice_of(STATUS_OPTIONS)]
PaymentType = Annotated[str, choice_of(PAYMENT_OPTIONS)]


class DatedDay(TypedDict):
    """A day as the legacy calls wrap it."""

    date: dt.date


class LatestPayment(TypedDict):
    """The latest payment that is not reversed; `payments` has all."""

    type: PaymentType
    amount: int
    currency: str
    datePaid: DatedDay


class RecentComment(TypedDict):
    """The comment written or edited last, without markup."""

    comment: str
    modified: Moment


class InvoiceMeta(TypedDict):
    """The payment method."""

    paidMeta: str
    paidAmount: int
    paidDate: DatedDay | None
