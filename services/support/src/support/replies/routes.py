"""The calls of canned answers besides the declared ones."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.database import row_or_404, tables
from kit.http.fastapi import Call, Id, Routes
from support.replies import answers, queries
from support.replies.model import canned_answer
from support.teams import support_staff
from support.tickets.policy import supports

routes = Routes()


@routes.get("/v2/support/ticket/{id}/answers", may=supports, answers=list[answers.CannedChoice])
def choices(call: Call, id: Id) -> list[dict[str, Any]]:
    """Return the canned answers for the team of a ticket, filled in."""
    return call.read(queries.choices, id)


@routes.post("/v2/support/answer/{id}/used", may=support_staff, answers=answers.CannedUsed)
def used(call: Call, id: Id) -> dict[str, Any]:
    """Count one insertion of a canned answer."""
    counted = {"used": canned_answer.c.used + 1, "last_used": tables.now()}
    statement = sa.update(canned_answer).where(canned_answer.c.id == id).values(**counted)
    return row_or_404(call.tx.connection, statement.returning(canned_answer.c.id, canned_answer.c.used))
