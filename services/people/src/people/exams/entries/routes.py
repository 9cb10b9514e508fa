"""Calls about entries beyond the declared ones."""

from __future__ import annotations

from typing import Any

from kit.http.fastapi import Body, Call, Id, Routes
from kit.policy import is_a
from people.exams.entries import commands, queries
from people.exams.entries.answers import CourseEntered, EntryName
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
