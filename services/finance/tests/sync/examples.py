"""Examples of the accounting system in step, for the conformance suite."""

from __future__ import annotations

from typing import Any

LISTS: dict[str, Any] = {
    "syncDocuments": {"filters": {"state": "waiting,failed", "chart": "1"}},
}
