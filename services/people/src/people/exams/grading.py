"""Grades that an exam can have."""

from __future__ import annotations

import re

_USUAL = (
    # Two grades together belong to a double award (Combined Science).
    (r".*gcse\b", r"[1-9](-?[1-9])?|A\*(A\*)?|[A-G]{1,2}"),
    (r"a[- ]?level\b", r"A\*|[A-E]"),
    (r"as\b", r"[A-E]"),
    (r"(ib|international bac)", r"[1-7]"),
)
_EVERYWHERE = ("U", "X", "Q")
"""Unclassified, no result, and pending."""


def fits(grade: str, level: str, own: str) -> bool:
    """Return whether an exam of a level can have a grade; `own` are the exam's own grades. A level without usual grades
    accepts any."""
    if own.strip():
        return grade in own.split()
    if grade in _EVERYWHERE:
        return True
    pattern = next((grades for levels, grades in _USUAL if re.match(levels, level, re.IGNORECASE)), None)
    return pattern is None or re.fullmatch(pattern, grade) is not None
