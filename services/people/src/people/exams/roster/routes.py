"""Calls about rosters: the draft of a series, choices, and the public page of an invitation."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Any

from kit.http import core, pages
from kit.http.fastapi import Body, Call, Id, Routes
from kit.http.shapes import Started
from kit.policy import is_a, public
from people.exams.policy import KEEPS
from people.exams.roster import answering, choosing, drafting, swapping
from people.exams.roster.answers import Colleague, RosterChoice
from people.policy import STAFF

routes = Routes()


class Wanted(Body):
    """The series whose sessions are staffed; with optional first and last days, by default all to come."""

    seriesId: Id
    first: dt.date | None = None
    last: dt.date | None = None


@routes.post("/exams/roster", may=KEEPS, status=202, answers=Started)
def draft(call: Call, body: Wanted) -> dict[str, Any]:
    """Draft the roster of the planned sessions of a series"""
    return {"id": drafting.start(call.tx, uuid.uuid4().hex, body.seriesId, body.first, body.last)}


@routes.get("/exams/sessions/{id}/invigilators", may=STAFF, answers=list[RosterChoice])
def invigilators(call: Call, id: Id) -> list[dict[str, Any]]:
    """Return the active invigilators with their load, and the objections to each for a session"""
    return choosing.candidates(call.tx, id)


@routes.get("/exams/colleagues", may=STAFF | is_a("invigilator"), answers=list[Colleague])
def colleagues(call: Call) -> list[dict[str, Any]]:
    """Return choices for a form: {value, label} of active invigilators"""
    return call.read(swapping.colleagues)


@routes.get("/public/invigilation/{invigilator}/{secret}", may=public, remote=True, answers=pages.PAGE)
def invitation(invigilator: Id, secret: str, call: Call) -> core.Answer:
    """Show an invitation to an invigilator, as a page without script"""
    return answering.show(call.db, invigilator, secret)


@routes.post("/public/invigilation/{invigilator}/{secret}", may=public, remote=True, answers=pages.PAGE)
def answer_invitation(invigilator: Id, secret: str, call: Call, body: pages.PageBody) -> core.Answer:
    """Confirm or decline an invitation"""
    if (refusal := answering.POSTS.refusal(call)) is not None:
        return refusal
    return answering.receive(call.db, invigilator, secret, pages.posted(body))
