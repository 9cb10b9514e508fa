"""Examples of the people export, for the conformance suite."""

from __future__ import annotations

from typing import Any

LISTS: dict[str, Any] = {
    "peopleExports": {"filters": {"scope": "full", "state": "done,failed"}},
}
