"""Examples of documents that helped, for the conformance suite."""

from __future__ import annotations

from typing import Any

LISTS: dict[str, Any] = {"articles": {}}
