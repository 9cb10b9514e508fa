"""Examples of duties and absences, for the conformance suite."""

from __future__ import annotations

from typing import Any

FIELDS: dict[str, Any] = {
    "duty": {
        "person": {"where": {"team": "techSupport"}, "accepts": [9], "refuses": [None, 999_999, "me"]},
        "team": {"where": {"user_id": 9}, "accepts": ["techSupport"], "refuses": ["", "error"]},
        "days": {"accepts": [["Saturday"], ["Sunday", "Monday"]], "refuses": [[], ["Sonntag"], "Monday"]},
        "start": {"accepts": ["08:30"], "refuses": ["", "25:00", "9"]},
        "end": {"accepts": ["18:00"], "refuses": ["", "25:00", "9"]},
    },
    "dutyAbsence": {
        "person": {"accepts": [9], "refuses": [None, 999_999, "me"]},
        "first": {"accepts": ["2020-01-02"], "refuses": [None, "soon"]},
        "last": {"accepts": ["2040-01-02"], "refuses": [None, "later"]},
        "reason": {"accepts": ["Leave", ""], "refuses": ["r" * 201, 5]},
    },
}
LISTS: dict[str, Any] = {
    "duties": {"filters": {"team": "techSupport", "person": "9"}},
    "dutyAbsences": {"filters": {"person": "9", "first": "2020-01-01..", "last": "2020-01-01.."}},
}
