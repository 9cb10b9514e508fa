"""Attributes of service levels, of working hours and of holidays."""

from __future__ import annotations

from decimal import Decimal

import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import Clock, Date, DecimalNumber, Select, Text, options
from support import teams

WEEKDAYS = options("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_HOURS = DecimalNumber(required=True, minimum=Decimal("0.25"), maximum=Decimal(1000))

SERVICE_LEVEL = Attributes(
    Attribute(
        name="title",
        type=Text(required=True, max_length=100),
        section="level",
        default=None,
        listed=InList(sortable=True, width=220),
    ),
    Attribute(
        name="team",
        type=Select(choices=teams.TYPES),
        section="level",
        help="If empty, every team",
        listed=InList(width=140),
        filtered=AsFilter(),
    ),
    Attribute(
        name="priority",
        type=Select(choices=teams.PRIORITIES),
        section="level",
        stored_as=sa.Integer,
        help="If empty, every priority",
        listed=InList(width=110),
        filtered=AsFilter(),
    ),
    Attribute(
        name="firstAnswer",
        type=_HOURS,
        title="First answer, hours",
        section="level",
        comment="working hours",
        column=sa.Column("first_answer", sa.Numeric(8, 2), nullable=False),
        help="Working hours from the question to the first answer",
        listed=InList(width=150),
    ),
    Attribute(
        name="resolution",
        type=_HOURS,
        title="Solution, hours",
        section="level",
        comment="working hours",
        column=sa.Column("resolution", sa.Numeric(8, 2), nullable=False),
        help="Working hours from the question to the solution, excluding those spent waiting for an answer",
        listed=InList(width=165),
    ),
)
SUPPORT_HOURS = Attributes(
    Attribute(
        name="day",
        type=Select(choices=WEEKDAYS, required=True),
        section="hours",
        default=None,
        listed=InList(type="text", width=140),
    ),
    Attribute(
        name="start",
        type=Clock(required=True),
        title="From",
        section="hours",
        default=None,
        listed=InList(sortable=True, width=100),
    ),
    Attribute(
        name="end",
        type=Clock(required=True),
        title="To",
        section="hours",
        listed=InList(width=100),
        column=sa.Column("ends", sa.Text, nullable=False),
    ),
)
HOLIDAY = Attributes(
    Attribute(
        name="title",
        type=Text(required=True, max_length=100),
        section="holiday",
        default=None,
        listed=InList(sortable=True, width=260),
    ),
    Attribute(
        name="day",
        type=Date(required=True),
        section="holiday",
        listed=InList(sortable=True, width=120),
        filtered=AsFilter(),
    ),
)
