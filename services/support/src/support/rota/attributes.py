"""Attributes of duties and absences."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import Clock, Date, MultiSelect, Reference, Select, Text
from support import teams
from support.directory.model import user
from support.levels.attributes import WEEKDAYS

STAFF = Reference(source="/v2/support/staff", required=True)
ON_DUTY = user.alias("on_duty")
ABSENT = user.alias("absent")
_DAYS: sa.Column[list[str]] = sa.Column("days", ARRAY(sa.Text), nullable=False, server_default="{}")

DUTY = Attributes(
    Attribute(
        name="person",
        type=STAFF,
        section="duty",
        column=sa.Column("user_id", sa.BigInteger, nullable=False),
        listed=InList(expression=ON_DUTY.c.name, type="text", width=200),
        filtered=AsFilter(options_from="/v2/support/staff"),
        help="A member of the team",
    ),
    Attribute(
        name="team",
        type=Select(choices=teams.TEAMS, required=True),
        section="duty",
        default=None,
        listed=InList(width=150),
        filtered=AsFilter(),
    ),
    Attribute(
        name="days",
        type=MultiSelect(choices=WEEKDAYS, minimum=1, required=True),
        section="duty",
        column=_DAYS,
        listed=InList(
            expression=sa.func.array_to_string(_DAYS, ", ", type_=sa.Text),
            type="text",
            width=330,
        ),
        help="Holidays of support have no duty",
    ),
    Attribute(
        name="start",
        type=Clock(required=True),
        title="From",
        section="duty",
        default=None,
        listed=InList(sortable=True, width=90),
    ),
    Attribute(
        name="end",
        type=Clock(required=True),
        title="To",
        section="duty",
        listed=InList(width=90),
        column=sa.Column("ends", sa.Text, nullable=False),
    ),
)
ABSENCE = Attributes(
    Attribute(
        name="person",
        type=STAFF,
        section="absence",
        column=sa.Column("user_id", sa.BigInteger, nullable=False),
        listed=InList(expression=ABSENT.c.name, type="text", width=200),
        filtered=AsFilter(options_from="/v2/support/staff"),
    ),
    Attribute(
        name="first",
        type=Date(required=True),
        title="First day",
        section="absence",
        listed=InList(sortable=True, width=120),
        filtered=AsFilter(),
    ),
    Attribute(
        name="last",
        type=Date(required=True),
        title="Last day",
        section="absence",
        listed=InList(width=120),
        filtered=AsFilter(),
    ),
    Attribute(
        name="reason",
        type=Text(max_length=200),
        section="absence",
        listed=InList(width=260),
        help="The team reads it; leave it empty if the team need not know",
    ),
)
