"""The payload of events about an invoice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kit.policy import Row


def payload(row: Row) -> Mapping[str, Any]:
    """The payload of `finance.invoice.changed`."""
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
