"""Attributes of gaps: data that a requirement asks for and a record lacks."""

from __future__ import annotations

import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import Date, DateTime, RecordId, Reference, Select, Text, options
from people.requirements.measures import KINDS

STATES = options(("open", "Missing", "red"), ("waived", "Waived", "amber"), ("mended", "Supplied", "green"))

GAP = Attributes(
    Attribute(
        name="requirementId",
        type=Reference(source="/compliance/requirements"),
        title="Requirement",
        section="gap",
        read_only=True,
        listed=InList(title="Requirement ID", hidden=True),
        filtered=AsFilter(hidden=True),
        column=sa.Column("requirement_id", sa.ForeignKey("requirement.id"), nullable=False),
    ),
    Attribute(
        name="kind",
        type=Select(choices=KINDS),
        title="Of",
        section="gap",
        read_only=True,
        column=sa.Column("kind", sa.Text, nullable=False),
    ),
    Attribute(
        name="recordId",
        type=RecordId(),
        title="Record",
        section="gap",
        read_only=True,
        column=sa.Column("record_id", sa.BigInteger, nullable=False),
    ),
    Attribute(
        name="status",
        type=Select(choices=STATES, required=True),
        default="open",
        listed=InList(width=110),
        filtered=AsFilter(options=STATES[:2]),
    ),
    Attribute(
        name="since",
        type=DateTime(required=True),
        title="Missing since",
        section="gap",
        read_only=True,
        column=sa.Column("since", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        listed=InList(type="date", sortable=True, width=120),
        filtered=AsFilter(),
    ),
    Attribute(name="mended", type=DateTime(), title="Supplied", section="gap", read_only=True),
    Attribute(
        name="waivedUntil",
        type=Date(),
        title="Waived until",
        section="gap",
        read_only=True,
        listed=InList(width=110),
        filtered=AsFilter(),
    ),
    Attribute(
        name="waivedReason",
        type=Text(max_length=500),
        title="Reason of the waiver",
        section="gap",
        read_only=True,
        listed=InList(hidden=True, width=200),
    ),
    Attribute(
        name="waivedByName",
        type=Text(),
        title="Waived by",
        section="gap",
        read_only=True,
        listed=InList(hidden=True, width=150),
    ),
)
