"""Calls about courses beyond the declared ones."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from kit.database import row_or_404
from kit.http.fastapi import Body, Call, Id, Routes
from people.courses import queries
from people.courses.answers import CourseName, ExceptionAllowed
from people.enrolment.model import course_tutor
from people.policy import COMPLIANCE, STAFF
from people.requirements import guard

routes = Routes()


@routes.get("/courses/names", may=STAFF, answers=list[CourseName])
def names(call: Call, search: str = "", ids: str = "") -> list[dict[str, Any]]:
    """Return choices for a form: {value, label} of proposed and active courses, at most 1000."""
    return call.read(queries.names, search, ids)


class WhyAllowed(Body):
    """The reason why a tutor without valid checks continues to teach a student under 18."""

    reason: Annotated[str, Field(min_length=10, max_length=500)]


@routes.post("/courses/tutors/{id}/exception", may=COMPLIANCE, answers=ExceptionAllowed)
def allow_exception(id: Id, call: Call, body: WhyAllowed) -> dict[str, Any]:
    """Allow a tutor of a running course to teach a student under 18 without the required checks"""
    link = row_or_404(call.tx.connection, course_tutor.select().where(course_tutor.c.id == id))
    guard.except_tutor(call.tx, link["course_id"], link["tutor_id"], body.reason)
    return {"id": id}
