"""Examples of the audit, for the conformance suite."""

from __future__ import annotations

from typing import Any

LISTS: dict[str, Any] = {
    "audit": {"filters": {"kind": "signedIn", "created": "2026-01-01..", "userId": "1", "actingUserId": "1"}},
}
