"""Calls about slips beyond the declared ones."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from kit.http.fastapi import Body, Call, Id, Routes
from kit.policy import staff
from teaching.slips import chasing, completeness, register, warnings
from teaching.slips.answers import (
    LateWriter,
    MissingPart,
    Register,
    RegisterSlip,
    RegisterUndone,
    Reminded,
    SlipWarning,
)
from teaching.slips.policy import attended, reviews, writes

routes = Routes()
_MOST = 500
"""Students of one tutorial, and slips of one reminder."""


class Presence(Body):
    """Presence as a register has it: minutes late of those who came, a reason of those who did not."""

    present: Literal["present", "plannedAbsence", "unplannedAbsence"]
    onTime: Literal[0, 2, 5, 10, 15, 20, 25] | None = None
    absenceReason: Annotated[str, Field(max_length=5_000)] = ""


class StudentPresence(Presence):
    """A student of the tutorial."""

    ewpId: Id


class RegisterBody(Body):
    """A register: all students, or those that changed."""

    students: Annotated[list[StudentPresence], Field(max_length=_MOST)]


class PresenceAsItWas(Body):
    """What a slip said before; nothing was said where `present` is empty."""

    present: Literal["", "present", "plannedAbsence", "unplannedAbsence"]
    onTime: Literal[0, 2, 5, 10, 15, 20, 25] | None = None
    absenceReason: Annotated[str, Field(max_length=5_000)] = ""


class WrittenSlip(Body):
    """A slip that the register answered."""

    ewpId: Id
    slipId: Id
    version: int
    before: PresenceAsItWas | None = None


class UndoBody(Body):
    """The answer of the register that is taken back."""

    slips: Annotated[list[WrittenSlip], Field(min_length=1, max_length=_MOST)]


class ReminderBody(Body):
    """Rows of `/slip/unwritten`."""

    ids: Annotated[list[Id], Field(min_length=1, max_length=_MOST)]


@routes.get("/slip/{id}/warnings", may=reviews, answers=list[SlipWarning])
def slip_warnings(call: Call, id: int) -> list[dict[str, Any]]:
    """What a reviewer is warned of in the comments: names and pronouns of others, copied text, empty phrases, another
    language"""
    return call.read(warnings.warnings, id)


@routes.get("/slip/{id}/missing", may=staff | writes, answers=list[MissingPart])
def slip_missing(call: Call, id: int) -> list[dict[str, Any]]:
    """What a slip lacks before it can be submitted, in the order of the checks"""
    return call.read(completeness.missing, id)


@routes.get("/slip/register/{id}", may=attended, answers=Register)
def class_register(call: Call, id: int) -> dict[str, Any]:
    """The students of a tutorial, with what their slips say of who came"""
    return call.read(register.read, id)


@routes.post("/slip/register/{id}", may=attended, answers=list[RegisterSlip])
def write_register(call: Call, id: int, body: RegisterBody) -> list[dict[str, Any]]:
    """Begin or change the slips of a tutorial by who came; those that were handed in stay"""
    return register.write(call.tx, id, [one.model_dump() for one in body.students])


@routes.post("/slip/register/{id}/undo", may=attended, answers=RegisterUndone)
def undo_register(call: Call, id: int, body: UndoBody) -> dict[str, int]:
    """Take a register back, within two minutes for the slips that it began"""
    return {"slips": register.undo(call.tx, id, [one.model_dump() for one in body.slips])}


@routes.get("/slip/late-writers", may=staff, answers=list[LateWriter])
def late_writers(call: Call) -> list[dict[str, Any]]:
    """The writers of late slips, the oldest slip first"""
    return call.read(chasing.by_writer)


@routes.post("/slip/remind", may=staff, answers=Reminded)
def remind_writers(call: Call, body: ReminderBody) -> dict[str, int]:
    """Remind the writers of late slips, in one notice each"""
    return chasing.remind(call.tx, body.ids)
