"""Examples of website notices, for the conformance suite."""

from __future__ import annotations

from typing import Any

_NOTHING: dict[str, object] = {"body": {}}
_REASON: dict[str, object] = {"body": {"reason": "The dates are wrong"}}
_DRAFT = {"where": {"status": "draft"}}
FIELDS: dict[str, Any] = {
    "websiteNotice": {
        "title": {"accepts": ["Closed on Monday"], "refuses": ["", None, "x" * 121, 5], **_DRAFT},
        "body": {"accepts": ["<p>Closed</p>"], "refuses": ["", "<p></p>", None, 5], **_DRAFT},
        "picture": {"accepts": [[]], "refuses": ["7", [0], [7, 8], [999_999]], **_DRAFT},
        "audience": {"accepts": [["parents", "tutors"], []], "refuses": ["parents", ["dogs"]], **_DRAFT},
        "language": {"accepts": ["en", "pt"], "refuses": ["fr", "", None], **_DRAFT},
        "priority": {"accepts": ["urgent"], "refuses": ["highest", "", None], **_DRAFT},
        "shownFrom": {"accepts": ["2026-11-30"], "refuses": ["soon", "", None], **_DRAFT},
        "shownUntil": {"accepts": ["2027-11-30", None], "refuses": ["soon", "2020-01-01"], **_DRAFT},
    },
}
MOVES: dict[str, Any] = {
    "websiteNotice": {
        "submit": _NOTHING,
        "approve": _NOTHING,
        "return": _REASON,
        "withdraw": _REASON,
        "revise": _NOTHING,
    },
}
LISTS: dict[str, Any] = {
    "websiteNotices": {
        "filters": {
            "state": "live,draft",
            "audience": "parents",
            "language": "pt",
            "priority": "urgent",
            "shownFrom": "2026-01-01..",
        }
    },
}
