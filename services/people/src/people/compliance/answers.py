"""Answers of calls about compliance."""

from __future__ import annotations

from typing import TypedDict


class GapParts(TypedDict):
    """Missing data: its record, the role that supplies it, and the screen with the field."""

    name: str
    requirement: str
    why: str
    source: str
    mender: str
    severity: str
    target: str


class LookGiven(TypedDict):
    """The student whose welfare fields are now shown."""

    id: int
