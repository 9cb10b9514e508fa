"""Attributes of deadlines."""

from __future__ import annotations

import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import Date, Integer, Listed, Select, Text, options
from people.exams.shared_attributes import series_id

KINDS = options(
    ("entries", "Entries", "blue"),
    ("late", "Late entries", "amber"),
    ("veryLate", "Very late entries", "orange"),
    ("forecasts", "Estimated grades", "teal"),
    ("coursework", "Coursework marks", "teal"),
    ("accessArrangements", "Access arrangements", "teal"),
    ("modifiedPapers", "Modified papers", "teal"),
    ("withdrawals", "Withdrawals", "grey"),
    ("reviews", "Reviews of results", "grey"),
)

DEADLINE = Attributes(
    series_id("deadline"),
    Attribute(
        name="board",
        type=Listed(source="/system/boards", required=True),
        section="deadline",
        links="board.title",
        listed=InList(width=100),
        filtered=AsFilter(),
    ),
    Attribute(
        name="kind",
        type=Select(choices=KINDS, required=True),
        title="What is due",
        section="deadline",
        default="entries",
        listed=InList(width=180),
        filtered=AsFilter(),
    ),
    Attribute(
        name="dueOn",
        type=Date(required=True),
        title="Due",
        section="deadline",
        default=None,
        listed=InList(sortable=True, width=110),
        filtered=AsFilter(),
    ),
    Attribute(
        name="feePercent",
        type=Integer(minimum=0, maximum=1000),
        title="Fee in % of the standard",
        section="deadline",
        stored_as=sa.Integer,
        help="The cost of entries until this day. Empty: the standard fee",
        listed=InList(width=130),
    ),
    Attribute(
        name="source",
        type=Text(max_length=300),
        section="deadline",
        help="The page or paper of the board",
        listed=InList(width=240),
    ),
    Attribute(name="note", type=Text(multiline=True, max_length=1000), section="deadline"),
)
"""The boards publish new dates for each series, so none is a constant."""
