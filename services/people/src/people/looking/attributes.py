"""Attributes of looks, and of those who read safeguarding notes."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import MultiSelect, RecordId, Reference, Text, options

WELFARE_FIELDS = options(
    ("medical", "Medical and dietary needs"),
    ("learningNeeds", "Learning needs"),
    ("safeguarding", "Safeguarding notes"),
)

LOOK = Attributes(
    Attribute(
        name="studentId",
        type=Reference(source="/students/names"),
        title="Student",
        column=sa.Column("student_id", sa.ForeignKey("student.id", ondelete="CASCADE"), nullable=False, index=True),
        listed=InList(title="Student ID", hidden=True),
        filtered=AsFilter(hidden=True),
    ),
    Attribute(
        name="userId",
        type=RecordId(),
        column=sa.Column("user_id", sa.BigInteger, nullable=False),
        listed=InList(title="User ID", hidden=True),
        filtered=AsFilter(hidden=True),
    ),
    Attribute(name="userName", type=Text(), title="Seen by", listed=InList(width=170)),
    Attribute(
        name="fields",
        type=MultiSelect(choices=WELFARE_FIELDS),
        title="Fields",
        listed=InList(width=260),
        column=sa.Column("fields", ARRAY(sa.Text), nullable=False),
    ),
    Attribute(name="reason", type=Text(), listed=InList(width=280)),
)

SAFEGUARDING_READER = Attributes(
    Attribute(
        name="staffId",
        type=Reference(source="/staff/names", required=True),
        title="Member of staff",
        section="reader",
        read_only=True,
        listed=InList(title="Staff ID", hidden=True),
        links="staff.id",
    ),
    Attribute(
        name="why",
        type=Text(max_length=200),
        section="reader",
        help="Designated safeguarding lead, deputy, nurse",
        listed=InList(width=280),
    ),
)
