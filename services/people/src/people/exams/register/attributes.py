"""Attributes of a mark in the register."""

from __future__ import annotations

import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import Boolean, DateTime, RecordId, Select, Text, options

MARKS = options(
    ("present", "Present", "green"),
    ("late", "Late", "amber"),
    ("absent", "Absent", "red"),
    ("expected", "Not marked", "grey"),
    ("identity", "Identity checked", "green"),
    ("noIdentity", "Identity not checked", "grey"),
)
STATES = ("present", "late", "absent", "expected")
"""Marks that are states of a seat; the others concern the identity."""

MARK = Attributes(
    Attribute(
        name="seatId",
        type=RecordId(required=True),
        title="Seat",
        column=sa.Column("seat_id", sa.ForeignKey("exam_seat.id", ondelete="CASCADE"), nullable=False),
        listed=InList(title="Seat ID", hidden=True),
        filtered=AsFilter(hidden=True, column="candidate"),
    ),
    Attribute(name="key", type=Text(), default=None, comment="of the device: a mark that is sent again is known"),
    Attribute(
        name="mark",
        type=Select(choices=MARKS, required=True),
        default="present",
        listed=InList(width=150),
        filtered=AsFilter(),
    ),
    Attribute(
        name="at",
        type=DateTime(required=True),
        title="Marked at",
        default=None,
        listed=InList(sortable=True, width=130),
        filtered=AsFilter(),
    ),
    Attribute(name="byName", type=Text(), title="Marked by", listed=InList(width=160)),
    Attribute(name="byId", type=RecordId(), title="User", comment="user id"),
    Attribute(
        name="counted",
        type=Boolean(),
        title="Counted",
        listed=InList(width=90),
        filtered=AsFilter(),
        comment="false where a later mark of the seat was known already",
    ),
)
"""A mark as made on a device. All are stored; the latest of a seat counts."""
