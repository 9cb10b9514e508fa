"""Names and texts shared by records, workflows and lists."""

from __future__ import annotations

import re
from typing import Any

CHANGED_MEANWHILE = "Somebody else has changed this since"
UNSET: Any = object()
"""Stands for a value that was not given, if None is a value."""


def snake(name: str) -> str:
    """Return the column of a wire name: `birthDate` → `birth_date`, `isPT` → `is_pt`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def humanize(name: str) -> str:
    """Return the label of a wire name: `firstName` → `First name`, `studentId` → `Student ID`."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name)
    return re.sub(r"\bid\b", "ID", spaced[:1].upper() + spaced[1:].lower(), flags=re.IGNORECASE)
