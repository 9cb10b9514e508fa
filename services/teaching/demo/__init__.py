"""Demo data of teaching."""

from services.demo.part import Part
from services.teaching.demo import calendar, slips

PARTS = (Part("slips", slips.EMPTY, slips.load), Part("calendar", calendar.EMPTY, calendar.load))
