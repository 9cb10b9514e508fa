"""Attributes of a ticket template."""

from __future__ import annotations

import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import Boolean, Cell, DateTime, Integer, RichText, Select, Table, Text
from support import teams
from support.tickets import rules

MOST_QUESTIONS = 20
QUESTIONS = Table(most=MOST_QUESTIONS, columns=(Cell("question", "Question", Text(required=True, max_length=200)),))

TICKET_TEMPLATE = Attributes(
    Attribute(
        name="name",
        type=Text(required=True, max_length=100),
        section="template",
        default=None,
        listed=InList(sortable=True, width=240),
        help="The name by which it is chosen",
    ),
    Attribute(
        name="title",
        type=Text(required=True, max_length=200),
        title="Title of the ticket",
        section="template",
        default=None,
        listed=InList(width=260),
    ),
    Attribute(
        name="team",
        type=Select(choices=teams.TEAMS, required=True),
        section="template",
        default=None,
        listed=InList(width=140),
        filtered=AsFilter(),
    ),
    Attribute(
        name="metaType",
        type=Select(choices=rules.CATEGORIES, required=True),
        title="Category",
        section="template",
        default="general",
        listed=InList(width=130, hidden=True),
    ),
    Attribute(
        name="priority",
        type=Select(choices=teams.PRIORITIES, required=True),
        section="template",
        stored_as=sa.Integer,
        default=str(teams.NORMAL),
        listed=InList(width=100),
    ),
    Attribute(
        name="text",
        type=RichText(required=True, max_length=20_000),
        section="template",
        default=None,
        comment="sanitised html",
        help="The message that the ticket begins with",
    ),
    Attribute(
        name="questions",
        type=QUESTIONS,
        section="template",
        help="Each has to be answered before the ticket is raised",
    ),
    Attribute(
        name="everybody",
        type=Boolean(),
        title="For everybody",
        section="template",
        default="false",
        help="Offered to tutors, students and clients too; else to staff alone",
        listed=InList(width=120),
        filtered=AsFilter(),
    ),
    Attribute(
        name="used",
        type=Integer(),
        stored_as=sa.Integer,
        default="0",
        comment="tickets raised from it",
        listed=InList(sortable=True, width=80),
    ),
    Attribute(name="lastUsed", type=DateTime(), listed=InList(title="Last used", width=130)),
)
