"""`GET /slip/{id}`."""

from __future__ import annotations

from typing import Any

from kit.http.fastapi import Call, Routes
from teaching.slips import queries
from teaching.slips.answers import Slip
from teaching.slips.policy import reads

routes = Routes()


@routes.get("/slip/{id}", may=reads, answers=Slip)
def slip(call: Call, id: int) -> dict[str, Any]:
    """A slip."""
    with call.db.read() as connection:
        return queries.detail(connection, call.actor, id)
