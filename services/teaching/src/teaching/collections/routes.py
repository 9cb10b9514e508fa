"""Calls about collection reports beyond the declared ones (`teaching.md 7`, readings.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kit.errors import Invalid
from kit.http.fastapi import Call, RequestCall, Routes
from kit.policy import staff
from kit.records import references
from kit.values import Date, IdList, Integer, RecordId, Select
from kit.values.bodies import read
from teaching.collections import commands, facts, queries, rules
from teaching.collections.answers import (
    BookedInterview,
    CalledCollections,
    CollectionEvent,
    CollectionPdf,
    CollectionTerm,
    InterviewerChoice,
)
from teaching.collections.interviewers import Interviewers
from teaching.collections.interviews import booked, booking
from teaching.collections.papers.pdfs import PAPERS
from teaching.collections.policy import interviews, office, reads, writes

routes = Routes()
_MOST = 300
"""The courses of a bulk request."""
_CALL = {
    "academicYearId": RecordId(required=True),
    "term": Select(choices=rules.TERMS, required=True),
    "date": Date(),
    "interviewers": Interviewers(),
    "courseIds": IdList(most=_MOST),
    "cwsIds": IdList(most=_MOST),
}
_BOOK = {
    "ids": IdList(required=True, most=_MOST),
    "time": booking.TimeOfDay(required=True),
    "minutes": Integer(required=True, minimum=5, maximum=240),
    "locationId": RecordId(),
}
_YEARS = "/academic-years"
_NO_YEAR = "There is no such academic year"


def _check_year(_: RequestCall, arguments: Mapping[str, Any]) -> None:
    """Ask identity for the academic year, before the transaction."""
    year = read(_CALL, arguments["body"])["academicYearId"]
    known = references.find_at("identity", _YEARS, year)
    if known is None:
        raise Invalid(_NO_YEAR, fields={"academicYearId": _NO_YEAR})
    if known.closed:
        text = f"{known.title} is no longer offered"
        raise Invalid(text, fields={"academicYearId": text})


@routes.post("/collectionreport/call", may=office, answers=CalledCollections, takes=_CALL, before=_check_year)
def call_collections(call: Call, body: dict[str, Any]) -> dict[str, Any]:
    """Request the collection reports of students on courses in a term; existing ones stay"""
    return {"rows": commands.call(call.tx, read(_CALL, body))}


@routes.post("/collectionreport/book", may=office, remote=True, answers=list[BookedInterview], takes=_BOOK)
def book_interviews(call: Call, body: dict[str, Any]) -> list[dict[str, Any]]:
    """Book the interviews of reports on the calendar, one after the other in one room; a row for each"""
    return booking.book(call.db, call.actor, read(_BOOK, body))


@routes.get("/collectionreport/interviewers", may=staff | interviews, answers=list[InterviewerChoice])
def interviewers(call: Call) -> list[dict[str, Any]]:
    """Return the staff and tutors who may interview"""
    return call.read(queries.choices)


@routes.get("/collectionreport/{id}/term", may=writes, answers=CollectionTerm)
def term_facts(call: Call, id: int) -> dict[str, Any]:
    """Return the slips, grades and marks of the student on the course in the term of the interview"""
    return call.read(facts.term, id)


@routes.get("/collectionreport/{id}/events", may=writes, answers=list[CollectionEvent])
def events_of_day(call: Call, id: int) -> list[dict[str, Any]]:
    """List the student's events on the day of the interview, to choose the booked interview"""
    return call.read(booked.of_day, id)


@routes.get("/collectionreport/{id}/pdf", may=reads, answers=CollectionPdf)
def collection_pdf(call: Call, id: int) -> dict[str, int]:
    """Return the PDF of a collection report, stored until its content changes"""
    return PAPERS.generate(call.db, call.actor, id)
