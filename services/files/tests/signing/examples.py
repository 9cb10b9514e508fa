"""Examples of the declarations of read and sign."""

from __future__ import annotations

from typing import Any

LISTS: dict[str, Any] = {
    "ownSigning": {"reader": "tutor", "filters": {"state": "open", "due": "2026-01-01.."}},
    "signing": {
        "filters": {
            "state": "overdue",
            "due": "2026-01-01..",
            "fileId": "56",
            "folderId": "3",
            "userId": "10",
            "signed": "2026-01-01..",
        }
    },
}
