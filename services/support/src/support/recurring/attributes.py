"""Attributes of a recurring task."""

from __future__ import annotations

import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import Boolean, Clock, DateTime, Integer, MultiSelect, Reference, Select, Text
from kit.values.conditions import Clause
from support.levels.attributes import WEEKDAYS
from support.recurring import rules
from support.templates.model import ticket_template

_MONTHLY = Clause("repeats", "oneOf", ("monthly", "quarterly", "yearly"))

RECURRING = Attributes(
    Attribute(
        name="title",
        type=Text(required=True, max_length=200),
        section="task",
        default=None,
        listed=InList(sortable=True, width=260),
        help="The title of its tickets",
    ),
    Attribute(
        name="templateId",
        type=Reference(source="/v2/support/ticketTemplates", required=True),
        title="Template",
        section="task",
        column=sa.Column("template_id", sa.ForeignKey("ticket_template.id"), nullable=False),
        listed=InList(expression=ticket_template.c.title, type="text", width=200),
        help="Team, priority, text and questions of its tickets",
    ),
    Attribute(
        name="responsibleStaff",
        type=Reference(source="/v2/support/staff"),
        section="task",
        column=sa.Column("responsible_id", sa.BigInteger),
        help="If empty, the rota of the team decides",
    ),
    Attribute(
        name="repeats",
        type=Select(choices=rules.REPEATS, required=True),
        section="rule",
        default=None,
        listed=InList(width=130),
        filtered=AsFilter(),
    ),
    Attribute(
        name="days",
        type=MultiSelect(choices=WEEKDAYS),
        section="rule",
        shown_if=Clause("repeats", "oneOf", ("weekly", "fortnightly")),
        help="If empty, Monday",
    ),
    Attribute(
        name="monthDay",
        type=Select(choices=rules.MONTH_DAYS),
        title="Day of the month",
        section="rule",
        stored_as=sa.Integer,
        shown_if=_MONTHLY,
        help="If empty, the first",
    ),
    Attribute(
        name="month",
        type=Select(choices=rules.MONTHS),
        section="rule",
        stored_as=sa.Integer,
        shown_if=Clause("repeats", "is", "yearly"),
        help="If empty, January",
    ),
    Attribute(
        name="at",
        type=Clock(required=True),
        title="Time",
        section="rule",
        default="09:00",
        help="In London",
    ),
    Attribute(
        name="paused",
        type=Boolean(),
        section="rule",
        default="false",
        listed=InList(width=90),
        filtered=AsFilter(),
        help="No ticket is raised while it is paused",
    ),
    Attribute(
        name="next",
        type=DateTime(),
        title="Next ticket",
        section="rule",
        read_only=True,
        listed=InList(width=140),
        comment="null while it is paused",
    ),
    Attribute(
        name="lastRaised",
        type=DateTime(),
        title="Last ticket",
        section="rule",
        read_only=True,
        listed=InList(width=140),
    ),
    Attribute(
        name="raised",
        type=Integer(),
        title="Tickets",
        stored_as=sa.Integer,
        default="0",
        comment="tickets that it raised",
        listed=InList(width=80),
    ),
)
