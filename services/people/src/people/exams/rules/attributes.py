"""Attributes of the rules of exams."""

from __future__ import annotations

import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import Date, Integer, Select, Text, options

RULES = options(
    ("late", "Late: minutes after the start"),
    ("veryLate", "Very late: minutes after the start"),
    ("dayMinutes", "Exam minutes per day, below A-level"),
    ("dayMinutesUpper", "Exam minutes per day, A-level"),
    ("distance", "Distance of chairs in cm"),
    ("packetDays", "Packets: days before the sitting"),
    ("linkDays", "Invitations of invigilators: days of the link"),
    ("certificateMonths", "Certificates: months that an unclaimed one is kept"),
    ("referenceDays", "References of teachers: days until one is due"),
    ("referenceLinkDays", "References of teachers: days of the link after the due day"),
    ("fileMonths", "Files of a closed series: months until they are emptied"),
)

RULE = Attributes(
    Attribute(
        name="rule",
        type=Select(choices=RULES, required=True),
        section="rule",
        default="veryLate",
        listed=InList(width=290),
        filtered=AsFilter(),
    ),
    Attribute(
        name="number",
        type=Integer(maximum=1000, required=True),
        section="rule",
        stored_as=sa.Integer,
        default=None,
        listed=InList(width=100),
    ),
    Attribute(
        name="validFrom",
        type=Date(required=True),
        title="Valid from",
        section="rule",
        default=None,
        listed=InList(sortable=True, width=120),
    ),
    Attribute(name="source", type=Text(max_length=300), section="rule", listed=InList(width=340)),
)
"""A number that is valid from a day on, until a later row of the rule."""
