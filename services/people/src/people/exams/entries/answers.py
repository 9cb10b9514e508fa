"""Answers about entries."""

from __future__ import annotations

from typing import TypedDict

from kit.http.shapes import Choice


class EntryParts(TypedDict):
    """Parts beyond the fields; `result` is empty until the results of the series are released."""

    candidate: str
    exam: str
    board: str
    series: str
    number: str
    result: str


class EntryName(Choice):
    """A choice for a form; `label` has number, candidate and exam."""


class CourseEntered(TypedDict):
    """The entries of a course's students: how many were entered, and who was skipped."""

    entered: int
    skipped: list[str]
