"""Attributes of the options of exams, and of disallowed combinations."""

from __future__ import annotations

import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import Boolean, Integer, Listed, Money, Select, Text
from people.exams.entries.attributes import TIERS
from people.exams.shared_attributes import exam_id, series_id

EXAM_OPTION = Attributes(
    exam_id("option"),
    Attribute(
        name="code",
        type=Text(required=True, max_length=6),
        title="Entry code",
        section="option",
        default=None,
        listed=InList(sortable=True, width=110),
    ),
    Attribute(name="title", type=Text(max_length=200), section="option", listed=InList(width=240)),
    Attribute(name="tier", type=Select(choices=TIERS), section="option", listed=InList(width=105)),
    Attribute(
        name="fee",
        type=Money(minimum=0),
        title="Board's fee",
        section="option",
        help="Standard, without VAT",
        listed=InList(width=110, currency="GBP"),
    ),
    Attribute(
        name="papers",
        type=Text(max_length=500),
        title="Papers",
        section="option",
        help="Codes of its papers, with spaces between them. Empty: all of the exam",
        listed=InList(width=200),
    ),
    Attribute(
        name="withdrawn",
        type=Boolean(),
        title="Withdrawn by the board",
        section="option",
        read_only=True,
        listed=InList(width=140),
        filtered=AsFilter(),
    ),
    Attribute(
        name="basedata",
        type=Integer(maximum=999),
        title="Basedata version",
        section="option",
        read_only=True,
        stored_as=sa.Integer,
        listed=InList(hidden=True, width=120),
    ),
)
"""An option of an exam, from the basedata of the board."""

DISALLOWED = Attributes(
    series_id("pair"),
    Attribute(
        name="board",
        type=Listed(source="/system/boards", required=True),
        section="pair",
        read_only=True,
        links="board.title",
        listed=InList(width=110),
        filtered=AsFilter(),
    ),
    Attribute(
        name="option",
        type=Text(required=True, max_length=6),
        title="Entry code",
        section="pair",
        default=None,
        read_only=True,
        listed=InList(sortable=True, width=120),
    ),
    Attribute(
        name="other",
        type=Text(required=True, max_length=6),
        title="Not together with",
        section="pair",
        default=None,
        read_only=True,
        listed=InList(width=140),
    ),
)
"""Two options that a candidate cannot be entered for together."""
