"""Answers about candidates in a series."""

from __future__ import annotations

from typing import TypedDict

from kit.http.shapes import Choice


class CandidacyParts(TypedDict):
    """Parts beyond the fields."""

    candidate: str
    series: str


class CandidacyName(Choice):
    """A choice for a form; `label` has series, number and candidate."""
