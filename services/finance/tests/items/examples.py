"""Examples of lines and texts, for the conformance suite."""

from __future__ import annotations

from typing import Any

_LINE = {"meta_type": "standalone", "discount_type": "none"}
_EXAM_LINE = {"account_id": 472}
FIELDS: dict[str, Any] = {
    "invoiceItem": {
        "metaType": {"accepts": ["subitem", "credit"], "refuses": ["title", "line", None], "where": _LINE},
        "type": {"accepts": ["asp", "other"], "refuses": ["tuition", None]},
        "accountId": {"accepts": [101], "refuses": [None, 200, 999_999, "B1"], "where": _EXAM_LINE},
        "subAccountId": {"accepts": [2, 3], "refuses": [None, 999_999, "B1"], "where": _EXAM_LINE},
        "amount": {"accepts": [1_000_000, 900_000], "refuses": [None, "1.50", 10_000_000_000], "where": _LINE},
        "discountType": {"accepts": ["percentage", "none", "amount"], "refuses": [None, "half"], "where": _LINE},
        "discount": {
            "accepts": [1_500],
            "refuses": [0, -1, None, 10_001, "1.5"],
            "where": {"discount_type": "percentage"},
        },
        "description": {"accepts": ["<p>Two terms</p>"], "refuses": [None, "", "<p> </p>", 5]},
        "displayOrder": {"accepts": [7], "refuses": [-1, "last"]},
        "examId": {"accepts": [7, None], "refuses": [0, "French"]},
    },
    "invoiceFooterHeader": {
        "tag": {"accepts": ["sample", "custom", None], "refuses": ["other"]},
        "description": {"accepts": ["<p>Thank you</p>"], "refuses": [None, "<p></p>"]},
        "displayOrder": {"accepts": [3], "refuses": [-1, "last"]},
    },
}
