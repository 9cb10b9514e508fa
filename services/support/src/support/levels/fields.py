"""Service levels, working hours and holidays as records: all staff read them, support staff edit them."""

from __future__ import annotations

from kit.policy import staff
from kit.records import Create, Delete, FieldSet
from support.levels import attributes
from support.levels.model import service_level, support_holiday, support_hours
from support.teams import support_staff

LEVEL_FIELDS = FieldSet(
    name="serviceLevel",
    table=service_level,
    path="/v2/support/level/{id}",
    read=staff,
    may=support_staff,
    create=Create(),
    delete=Delete(undo=True),
    sections=attributes.SERVICE_LEVEL.sections({"level": "Service level"}),
)
HOURS_FIELDS = FieldSet(
    name="supportHours",
    table=support_hours,
    path="/v2/support/hours/{id}",
    read=staff,
    may=support_staff,
    create=Create(),
    delete=Delete(undo=True),
    sections=attributes.SUPPORT_HOURS.sections({"hours": "Working hours"}),
)
HOLIDAY_FIELDS = FieldSet(
    name="supportHoliday",
    table=support_holiday,
    path="/v2/support/holidays/{id}",
    read=staff,
    may=support_staff,
    create=Create(),
    delete=Delete(undo=True),
    sections=attributes.HOLIDAY.sections({"holiday": "Holiday"}),
)
