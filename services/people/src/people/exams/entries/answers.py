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


class EntryProblem(TypedDict):
    """A text about an entry that is being typed; one that `refuses` keeps it from being saved."""

    text: str
    refuses: bool


class PastedCell(TypedDict):
    """The result of a cell: its row, candidate and exam, whether it was added, refused or unchanged, and why."""

    row: int
    candidate: str
    exam: str
    outcome: str
    text: str
