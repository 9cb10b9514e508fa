"""Examples of the invoice editor, for the conformance suite."""

from __future__ import annotations

from typing import Any

_TEXT = {"accepts": ["Mill House", ""], "refuses": [17, "x" * 256]}
_PLAIN_DRAFT = {"number": None, "parent_id": None, "has_instalment_plan": False}
_PAID = {"body": {"paidMeta": "bankTransfer", "paidDate": "2026-11-20"}}
_SENT = {"body": {"date": "2026-11-20T09:30:00Z"}}
FIELDS: dict[str, Any] = {
    "invoice": {
        "title": {"accepts": ["Proposal", "Credit"], "refuses": ["Bill", None], "where": _PLAIN_DRAFT},
        "email": {"accepts": ["ada@example.org", ""], "refuses": ["ada at example"]},
        "billingYear": {"accepts": [2526, "2425", None], "refuses": [2527, "2527", "next", True]},
        "date": {"accepts": ["2026-11-21"], "refuses": [None, "tomorrow"]},
        "dueDate": {"accepts": ["2026-12-21", {"date": "2026-12-21 00:00:00"}, None], "refuses": ["21/12", 5]},
        "NIF": {"accepts": ["512345678"], "refuses": ["x" * 21, 5]},
        "description": {"accepts": ["<p>Agreed by telephone</p>", ""], "refuses": [5]},
        "line1": _TEXT,
        "line2": _TEXT,
        "line3": _TEXT,
        "postcode": {"accepts": ["OX1 2AB"], "refuses": ["x" * 21]},
        "isCreditNote": {"accepts": [True, "false"], "refuses": ["maybe"], "where": _PLAIN_DRAFT},
        "hasInstallmentPlan": {"accepts": [True, False], "refuses": ["maybe"], "where": {"is_credit_note": False}},
        **{name: {"accepts": [], "refuses": [123_456_789, "much"]} for name in ("amount", "discount", "VAT", "total")},
    },
}
MOVES: dict[str, Any] = {
    "invoice": {
        **{name: {"body": {}} for name in ("propose", "proposeAnyway", "cancel", "cancelAnyway", "final")},
        **{name: {"body": {"reason": "The date was wrong"}} for name in ("takeBack", "draft", "draftAnyway")},
        "pay": _PAID,
        "payAnyway": _PAID,
        "payAgain": {"body": {"paidMeta": "instalmentPlan", "paidDate": "2026-11-20"}},
        "sendDraft": _SENT,
        "markSent": _SENT,
    },
}
LISTS: dict[str, Any] = {
    "myInvoices": {
        "reader": "client",
        "filters": {
            "status": "paid",
            "unpaid": "true",
            "date": "2020-01-01..",
            "dueDate": "2020-01-01..",
            "orgId": "1",
            "currency": "GBP",
            "hasInstallmentPlan": "true",
            "studentId": "2",
            "ewtId": "1002",
            "entityType": "student",
            "entityTypeId": "3",
        },
    },
    "invoices": {
        "filters": {
            "orgId": "1",
            "status": "credit,paid",
            "billingYear": "0,2122",
            "currency": "GBP",
            "date": "2026-01-01..",
            "dueDate": "2020-01-01..",
            "hasInstallmentPlan": "true",
            "unpaid": "true",
            "noDueDate": "true",
            "lowBalance": "false",
            "issued": "true",
            "overdue": "true",
            "age": "1-30,credit",
            "lineType": "asp,exams",
            "studentId": "1",
            "clientId": "1,2",
            "ewtId": "1194,1001",
            "entityType": "student",
            "entityTypeId": "1",
        },
        "path": {"orgId": "1"},
    },
    "unpaid": {
        "filters": {
            "orgId": "1,4",
            "billingYear": "0,2526",
            "currency": "GBP",
            "dueDate": "2020-01-01..",
            "hasInstallmentPlan": "false",
            "lineType": "exams",
            "studentId": "1",
            "age": "1-30,over90",
        }
    },
}
