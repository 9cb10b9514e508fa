"""Answers of calls about compliance."""

from __future__ import annotations

from typing import TypedDict


class GapParts(TypedDict):
    """The missing data, its record, the role that supplies it, and the screen with the very field."""

    name: str
    requirement: str
    why: str
    source: str
    mender: str
    severity: str
    target: str


class LookGiven(TypedDict):
    """The student whose welfare fields are shown now."""

    id: int
