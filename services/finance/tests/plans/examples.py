"""Examples of instalments and payments, for the conformance suite."""

from __future__ import annotations

from typing import Any

_UNPAID = {"where": {"is_paid": False}, "parent": {"status": "proposed"}}
FIELDS: dict[str, Any] = {
    "invoiceInstallment": {
        "amount": {"accepts": [119_290, "119291"], "refuses": [None, "", 0, -1, "12.5", 5.5], **_UNPAID},
        "dueDate": {"accepts": ["2026-12-21", {"date": "2026-12-22"}], "refuses": [None, "21/12"], **_UNPAID},
        "paidDate": {"accepts": ["2026-11-20", None], "refuses": ["yesterday"], **_UNPAID},
        "paymentType": {"accepts": ["flywire", None], "refuses": ["cash", 5], **_UNPAID},
        "isPaid": {"accepts": [False, "false"], "refuses": ["paid", True], **_UNPAID},
    },
}
