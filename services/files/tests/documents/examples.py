"""Examples of stored files, for the conformance suite."""

from __future__ import annotations

from typing import Any

FIELDS: dict[str, Any] = {
    "file": {
        "name": {"accepts": ["Essay on Keats", "Übung 3"], "refuses": ["", " ", "Essay.pdf", "a/b", "x" * 191, 7]},
        "description": {"accepts": ["Second draft", ""], "refuses": ["x" * 2001, 7]},
        "contentType": {"accepts": ["homework", "bill"], "refuses": ["", "export", "virus", 3]},
        "reviewDate": {"accepts": ["2027-01-31", None], "refuses": ["tomorrow", "2027-13-01"]},
        "owner": {"accepts": [5, "6"], "refuses": ["", None, "nobody", -1]},
        "locked": {"accepts": [True, "false"], "refuses": ["perhaps", 2]},
        "visible": {"accepts": [True, False], "refuses": ["perhaps", 2]},
    },
}
LISTS: dict[str, Any] = {
    "files": {
        "filters": {
            "contentType": "homework,bill",
            "extension": "pdf",
            "entityType": "student",
            "entityTypeId": "1",
            "uploadedAt": "2026-01-01..",
        }
    },
}
