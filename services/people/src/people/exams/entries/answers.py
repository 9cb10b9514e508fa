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
    """The entries of a course's students: how many were planned and for whom, and who was skipped and why. For a dry
    run, the entries that would be planned."""

    entered: int
    candidates: list[str]
    skipped: list[str]


class EntryProblem(TypedDict):
    """A text about an entry that is being typed; if `refuses`, the entry cannot be saved."""

    text: str
    refuses: bool


class PastedCell(TypedDict):
    """The result of a cell: its row, candidate and exam, whether it was added, refused or unchanged, and why."""

    row: int
    candidate: str
    exam: str
    outcome: str
    text: str


class GridOption(TypedDict):
    """An option of an exam that the board offers."""

    code: str
    tier: str | None


class GridExam(TypedDict):
    """A column of the entry grid."""

    id: int
    title: str
    code: str
    board: str
    level: str
    subject: str
    options: list[GridOption]


class GridEntry(TypedDict):
    """An entry in a cell of the grid."""

    id: int
    examId: int
    status: str
    tier: str | None
    option: str


class GridCandidate(TypedDict):
    """A row of the entry grid; without a number if the candidate is not in the series yet."""

    id: int
    name: str
    number: str
    entries: list[GridEntry]


class EntryGrid(TypedDict):
    """The entries of a series: exams, at most 120 of `examsTotal`, and a page of candidates. `withoutRecord` names the
    students of the course who are not candidates; `mayPlan` is true if the caller may change entries of this kind of
    season."""

    exams: list[GridExam]
    examsTotal: int
    boards: list[str]
    levels: list[str]
    subjects: list[str]
    candidates: list[GridCandidate]
    total: int
    pageSize: int
    withoutRecord: list[str]
    mayPlan: bool


class GridResult(TypedDict):
    """The result of a cell: whether it was added, changed, entered, withdrawn, unchanged or refused, and why."""

    candidateId: int
    examId: int
    outcome: str
    text: str


class GridFilled(TypedDict):
    """The results of cells, and their candidates as they are now; for a dry run, as they would be."""

    cells: list[GridResult]
    candidates: list[GridCandidate]


class GradesBeside(TypedDict):
    """The grades of a person in a subject. `final` is empty until the release, except for staff; `released` says
    whether it is out."""

    level: str
    subject: str
    predicted: str
    estimated: str
    mock: str
    final: str
    finalMark: int | None
    series: str
    released: bool
