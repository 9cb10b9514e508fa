"""Calls about slips beyond the declared ones."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from kit.http.fastapi import Body, Call, Id, Routes
from kit.policy import staff
from teaching.slips import completeness, warnings
from teaching.slips.answers import (
    LateWriter,
    MissingPart,
    Register,
    RegisterSlip,
    RegisterUndone,
    Reminded,
    SlipWarning,
)
from teaching.slips.attendance import register
from teaching.slips.late import chasing
from teaching.slips.policy import attended, reviews, writes

routes = Routes()
_MOST = 500
"""Students of one tutorial, and slips of one reminder."""


class Presence(Body):
    """Attendance in a register: minutes late if present, a reason if absent."""

    present: Literal["present", "plannedAbsence", "unplannedAbsence"]
    onTime: Literal[0, 2, 5, 10, 15, 20, 25] | None = None
    absenceReason: Annotated[str, Field(max_length=5_000)] = ""


class StudentPresence(Presence):
    """A student of the tutorial."""

    ewpId: Id


class RegisterBody(Body):
    """A register: all students, or the changed ones."""

    students: Annotated[list[StudentPresence], Field(max_length=_MOST)]


class PresenceAsItWas(Body):
    """The previous values of a slip; there were none if `present` is empty."""

    present: Literal["", "present", "plannedAbsence", "unplannedAbsence"]
    onTime: Literal[0, 2, 5, 10, 15, 20, 25] | None = None
    absenceReason: Annotated[str, Field(max_length=5_000)] = ""


class WrittenSlip(Body):
    """A slip in the answer of the register."""

    ewpId: Id
    slipId: Id
    version: int
    before: PresenceAsItWas | None = None


class UndoBody(Body):
    """The answer of the register to undo."""

    slips: Annotated[list[WrittenSlip], Field(min_length=1, max_length=_MOST)]


class ReminderBody(Body):
    """Rows of `/slip/unwritten`."""

    ids: Annotated[list[Id], Field(min_length=1, max_length=_MOST)]


@routes.get("/slip/{id}/warnings", may=reviews, answers=list[SlipWarning])
def slip_warnings(call: Call, id: int) -> list[dict[str, Any]]:
    """Return warnings about the comments for a reviewer: names and pronouns of others, copied text, empty phrases,
    another language"""
    return call.read(warnings.warnings, id)


@routes.get("/slip/{id}/missing", may=staff | writes, answers=list[MissingPart])
def slip_missing(call: Call, id: int) -> list[dict[str, Any]]:
    """Return the missing parts of a slip before submission, in the order of the checks"""
    return call.read(completeness.missing, id)


@routes.get("/slip/register/{id}", may=attended, answers=Register)
def class_register(call: Call, id: int) -> dict[str, Any]:
    """Return the students of a tutorial, with the attendance on their slips"""
    return call.read(register.read, id)


@routes.post("/slip/register/{id}", may=attended, answers=list[RegisterSlip])
def write_register(call: Call, id: int, body: RegisterBody) -> list[dict[str, Any]]:
    """Create or change the slips of a tutorial by attendance; submitted ones stay"""
    return register.write(call.tx, id, [one.model_dump() for one in body.students])


@routes.post("/slip/register/{id}/undo", may=attended, answers=RegisterUndone)
def undo_register(call: Call, id: int, body: UndoBody) -> dict[str, int]:
    """Undo a register, within two minutes for the slips that it created"""
    return {"slips": register.undo(call.tx, id, [one.model_dump() for one in body.slips])}


@routes.get("/slip/late-writers", may=staff, answers=list[LateWriter])
def late_writers(call: Call) -> list[dict[str, Any]]:
    """Return the writers of late slips, the oldest slip first"""
    return call.read(chasing.by_writer)


@routes.post("/slip/remind", may=staff, answers=Reminded)
def remind_writers(call: Call, body: ReminderBody) -> dict[str, int]:
    """Remind the writers of late slips, in one notice each"""
    return chasing.remind(call.tx, body.ids)
