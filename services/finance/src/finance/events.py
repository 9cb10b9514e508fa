"""The events that finance publishes, and the payload of its invoices."""

from __future__ import annotations

from typing import Any

from kit.events import Event
from kit.policy import Row
from staffroom.finance.events.v1.events_pb2 import InvoiceChanged
from staffroom.support.events.v1.events_pb2 import NotificationRaised

INVOICE_CHANGED = Event.of(InvoiceChanged)
NOTIFICATION_RAISED = Event.of(NotificationRaised, "finance")


def invoice_payload(row: Row) -> dict[str, Any]:
    """InvoiceChanged of a row of `invoice`."""
    return {
        "id": row["id"],
        "number": row["number"] or "",
        "status": row["status"],
        "organisationId": row["organisation_id"],
        "currency": row["currency"],
        "total": row["total"],
        "outstanding": row["outstanding"],
        "isCreditNote": row["is_credit_note"],
        "personKind": row["person_kind"],
        "personId": row["person_id"],
        "studentId": row["student_id"] or 0,
        "dueDate": row["due_date"].isoformat() if row["due_date"] else "",
    }
