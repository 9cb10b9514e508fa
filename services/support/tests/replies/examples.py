"""Examples of canned answers, for the conformance suite."""

from __future__ import annotations

from typing import Any

FIELDS: dict[str, Any] = {
    "cannedAnswer": {
        "title": {"accepts": ["Thank you"], "refuses": ["", "t" * 101, 5]},
        "shortcut": {"accepts": ["thank-you", ""], "refuses": ["Thank you", "a/b", "s" * 31]},
        "team": {"accepts": ["tutorSupport", "techSupport"], "refuses": ["kitchen", 5]},
        "text": {
            "accepts": ["<p>Dear {{ asker.firstName }}</p>"],
            "refuses": ["", "<p>{{nickname}}</p>", "<p>{{asker.name</p>"],
        },
    },
}
LISTS: dict[str, Any] = {"cannedAnswers": {"filters": {"team": "techSupport"}}}
