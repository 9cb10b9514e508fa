"""Attributes of a ticket (`money.md 3`, Support ticket)."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.database.tables import now
from kit.values import DateTime, IdList, Integer, Reference, Select
from support import teams
from support.directory.model import user
from support.tickets import rules

asker, responsible = user.alias("asker"), user.alias("responsible")

TICKET = Attributes(
    Attribute(
        name="title",
        type=rules.TITLE,
        section="ticket",
        default=None,
        listed=InList(sortable=True, width=270),
        event="title",
    ),
    Attribute(
        name="priority",
        type=Select(choices=teams.PRIORITIES, required=True),
        section="ticket",
        stored_as=sa.Integer,
        default=str(teams.NORMAL),
        comment="1 is urgent, 4 low",
        listed=InList(sortable=True, width=95),
        filtered=AsFilter(),
        event="priority",
    ),
    Attribute(
        name="metaType",
        type=Select(choices=rules.CATEGORIES, required=True),
        title="Category",
        section="ticket",
        comment="category",
        listed=InList(width=145, hidden=True),
        filtered=AsFilter(),
    ),
    Attribute(
        name="type",
        type=Select(choices=teams.TYPES, required=True),
        title="Team",
        section="ticket",
        comment="the team it is for",
        listed=InList(width=130),
        filtered=AsFilter(),
        event="type",
    ),
    Attribute(
        name="department",
        type=Reference(source="/departments"),
        section="ticket",
        column=sa.Column("department_id", sa.BigInteger),
    ),
    Attribute(
        name="responsibleStaff",
        type=Reference(source="/v2/support/staff"),
        section="ticket",
        column=sa.Column(
            "responsible_id",
            sa.BigInteger,
            comment="the member of the team who looks after it",  # allow words-of-a-manual: as in the database
        ),
        listed=InList(expression=responsible.c.name, type="text", title="Responsible", width=140),
        filtered=AsFilter(options_from="/v2/support/staff"),
        event="responsibleUserId",
    ),
    Attribute(
        name="infoUsers",
        type=IdList(source="/comments/people", most=rules.MOST_INFORMED),
        title="Informed",
        section="ticket",
        column=sa.Column(
            "info_user_ids", ARRAY(sa.BigInteger), nullable=False, server_default="{}", comment="read and write too"
        ),
    ),
    Attribute(
        name="status",
        type=Select(choices=rules.STATES, required=True),
        section="ticket",
        default="submitted",
        listed=InList(sortable=True, width=115),
        filtered=AsFilter(),
        event="status",
    ),
    Attribute(name="lastMessage", type=DateTime(), default=now(), listed=InList(sortable=True, width=125)),
    Attribute(
        name="due",
        type=DateTime(),
        internal=True,
        comment="the team owes an answer or a solution by then; null: none",
        listed=InList(sortable=True, width=135),
        filtered=AsFilter(),
    ),
    Attribute(
        name="firstAnswerDue", type=DateTime(), internal=True, listed=InList(title="First answer due", hidden=True)
    ),
    Attribute(name="resolveDue", type=DateTime(), internal=True, listed=InList(title="Resolution due", hidden=True)),
    Attribute(
        name="firstAnswered",
        type=DateTime(),
        internal=True,
        comment="the first message of the team",
        listed=InList(title="First answered", hidden=True),
        filtered=AsFilter(title="First answered"),
    ),
    Attribute(
        name="resolved",
        type=DateTime(),
        internal=True,
        listed=InList(hidden=True, sortable=True),
        filtered=AsFilter(),
    ),
    Attribute(
        name="waitingSince",
        type=DateTime(),
        internal=True,
        comment="the clock stands still until the asker answers",
        listed=InList(title="Waiting since", hidden=True),
    ),
    Attribute(
        name="answerMinutes",
        type=Integer(),
        stored_as=sa.Integer,
        internal=True,
        comment="working minutes until the first answer",
        listed=InList(title="Minutes to first answer", hidden=True),
    ),
    Attribute(
        name="resolveMinutes",
        type=Integer(),
        stored_as=sa.Integer,
        internal=True,
        comment="working minutes until it was resolved, without pauses",
        listed=InList(title="Minutes to resolution", hidden=True),
    ),
    Attribute(name="messages", type=Integer(), stored_as=sa.Integer, default="0", listed=InList(width=90, hidden=True)),
    Attribute(
        name="rating",
        type=Select(choices=rules.RATINGS),
        column=sa.Column("rating", sa.Integer, comment="of the answer, by the primary user: 1 very poor, 5 very good"),
        listed=InList(width=100, hidden=True),
        filtered=AsFilter(),
    ),
    Attribute(
        name="invoiceId",
        type=Integer(),
        title="Invoice",
        listed=InList(hidden=True),
        filtered=AsFilter(hidden=True),
        event="invoiceId",
    ),
    Attribute(
        name="slipId",
        type=Integer(),
        title="Slip",
        listed=InList(hidden=True),
        filtered=AsFilter(hidden=True),
        event="slipId",
    ),
    Attribute(name="hwsId", type=Integer(), title="Homework", comment="the homework of a student that it is about"),
    Attribute(
        name="userId",
        type=Integer(),
        filtered=AsFilter(hidden=True),
        event="userId",
        column=sa.Column("user_id", sa.BigInteger, nullable=False, comment="whose question it is"),
    ),
    Attribute(
        name="errorId",
        type=Integer(),
        column=sa.Column("error_id", sa.ForeignKey("error_report.id")),
        event="errorId",
    ),
)
