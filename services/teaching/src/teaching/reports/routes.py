"""Calls about term reports beyond the declared ones (`teaching.md 7`)."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from kit.http.fastapi import Body, Call, Id, Routes
from kit.policy import staff
from kit.values import Date, DateTime, RecordId
from kit.values.bodies import read
from teaching.reports import commands, facts, warnings
from teaching.reports.answers import Called, CallUndone, RemindedTutors, ReportPdf, ReportWarning, TermFacts
from teaching.reports.messages import chasing
from teaching.reports.papers.pdfs import PAPERS
from teaching.reports.policy import reads, reviews, writes

routes = Routes()
_MOST = 500
"""Reports of one reminder, or of an undone request."""
_CALL = {
    "cwsId": RecordId(),
    "courseId": RecordId(),
    "tutorId": RecordId(),
    "dateFrom": Date(),
    "dateTo": Date(),
    "deadline": DateTime(),
}


class ReportIds(Body):
    """Reports by id."""

    ids: Annotated[list[Id], Field(min_length=1, max_length=_MOST)]


@routes.post("/report/call", may=staff, answers=Called, takes=_CALL)
def call_report(call: Call, body: dict[str, Any]) -> dict[str, Any]:
    """Request from a tutor the report of a student on a course, or of every student of a course, in a period"""
    return commands.call(call.tx, read(_CALL, body))


@routes.post("/report/call/undo", may=staff, answers=CallUndone)
def undo_call(call: Call, body: ReportIds) -> dict[str, int]:
    """Undo a request within a minute"""
    return commands.undo(call.tx, body.ids)


@routes.post("/report/remind", may=staff, answers=RemindedTutors)
def remind_tutors(call: Call, body: ReportIds) -> dict[str, int]:
    """Remind the tutors of reports that are not handed in, in one notice each"""
    return chasing.remind(call.tx, body.ids)


@routes.post("/report/remind/late", may=staff, answers=RemindedTutors)
def remind_late_tutors(call: Call) -> dict[str, int]:
    """Remind the tutors of all late reports of the last 60 days, in one notice each"""
    return chasing.remind_late(call.tx)


@routes.get("/report/{id}/pdf", may=reads, answers=ReportPdf)
def report_pdf(call: Call, id: int) -> dict[str, int]:
    """Return the PDF of a report, stored until its content changes"""
    return PAPERS.generate(call.db, call.actor, id)


@routes.get("/report/{id}/term", may=staff | writes, answers=TermFacts)
def term_facts(call: Call, id: int) -> dict[str, Any]:
    """Return the figures of the student on the course in the period of the report, and the previous report"""
    return call.read(facts.term, id)


@routes.get("/report/{id}/warnings", may=reviews | writes, answers=list[ReportWarning])
def report_warnings(call: Call, id: int) -> list[dict[str, Any]]:
    """Return warnings about the comments: names and pronouns of others, copied text, empty phrases, another language"""
    return call.read(warnings.warnings, id)
