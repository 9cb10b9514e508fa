"""Examples of reference data, for the conformance suite."""

from __future__ import annotations

from typing import Any

from services.people.tests.values import Examples, needed, text

_WORD: dict[str, Examples] = {
    "title": needed(100, "Astronomy"),
    "position": {"accepts": [10, "20"], "refuses": [None, -1, 10_001, "first"]},
}
_WORDS = ("courseLevel", "courseSubject", "board", "examLevel", "examSubject")
FIELDS: dict[str, Any] = {name: dict(_WORD) for name in _WORDS} | {"grade": _WORD | {"label": text(100, "Ungraded")}}
LISTS: dict[str, Any] = {name: {"filters": {}} for name in FIELDS}
