"""Examples of exams, for the conformance suite."""

from __future__ import annotations

from typing import Any

from services.demo.world import TODAY
from services.people.tests.values import (
    NEEDED_LINK,
    chosen,
    needed,
    text,
)

FIELDS: dict[str, Any] = {
    "examSeries": {
        "name": needed(100, "Summer 2031"),
        "type": chosen("public", "trial"),
        "season": chosen("january", "summer", "november"),
        "year": {"accepts": [2027, "2028"], "refuses": [None, 2018, 2101, "next"]},
    },
    "exam": {
        "seriesId": NEEDED_LINK,
        "name": needed(200, "Mathematics, higher tier"),
        "board": needed(100, "AQA"),
        "code": text(20, "8300/H"),
        "level": needed(100, "GCSE"),
        "subject": needed(100, "Mathematics"),
        "papers": {"accepts": [3, "2"], "refuses": [None, -1, 51, "both"]},
    },
}
LISTS: dict[str, Any] = {
    "examSeries": {"filters": {"type": "public,trial", "season": "summer", "year": f"{TODAY.year}.."}},
    "exams": {"filters": {"board": "AQA", "level": "GCSE,AS", "subject": "Physics,French", "seriesId": "1"}},
}
