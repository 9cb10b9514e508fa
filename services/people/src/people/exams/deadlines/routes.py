"""Deadlines for calendars of other programs."""

from __future__ import annotations

from kit.http import core
from kit.http.fastapi import Call, Routes
from people.calendar import ics
from people.exams.deadlines import feeding
from people.policy import STAFF

routes = Routes()


@routes.get("/exams/deadlines.ics", may=STAFF, answers=ics.MEDIA_TYPE)
def as_calendar(call: Call) -> core.Answer:
    """Download the deadlines of open series as a calendar: an all-day entry for each"""
    content = ics.calendar(call.read(feeding.of_open_series))
    headers = {"Content-Disposition": 'attachment; filename="exam-deadlines.ics"', "Cache-Control": "private, no-cache"}
    return core.Answer(content, 200, ics.MEDIA_TYPE, headers)
