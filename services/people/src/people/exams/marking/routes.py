"""Calls about marks of trial exams beyond the declared ones."""

from __future__ import annotations

from typing import Any, TypedDict

from kit.http.fastapi import Call, Id, Routes
from people.exams.marking import releasing
from people.policy import EXAMS

routes = Routes()


class ReleasedResults(TypedDict):
    """The number of released results of the series, and of entries still to be marked."""

    released: int
    waiting: int


@routes.post("/trialexams/series/{id}/release", may=EXAMS, answers=ReleasedResults)
def release(call: Call, id: Id) -> dict[str, Any]:
    """Release the results of a trial series to candidates, parents and reports"""
    return releasing.release(call.tx, id)
