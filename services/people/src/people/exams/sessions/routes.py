"""Calls about rooms and sessions beyond the declared ones."""

from __future__ import annotations

from typing import Any

from kit.http.fastapi import Call, Routes
from people.exams.sessions import queries
from people.exams.sessions.answers import PlaceName
from people.policy import STAFF

routes = Routes()


@routes.get("/exams/rooms/names", may=STAFF, answers=list[PlaceName])
def rooms(call: Call) -> list[dict[str, Any]]:
    """Return choices for a form: {value, label} of exam rooms in use."""
    return call.read(queries.room_names)


@routes.get("/exams/sessions/names", may=STAFF, answers=list[PlaceName])
def sessions(call: Call, search: str = "", ids: str = "") -> list[dict[str, Any]]:
    """Return choices for a form: {value, label} of sessions that are not over, at most 1000."""
    return call.read(queries.session_names, search, ids)
