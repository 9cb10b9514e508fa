"""Calls about courses beyond the declared ones."""

from __future__ import annotations

from typing import Any

from kit.http.fastapi import Call, Routes
from people.courses import queries
from people.courses.answers import CourseName
from people.policy import STAFF

routes = Routes()


@routes.get("/courses/names", may=STAFF, answers=list[CourseName])
def names(call: Call, search: str = "") -> list[dict[str, Any]]:
    """Choices for a form: {value, label} of courses that are proposed or active, at most 1000."""
    return call.read(queries.names, search)
