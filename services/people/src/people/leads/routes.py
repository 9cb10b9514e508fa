"""Calls about leads beyond the declared ones."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from kit.errors import Invalid
from kit.http.fastapi import Body, Call, Id, Routes
from kit.values.bodies import read
from people.leads import answers, likeness, merging, owning, queries
from people.leads.contacts import log, meeting
from people.persons.answers import NameChoice
from people.policy import STAFF

routes = Routes()


@routes.get("/leads/owners", may=STAFF, answers=list[NameChoice])
def owners(call: Call, everybody: bool = False) -> list[dict[str, Any]]:
    """Return choices for a form: members of staff who can own leads, {value: user id, label}; or everybody who owns
    some"""
    return call.read(queries.owners, everybody)


@routes.get("/leads/reasons/names", may=STAFF, answers=list[NameChoice])
def reasons(call: Call, status: str = "") -> list[dict[str, Any]]:
    """Return choices for a form: current reasons, {value, label}, of one status or of all."""
    return call.read(queries.reasons, status)


@routes.get("/leads/origins/names", may=STAFF, answers=list[NameChoice])
def origins(call: Call) -> list[dict[str, Any]]:
    """Return choices for a form: current origins, {value, label}."""
    return call.read(queries.origins)


Words = Annotated[str, Field(max_length=200)]


@routes.get("/leads/like", may=STAFF, answers=list[answers.LikeLead])
def like(
    call: Call, first: Words = "", last: Words = "", email: Words = "", phone: Words = "", without: int = 0
) -> list[dict[str, Any]]:
    """Return probable duplicates among leads and persons, most in common first; the lead `without` is left out"""
    return call.read(likeness.like, first, last, email, phone, without)


class Entry(Body):
    """An entry of the log with the next step, and the resulting status of the lead. An entry needs a text, except a
    call with its outcome."""

    kind: str | None = None
    direction: str | None = None
    outcome: str | None = None
    text: str | None = None
    nextStep: str | None = None
    nextDue: str | None = None
    status: str | None = None
    reasonId: Id | None = None
    reasonDetail: str | None = None
    eventId: Id | None = None


@routes.post("/lead/{id}/log", may=STAFF, status=201, answers=answers.LeadLogged)
def write(call: Call, id: Id, body: Entry) -> dict[str, Any]:
    """Log a call, a mail, a meeting or a note, and set the next step, in one transaction"""
    return log.write(call.tx, id, read(log.ENTRY, body.model_dump()))


class Meeting(Body):
    """A meeting: its start, its length, the colleague (a user id, by default the owner's), and the place."""

    start: str | None = None
    minutes: int | None = None
    userId: Id | None = None
    locationId: int | None = None
    note: str | None = None
    overrideReason: str | None = None


@routes.post("/lead/{id}/meeting", may=STAFF, status=201, answers=answers.LeadMeeting)
def book(call: Call, id: Id, body: Meeting) -> dict[str, Any]:
    """Book a meeting on the calendar of a colleague, log it, and make it the next step"""
    return meeting.book(call.tx, id, read(meeting.MEETING, body.model_dump()))


class Into(Body):
    """The lead to merge into, or the person on record to link to."""

    into: Id | None = None
    kind: Literal["client", "student", "candidate", "agent"] | None = None
    personId: Id | None = None


NO_TARGET = "Please choose a lead or a person"


@routes.post("/lead/{id}/merge", may=STAFF, answers=answers.LeadMerged)
def merge(call: Call, id: Id, body: Into) -> dict[str, Any]:
    """Merge a lead into another one, or link it to a person"""
    if body.into is not None:
        return merging.merge(call.tx, id, body.into)
    if body.kind is None or body.personId is None:
        raise Invalid(NO_TARGET, title="Form errors", fields={"into": NO_TARGET})
    return merging.link(call.tx, id, body.kind, body.personId)


@routes.post("/lead/merge/{id}/undo", may=STAFF, answers=answers.LeadMerged)
def undo(call: Call, id: Id) -> dict[str, Any]:
    """Undo a merge, within 30 days"""
    return merging.undo(call.tx, id)


class HandOver(Body):
    """The user whose open leads are given away, and the one who gets them; without a name, the rota decides."""

    giver: Annotated[Id, Field(alias="from")]
    to: Id | None = None


@routes.post("/leads/handover", may=STAFF, answers=answers.LeadsHandedOver)
def hand_over(call: Call, body: HandOver) -> dict[str, Any]:
    """Give all open leads of one colleague to another"""
    return {"leads": owning.hand_over(call.tx, body.giver, body.to)}
