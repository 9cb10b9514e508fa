"""Calls about entries beyond the declared ones."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from kit.http.fastapi import Body, Call, Id, Routes
from kit.policy import is_a
from people.exams.entries import checking, commands, pasting, queries
from people.exams.entries.answers import CourseEntered, EntryName, EntryProblem, PastedCell
from people.exams.policy import KEEPS
from people.policy import STAFF

NAMED = STAFF | is_a("candidate") | is_a("student") | is_a("client")
"""Candidates and their parents choose among their own, when they ask for a review."""

routes = Routes()


@routes.get("/exams/entries/names", may=NAMED, answers=list[EntryName])
def names(call: Call, search: str = "") -> list[dict[str, Any]]:
    """Choices for a form: {value, label} of entries that stand, at most 1000."""
    return call.read(queries.names, search)


class OfCourse(Body):
    """The course whose students are entered."""

    courseId: Id


@routes.post("/exam/{id}/entercourse", may=KEEPS, answers=CourseEntered)
def enter_course(call: Call, id: Id, body: OfCourse) -> dict[str, Any]:
    """Plan an entry for this exam for each student on a course"""
    return commands.enter_course(call.tx, id, body.courseId)


class Pasted(Body):
    """A sheet with candidates in its rows and exams in its columns, as text; `dry` tries it and writes nothing."""

    seriesId: Id
    text: Annotated[str, Field(min_length=1, max_length=200_000)]
    dry: bool = True


@routes.post("/exams/entries/paste", may=KEEPS, answers=list[PastedCell])
def paste(call: Call, body: Pasted) -> list[dict[str, Any]]:
    """Plan the entries of a pasted sheet, with a result for each cell"""
    return pasting.paste(call.tx, body.seriesId, body.text, dry=body.dry)


class Typed(Body):
    """An entry that is being typed."""

    candidateId: Id
    examId: Id
    option: str = ""
    tier: Literal["foundation", "higher"] | None = None


@routes.post("/exams/entries/check", may=STAFF, answers=list[EntryProblem])
def check(call: Call, body: Typed) -> list[dict[str, Any]]:
    """Return what refuses an entry that is being typed, and what the office should know of it"""
    return call.read(checking.problems, body.candidateId, body.examId, body.option, body.tier)
