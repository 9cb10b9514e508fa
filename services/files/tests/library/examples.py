"""Examples for the library's declarations."""

from __future__ import annotations

from typing import Any

FIELDS: dict[str, dict[str, dict[str, list[Any]]]] = {
    "folder": {
        "name": {"accepts": ["Policies of 2027"], "refuses": ["", " ", "x" * 101, 7]},
        "description": {"accepts": ["What everybody signs", ""], "refuses": ["x" * 2001, 7]},
        "parentFolderId": {"accepts": [4], "refuses": ["x", -1, 1.5]},
    },
}

LISTS: dict[str, Any] = {
    "library": {
        "filters": {
            "folderId": "4",
            "contentType": "document",
            "extension": "pdf",
            "overdue": "true",
            "modified": "2024-01-01..",
            "entityType": "folder",
            "entityTypeId": "3",
        }
    },
    "libraryTrash": {
        "filters": {
            "folderId": "8",
            "contentType": "document",
            "extension": "pdf",
            "deleted": "2024-01-01..",
            "entityType": "folder",
            "entityTypeId": "8",
        }
    },
}
