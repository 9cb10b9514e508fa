"""Demo data of teaching."""

from services.demo.part import Part
from services.teaching.demo import (
    acceptance,
    calendar,
    collections,
    homework,
    journal,
    reports,
    slips,
    studyplans,
)

PARTS = (
    Part("slips", slips.EMPTY, slips.load),
    Part("calendar", calendar.EMPTY, calendar.load),
    Part("homework", homework.EMPTY, homework.load),
    Part("reports", reports.EMPTY, reports.load),
    Part("studyplans", studyplans.EMPTY, studyplans.load),
    Part("collections", collections.EMPTY, collections.load),
    Part("journal", journal.EMPTY, journal.load),
    Part("acceptance", acceptance.EMPTY, acceptance.load),
)
