"""The call with which a device sends its marks."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, Field

from kit.http.fastapi import Body, Call, Id, Routes
from people.exams.register import marking
from people.exams.register.answers import Marked
from people.exams.sessions.policy import ON_THE_DAY

routes = Routes()


class Mark(Body):
    """A mark with its time, and a key that identifies it when it is sent again."""

    key: Annotated[str, Field(min_length=8, max_length=60)]
    seatId: Id
    mark: Literal["present", "late", "absent", "expected", "identity", "noIdentity"]
    at: AwareDatetime


class Marks(Body):
    """The marks of a device."""

    marks: Annotated[list[Mark], Field(min_length=1, max_length=marking.MOST)]


@routes.post("/exams/register", may=ON_THE_DAY, answers=list[Marked])
def register(call: Call, body: Marks) -> list[dict[str, Any]]:
    """Receive marks of the register, also those that a device stored while it was offline"""
    return marking.take(call.tx, [one.model_dump() for one in body.marks])
