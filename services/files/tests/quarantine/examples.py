"""Examples of the declarations of quarantine."""

from __future__ import annotations

from typing import Any

FIELDS: dict[str, dict[str, dict[str, list[Any]]]] = {"quarantine": {}}
MOVES: dict[str, Any] = {"quarantine": {"release": {"body": {"reason": "The scanner is wrong about this macro"}}}}
LISTS: dict[str, Any] = {"quarantine": {"filters": {"state": "found", "created": "2024-01-01.."}}}
