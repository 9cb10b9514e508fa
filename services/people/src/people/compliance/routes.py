"""The call with which a reader says why they look at the welfare fields of a child."""

from __future__ import annotations

from typing import Annotated, Any

import sqlalchemy as sa
from pydantic import Field

from kit.errors import NotFound
from kit.http.fastapi import Body, Call, Id, Routes
from people.compliance.answers import LookGiven
from people.looking import withholding
from people.persons.model import student
from people.persons.policy import SCOPES
from people.policy import STAFF

routes = Routes()


class WhyLooking(Body):
    """The reason for which the caller needs to see the welfare fields."""

    reason: Annotated[str, Field(max_length=500)]


@routes.post("/students/{id}/look", may=STAFF, answers=LookGiven)
def look(id: Id, call: Call, body: WhyLooking) -> dict[str, Any]:
    """Say why the caller needs to see the welfare fields of a child; they are shown for an hour, and it is logged"""
    row = call.tx.one(sa.select(student).where(student.c.id == id, SCOPES["student"].where(call.actor)))
    if row is None:
        raise NotFound()
    withholding.give_reason(call.tx, row, body.reason)
    return {"id": id}
