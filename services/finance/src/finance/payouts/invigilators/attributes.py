"""Attributes of the rates of invigilators and of their approved hours."""

from __future__ import annotations

import sqlalchemy as sa

from finance.payouts.attributes import hourly_rate
from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import Boolean, Date, Integer, RecordId, Reference, Select, Text, options

ALL = "all"
ROLES = options(
    ("lead", "Lead invigilator"), ("invigilator", "Invigilator"), ("reader", "Reader"), ("scribe", "Scribe")
)
STATES = options(
    ("withoutRate", "No rate", "red"),
    ("due", "To be paid", "amber"),
    ("setOff", "To be set off", "amber"),
    ("inRun", "In a pay run", "blue"),
    ("paid", "Paid", "green"),
)

RATE = Attributes(
    Attribute(
        name="invigilatorId",
        type=Reference(source="/tutorpayments/invigilators"),
        title="Invigilator",
        section="rate",
        links="invigilator.id",
        help="None: all without a rate of their own",
        comment="absent: every invigilator without their own",
        filtered=AsFilter(),
    ),
    Attribute(
        name="role",
        type=Select(choices=(*options((ALL, "All roles")), *ROLES), required=True),
        section="rate",
        default=ALL,
        listed=InList(width=140),
        filtered=AsFilter(),
    ),
    *hourly_rate(),
)
"""The pay for an hour of invigilation, from a day on."""

HOURS = Attributes(
    Attribute(
        name="invigilatorId",
        type=RecordId(required=True),
        title="Invigilator",
        indexed=True,
        listed=InList(title="Invigilator id", hidden=True),
        filtered=AsFilter(hidden=True, column="invigilator"),
    ),
    Attribute(name="invigilator", type=Text(), listed=InList(sortable=True, width=170)),
    Attribute(
        name="orgId",
        type=Reference(source="/orgs"),
        title="Organisation",
        filtered=AsFilter(),
        column=sa.Column("organisation_id", sa.BigInteger),
    ),
    Attribute(name="session", type=Text(), listed=InList(width=200)),
    Attribute(
        name="role",
        type=Select(choices=ROLES, required=True),
        default="invigilator",
        listed=InList(width=130),
        filtered=AsFilter(),
    ),
    Attribute(
        name="day",
        type=Date(required=True),
        default=None,
        listed=InList(sortable=True, width=95),
        filtered=AsFilter(),
    ),
    Attribute(
        name="minutes", type=Integer(required=True), stored_as=sa.Integer, default=None, comment="as people told them"
    ),
    Attribute(name="approved", type=Boolean()),
    Attribute(name="approvedById", type=Integer(), comment="user id, 0 where it is not known"),
    Attribute(
        name="approvedBy",
        type=Text(),
        title="Approved by",
        listed=InList(hidden=True, width=140),
        column=sa.Column("approved_by_name", sa.Text, nullable=False, server_default=""),
    ),
)
"""The work of an invigilator in a session, as approved by the exams office."""
