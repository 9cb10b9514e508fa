"""Calls about components beyond the declared ones."""

from __future__ import annotations

from typing import Any

from kit.http.fastapi import Call, Routes
from people.exams.answers import ExamName
from people.exams.components import queries
from people.policy import STAFF

routes = Routes()


@routes.get("/exams/components/names", may=STAFF, answers=list[ExamName])
def names(call: Call, search: str = "", ids: str = "") -> list[dict[str, Any]]:
    """Return choices for a form: {value, label} of papers, at most 1000."""
    return call.read(queries.names, search, ids)
