"""Examples of sessions, for the conformance suite."""

from __future__ import annotations

from typing import Any

LISTS: dict[str, Any] = {
    "sessions": {"filters": {"state": "ended,expired", "app": "staff", "userId": "1"}},
}
