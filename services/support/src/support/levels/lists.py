"""The lists of service levels, working hours and holidays."""

from __future__ import annotations

import sqlalchemy as sa

from kit.lists import Column, ListSpec
from support.levels import attributes
from support.levels.fields import HOLIDAY_FIELDS, HOURS_FIELDS, LEVEL_FIELDS
from support.levels.model import service_level, support_holiday, support_hours

_DAYS = [str(day.value) for day in attributes.WEEKDAYS]
_place = sa.case({day: number for number, day in enumerate(_DAYS)}, value=support_hours.c.day)

LEVELS = ListSpec(
    name="serviceLevels",
    path="/v2/support/levels",
    title="Service levels",
    one="service level",
    edit=LEVEL_FIELDS,
    default_sort="title",
    columns=attributes.SERVICE_LEVEL.columns(
        Column(name="id", expression=service_level.c.id, type="id", hidden=True),
        *("title", "team", "priority", "firstAnswer", "resolution"),
    ),
    filters=attributes.SERVICE_LEVEL.filters("team", "priority"),
)
HOURS = ListSpec(
    name="supportHours",
    title="Support hours",
    one="time",
    naming="day",
    edit=HOURS_FIELDS,
    default_sort="week,start",
    columns=attributes.SUPPORT_HOURS.columns(
        Column(name="id", expression=support_hours.c.id, type="id", hidden=True),
        *("day", "start", "end"),
        Column(name="week", expression=_place, type="integer", sortable=True, hidden=True),
    ),
)
HOLIDAYS = ListSpec(
    name="supportHolidays",
    title="Support holidays",
    one="holiday",
    edit=HOLIDAY_FIELDS,
    default_sort="day",
    columns=attributes.HOLIDAY.columns(
        Column(name="id", expression=support_holiday.c.id, type="id", hidden=True), *("title", "day")
    ),
    filters=attributes.HOLIDAY.filters("day"),
)
