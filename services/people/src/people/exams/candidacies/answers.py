"""Answers about candidates in a series."""

from __future__ import annotations

from typing import TypedDict


class CandidacyParts(TypedDict):
    """Parts beyond the fields."""

    candidate: str
    series: str
