"""Calls of compliance beyond the declared ones: the reason for a look at a child's welfare fields, and missing data
over time."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Any, Literal

import sqlalchemy as sa
from pydantic import Field

from kit.database import row_or_404
from kit.http import shapes
from kit.http.fastapi import Body, Call, Id, Routes
from people.compliance import over_time
from people.compliance.answers import LookGiven
from people.looking import withholding
from people.persons.model import student
from people.persons.policy import SCOPES
from people.policy import COMPLIANCE, STAFF

routes = Routes()


class WhyLooking(Body):
    """The reason why the caller needs to see the welfare fields."""

    reason: Annotated[str, Field(max_length=500)]


@routes.post("/students/{id}/look", may=STAFF, answers=LookGiven)
def look(id: Id, call: Call, body: WhyLooking) -> dict[str, Any]:
    """Give the reason for a look at a child's welfare fields; they are shown for an hour, and the look is logged"""
    row = row_or_404(
        call.tx.connection, sa.select(student).where(student.c.id == id, SCOPES["student"].where(call.actor))
    )
    withholding.give_reason(call.tx, row, body.reason)
    return {"id": id}


@routes.get("/compliance/missing/over", may=COMPLIANCE, answers=shapes.FiguresAnswer)
def missing_over_time(
    call: Call,
    since: dt.date | None = None,
    until: dt.date | None = None,
    step: over_time.Step = "week",
    kind: Literal["student", "tutor", "staff", "course"] | None = None,
    requirement: Id | None = None,
) -> dict[str, Any]:
    """Return how much data was missing at the end of each day by `step`; each day leads to its rows"""
    return call.read(over_time.figures, since, until, step, kind, requirement)
