"""Examples of templates of tickets, for the conformance suite."""

from __future__ import annotations

from typing import Any

FIELDS: dict[str, Any] = {
    "ticketTemplate": {
        "name": {"accepts": ["New starter in Oxford"], "refuses": ["", "n" * 101, 5]},
        "title": {"accepts": ["Set up a new tutor"], "refuses": ["", "t" * 201, 5]},
        "team": {"accepts": ["academicOffice", "tutorSupport"], "refuses": ["", "error"]},
        "metaType": {"accepts": ["bug", "allocation"], "refuses": ["", "other"]},
        "priority": {"accepts": [1, 4], "refuses": [0, 5, None]},
        "text": {"accepts": ["<p>Somebody joins us.</p>"], "refuses": ["", 5]},
        "questions": {
            "accepts": [[{"question": "Who is it?"}], []],
            "refuses": ["Who?", [{"question": "q" * 201}], [{"answer": "x"}]],
        },
        "everybody": {"accepts": [True, False], "refuses": ["perhaps"]},
    },
}
LISTS: dict[str, Any] = {"ticketTemplates": {"filters": {"team": "techSupport", "everybody": "true"}}}
