"""Declarations of the copy of invoices."""

import datetime as dt
from collections.abc import Mapping
from typing import Any

from kit.events import Copy, Event, Gone, or_none, same
from kit.service import Module
from people.billing.model import exam_billing, invoice
from staffroom.finance.events.v1.events_pb2 import ExamBillingChanged, InvoiceChanged

INVOICE_CHANGED = Event.of(InvoiceChanged)
EXAM_BILLING_CHANGED = Event.of(ExamBillingChanged)
_COLUMNS = same(
    "number", "status", "currency", "total", "outstanding", "isCreditNote", "personKind", "personId", "deleted"
)


def _date(payload: Mapping[str, Any]) -> dt.date | None:
    return dt.date.fromisoformat(payload["date"]) if payload["date"] else None


MODULE = Module(
    subscriptions=(
        Copy(
            event=INVOICE_CHANGED,
            table=invoice,
            columns=_COLUMNS
            | {
                "student_id": or_none("studentId"),
                "enquiry_with_type_id": or_none("enquiryWithTypeId"),
                "date": _date,
            },
            gone=Gone.REMOVE,
        ),
        Copy(
            event=EXAM_BILLING_CHANGED,
            table=exam_billing,
            columns={"status": "status", "invoice_id": or_none("invoiceId")},
            gone=Gone.REMOVE,
        ),
    )
)
