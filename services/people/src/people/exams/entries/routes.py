"""Calls about entries beyond the declared ones."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from kit.errors import Invalid
from kit.http.fastapi import Body, Call, Id, Routes
from kit.policy import is_a
from people.exams.entries import checking, commands, comparison, filling, grid, pasting, queries
from people.exams.entries.answers import (
    CourseEntered,
    EntryGrid,
    EntryName,
    EntryProblem,
    GradesBeside,
    GridFilled,
    PastedCell,
)
from people.exams.entries.policy import ENTRIES
from people.exams.policy import KEEPS
from people.policy import STAFF

NAMED = STAFF | is_a("candidate") | is_a("student") | is_a("client")
"""Candidates and their parents choose among their own when they request a review."""

routes = Routes()


@routes.get("/exams/entries/names", may=NAMED, answers=list[EntryName])
def names(call: Call, search: str = "", ids: str = "") -> list[dict[str, Any]]:
    """Return choices for a form: {value, label} of current entries, at most 1000."""
    return call.read(queries.names, search, ids)


@routes.get("/exams/grades", may=ENTRIES.reached, remote=True, answers=list[GradesBeside])
def grades(
    call: Call,
    studentId: Id | None = None,
    candidateId: Id | None = None,
) -> list[dict[str, Any]]:
    """Return predicted, estimated, mock and final grades of a student or candidate side by side"""
    if (studentId is None) == (candidateId is None):
        raise Invalid("Please choose a student or a candidate")
    student = studentId if candidateId is None else call.read(comparison.student_of, candidateId)
    predictions = comparison.predicted(student)
    return call.read(comparison.rows, studentId, candidateId, predictions)


class OfCourse(Body):
    """The course whose students are entered; `dry` writes nothing."""

    courseId: Id
    dry: bool = False


@routes.post("/exam/{id}/entercourse", may=KEEPS, answers=CourseEntered)
def enter_course(call: Call, id: Id, body: OfCourse) -> dict[str, Any]:
    """Plan an entry for this exam for each student on a course"""
    return commands.enter_course(call.tx, id, body.courseId, dry=body.dry)


class Pasted(Body):
    """A sheet with candidates in rows and exams in columns, as text; `dry` writes nothing."""

    seriesId: Id
    text: Annotated[str, Field(min_length=1, max_length=200_000)]
    dry: bool = True


@routes.post("/exams/entries/paste", may=KEEPS, answers=list[PastedCell])
def paste(call: Call, body: Pasted) -> list[dict[str, Any]]:
    """Plan the entries of a pasted sheet, with a result for each cell"""
    return pasting.paste(call.tx, body.seriesId, body.text, dry=body.dry)


class Typed(Body):
    """An entry that is being typed; `entryId` if it already exists."""

    candidateId: Id
    examId: Id
    option: str = ""
    tier: Literal["foundation", "higher"] | None = None
    entryId: Id | None = None


@routes.post("/exams/entries/check", may=STAFF, answers=list[EntryProblem])
def check(call: Call, body: Typed) -> list[dict[str, Any]]:
    """Return the faults of an entry that is being typed, and warnings for the office"""
    return call.read(checking.problems, body.candidateId, body.examId, body.option, body.tier, body.entryId)


Page = Annotated[int, Field(ge=1, le=10_000)]
_Word = Annotated[str, Field(max_length=200)]


@routes.get("/exams/series/{id}/grid", may=STAFF, answers=EntryGrid)
def entry_grid(
    call: Call,
    id: Id,
    board: _Word = "",
    level: _Word = "",
    subject: _Word = "",
    page: Page = 1,
    courseId: Id | None = None,
) -> dict[str, Any]:
    """Return the entries of a series as a grid: candidates in pages of 300, optionally of one course, and exams"""
    return call.read(grid.of_series, id, board, level, subject, courseId, page)


class Cell(Body):
    """A candidate and an exam of the grid."""

    candidateId: Id
    examId: Id


class Value(Cell):
    """The new value of a cell: `x`, a tier (`F`, `H`) or an entry code; an empty one removes a planned entry."""

    value: Annotated[str, Field(max_length=10)] | None = None


class Cells(Body):
    """Cells with their values; `dry` writes nothing."""

    cells: Annotated[list[Value], Field(min_length=1, max_length=500)]
    dry: bool = False


class Entered(Body):
    """Cells whose planned entries are entered; `dry` writes nothing."""

    cells: Annotated[list[Cell], Field(min_length=1, max_length=500)]
    dry: bool = False


@routes.post("/exams/series/{id}/grid", may=KEEPS, answers=GridFilled)
def fill_grid(call: Call, id: Id, body: Cells) -> dict[str, Any]:
    """Plan, change or remove the entries of cells, with a result for each"""
    return filling.fill(call.tx, id, [one.model_dump() for one in body.cells], dry=body.dry)


@routes.post("/exams/series/{id}/grid/enter", may=KEEPS, answers=GridFilled)
def enter_grid(call: Call, id: Id, body: Entered) -> dict[str, Any]:
    """Enter the planned entries of cells, with a result for each"""
    return filling.enter(call.tx, id, [one.model_dump() for one in body.cells], dry=body.dry)
