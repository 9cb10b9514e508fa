"""Examples of the declarations of retention."""

from __future__ import annotations

from typing import Any

FIELDS: dict[str, dict[str, dict[str, list[Any]]]] = {
    "retentionRule": {
        "years": {"accepts": [7, 100], "refuses": [None, 0, 101, "x"]},
        "since": {"accepts": ["upload", "version"], "refuses": [None, "birth"]},
        "folderId": {"accepts": [4], "refuses": ["x", -1, 1.5]},
        "contentType": {"accepts": ["bill"], "refuses": ["invoice", 7]},
    },
}

LISTS: dict[str, Any] = {"retentionRules": {"filters": {"contentType": "expenseClaim"}}}
