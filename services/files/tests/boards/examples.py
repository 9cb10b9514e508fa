"""Examples of whiteboards, for the conformance suite."""

from __future__ import annotations

from typing import Any

FIELDS: dict[str, Any] = {
    "board": {
        "name": {"accepts": ["Quadratics"], "refuses": ["", " ", "x" * 191, 7]},
        "courseId": {"accepts": [2, None], "refuses": ["algebra", -1, 999_999]},
        "background": {"accepts": ["grid", "ruled", "dots"], "refuses": ["", "lined", 3]},
    },
}
LISTS: dict[str, Any] = {
    "boards": {
        "filters": {
            "courseId": "1",
            "eventId": "1",
            "locked": "false",
            "ownerId": "41",
            "drawn": "2024-01-01..",
        }
    },
    "deletedBoards": {"filters": {"ownerId": "41", "deleted": "2024-01-01.."}},
}
