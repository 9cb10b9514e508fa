"""Calls about candidates in a series beyond the declared ones."""

from __future__ import annotations

from typing import Any

from kit.http.fastapi import Call, Routes
from people.exams.candidacies import queries
from people.exams.candidacies.answers import CandidacyName
from people.policy import STAFF

routes = Routes()


@routes.get("/exams/candidacies/names", may=STAFF, answers=list[CandidacyName])
def names(call: Call, search: str = "", ids: str = "") -> list[dict[str, Any]]:
    """Return choices for a form: {value, label} of candidates in series, newest series first, at most 1000."""
    return call.read(queries.names, search, ids)
