"""Examples of release notes, for the conformance suite."""

from __future__ import annotations

from typing import Any

FIELDS: dict[str, Any] = {
    "releaseNote": {
        "versionName": {"accepts": ["9.1.2", "9.0"], "refuses": ["1", "one", "", None]},
        "released": {"accepts": ["2026-11-12", "12th November 2026"], "refuses": ["soon", "", None]},
        "title": {"accepts": ["New", "", None], "refuses": ["x" * 121, 5]},
        "body": {"accepts": ["<p>New</p>"], "refuses": ["", "<p></p>", None, 5]},
    },
}
LISTS: dict[str, Any] = {
    "releaseNotes": {"filters": {"released": "2026-01-01.."}},
}
