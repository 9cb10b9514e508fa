"""Calls for documents as PDF: those of a session, a candidate's timetable, and a candidate's slip of results."""

from __future__ import annotations

from typing import Literal

from kit.errors import NotFound
from kit.http import core
from kit.http.fastapi import Call, Id, Routes
from kit.policy import signed_in
from people.exams.documents import drawing, slips, timetables
from people.exams.sessions.policy import INVIGILATES
from people.policy import STAFF

routes = Routes()
Kind = Literal["plan", "door", "register", "labels", "invigilators", "evacuation"]


@routes.get("/exams/sessions/{id}/papers/{kind}", may=STAFF | INVIGILATES, remote=True, answers="application/pdf")
def paper(id: Id, kind: Kind, call: Call) -> core.Answer:
    """Return a document of a session as a PDF"""
    day = call.read(drawing.read, [id]).get(id)
    if day is None:
        raise NotFound()
    one = drawing.paper_of(day, kind)
    return core.attachment(one.render(), f"exam-{kind}-{id}.pdf", "application/pdf")


@routes.get("/exams/timetables/{id}", may=signed_in, remote=True, answers="application/pdf")
def timetable(id: Id, call: Call) -> core.Answer:
    """Return the exam timetable of a candidate as a PDF"""
    one = call.read(timetables.of, id)
    if one is None:
        raise NotFound()
    return core.attachment(one.render(), f"exam-timetable-{id}.pdf", "application/pdf")


@routes.get("/exams/slips/{id}", may=signed_in, remote=True, answers="application/pdf")
def slip(id: Id, call: Call) -> core.Answer:
    """Return the slip of results of a candidate in a series as a PDF; before the release only the office reads it"""
    one = call.read(slips.of, id)
    if one is None:
        raise NotFound()
    return core.attachment(one.render(), f"exam-results-{id}.pdf", "application/pdf")
