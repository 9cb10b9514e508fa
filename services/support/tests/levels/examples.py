"""Examples of service levels, working hours and holidays, for the conformance suite."""

from __future__ import annotations

from typing import Any

FIELDS: dict[str, Any] = {
    "serviceLevel": {
        "title": {"accepts": ["Same day"], "refuses": ["", "t" * 101, 5]},
        "team": {"accepts": ["tutorSupport", "techSupport"], "refuses": ["kitchen", 5]},
        "priority": {"accepts": [1, 2], "refuses": [0, 5, "high"], "where": {"title": "Tech support, urgent"}},
        "firstAnswer": {"accepts": [2.5], "refuses": [0, None, "soon"]},
        "resolution": {"accepts": [40], "refuses": [0, None, "later"]},
    },
    "supportHours": {
        "day": {"accepts": ["Saturday", "Sunday"], "refuses": ["", "Sonntag"]},
        "start": {"accepts": ["08:30"], "refuses": ["", "25:00", "9"]},
        "end": {"accepts": ["18:00"], "refuses": ["", "25:00", "9"]},
    },
    "supportHoliday": {
        "title": {"accepts": ["Founder's day", "Open day"], "refuses": ["", "t" * 101]},
        "day": {"accepts": ["2027-12-25"], "refuses": [None, "25th"]},
    },
}
LISTS: dict[str, Any] = {
    "serviceLevels": {"filters": {"team": "techSupport", "priority": "1,2"}},
    "supportHolidays": {"filters": {"day": "2020-01-01.."}},
}
