"""Demo data of teaching."""

from services.demo.part import Part
from services.teaching.demo import calendar, homework, slips

PARTS = (
    Part("slips", slips.EMPTY, slips.load),
    Part("calendar", calendar.EMPTY, calendar.load),
    Part("homework", homework.EMPTY, homework.load),
)
