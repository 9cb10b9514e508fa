"""Calls about the briefing."""

from __future__ import annotations

from typing import Any

from kit.http.fastapi import Call, Id, Routes
from kit.policy import is_a
from people.exams.briefing import reading
from people.exams.briefing.answers import Briefing
from people.policy import STAFF

routes = Routes()
READS = STAFF | is_a("tutor")


@routes.get("/exams/briefing", may=READS, answers=Briefing)
def briefing(call: Call) -> dict[str, Any]:
    """Show the briefing of the newest centre assessed season"""
    return call.read(reading.show)


@routes.post("/exams/seasons/{id}/read", may=READS, answers=Briefing)
def read(call: Call, id: Id) -> dict[str, Any]:
    """Confirm that you have read the briefing of a season"""
    return reading.read(call.tx, id)
