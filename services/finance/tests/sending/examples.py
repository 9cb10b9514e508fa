"""Examples of sending, for the conformance suite."""

from __future__ import annotations

from typing import Any

FIELDS: dict[str, Any] = {
    "invoiceTemplate": {
        "subject": {
            "accepts": ["{{title}} {{number}}", "{{title}} {{number}} of {{date}}"],
            "refuses": ["", None, "x" * 251, "{{name}}"],
        },
        "body": {
            "accepts": ['<p>Dear {{person}}, <a href="{{paymentLink}}">pay</a></p>'],
            "refuses": ["", 5, "<p>{{ whoever }}</p>"],
        },
    },
    "letterhead": {
        "orgId": {"accepts": [99], "refuses": [None, "Oxford"]},
        "name": {"accepts": ["Staffroom Ltd"], "refuses": ["", None, "x" * 101]},
        "address": {"accepts": ["1 Mill Road\nOxford"], "refuses": [5, "x" * 301]},
        "email": {"accepts": ["a@example.org", ""], "refuses": ["a at b"]},
        "phone": {"accepts": ["+44 1865 000000"], "refuses": ["call me"]},
        "website": {"accepts": ["www.example.org"], "refuses": ["x" * 101]},
        "companyNumber": {"accepts": ["01234567"], "refuses": ["x" * 41]},
        "VATNumber": {"accepts": ["GB 123 4567 89"], "refuses": ["x" * 41]},
        "smallPrint": {"accepts": ["Terms apply."], "refuses": ["x" * 601]},
        "paymentTerms": {"accepts": ["Please pay by the due date."], "refuses": ["x" * 601]},
        "colour": {"accepts": ["#0f5a63"], "refuses": ["teal", "", "#12"]},
        "logo": {"accepts": ["data:image/png;base64,AAAA", ""], "refuses": ["https://example.org/logo.png"]},
    },
}
LISTS: dict[str, Any] = {
    "invoiceTemplates": {"filters": {}},
    "letterheads": {"filters": {}},
}
