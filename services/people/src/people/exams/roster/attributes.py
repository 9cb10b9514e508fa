"""Attributes of relatives, of absences, and of swaps of invigilators."""

from __future__ import annotations

import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import DateTime, RecordId, Reference, Select, Text, options
from people.exams.shared_attributes import candidate_id

SWAP_STATES = options(
    ("asked", "Asked", "amber"),
    ("taken", "Taken", "green"),
    ("refused", "Refused", "red"),
    ("withdrawn", "Withdrawn", "grey"),
)


def _invigilator(section: str) -> Attribute:
    return Attribute(
        name="invigilatorId",
        type=Reference(source="/invigilators/names", required=True),
        title="Invigilator",
        section=section,
        read_only=True,
        links="invigilator.id",
        indexed=True,
        listed=InList(title="Invigilator ID", hidden=True),
        filtered=AsFilter(hidden=True, column="invigilator"),
    )


RELATIVE = Attributes(
    _invigilator("relative"),
    candidate_id("relative"),
    Attribute(
        name="relation",
        type=Text(required=True, max_length=100),
        section="relative",
        default=None,
        help="Such as mother, cousin, friend of the family",
        listed=InList(sortable=True, width=170),
    ),
)
"""A candidate whose relative or friend an invigilator is."""

AWAY = Attributes(
    _invigilator("away"),
    Attribute(
        name="starts",
        type=DateTime(required=True),
        title="Away from",
        section="away",
        default=None,
        listed=InList(sortable=True, width=130),
        filtered=AsFilter(),
    ),
    Attribute(
        name="ends",
        type=DateTime(required=True),
        title="Until",
        section="away",
        default=None,
        listed=InList(width=130),
        filtered=AsFilter(),
    ),
    Attribute(name="note", type=Text(max_length=200), section="away", listed=InList(width=200)),
)
"""A time at which an invigilator is not available."""

SWAP = Attributes(
    Attribute(
        name="dutyId",
        type=RecordId(required=True),
        title="Duty",
        section="swap",
        read_only=True,
        column=sa.Column("duty_id", sa.ForeignKey("invigilation.id", ondelete="CASCADE"), nullable=False, index=True),
        listed=InList(title="Duty ID", hidden=True),
    ),
    Attribute(
        name="fromId",
        type=RecordId(required=True),
        title="From",
        links="invigilator.id",
        listed=InList(title="From ID", hidden=True),
        filtered=AsFilter(hidden=True, column="fromName"),
    ),
    Attribute(
        name="toId",
        type=Reference(source="/exams/colleagues"),
        title="To",
        section="swap",
        read_only=True,
        links="invigilator.id",
        help="If empty, everybody who is free",
        listed=InList(title="To ID", hidden=True),
        filtered=AsFilter(hidden=True, column="toName"),
    ),
    Attribute(
        name="status",
        type=Select(choices=SWAP_STATES, required=True),
        section="swap",
        default="asked",
        read_only=True,
        listed=InList(sortable=True, width=105),
        filtered=AsFilter(),
    ),
    Attribute(
        name="note",
        type=Text(max_length=300),
        section="swap",
        read_only=True,
        listed=InList(width=200),
    ),
    Attribute(
        name="takenById",
        type=RecordId(),
        title="Taken by",
        links="invigilator.id",
    ),
    Attribute(
        name="answered",
        type=DateTime(),
        section="swap",
        read_only=True,
        listed=InList(width=130),
    ),
)
"""A duty that an invigilator asks a colleague to take."""
