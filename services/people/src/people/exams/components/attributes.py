"""Attributes of components and of key times."""

from __future__ import annotations

import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import Clock, Date, Integer, Select, Text, options
from people.exams.shared_attributes import exam_id

KINDS = options(
    ("written", "Written", "blue"),
    ("speaking", "Speaking", "teal"),
    ("practical", "Practical", "amber"),
    ("onScreen", "On screen", "orange"),
    ("coursework", "Coursework", "grey"),
)

SESSIONS = options(("am", "Morning"), ("pm", "Afternoon"), ("ev", "Evening"))
SAT = ("written", "speaking", "practical", "onScreen")
"""The kinds of component that have a sitting; coursework has a deadline."""

COMPONENT = Attributes(
    exam_id("component"),
    Attribute(
        name="code",
        type=Text(required=True, max_length=20),
        title="Paper",
        section="component",
        default=None,
        listed=InList(sortable=True, width=110),
    ),
    Attribute(name="title", type=Text(max_length=200), section="component", listed=InList(width=200)),
    Attribute(
        name="kind",
        type=Select(choices=KINDS, required=True),
        section="component",
        default="written",
        listed=InList(width=115),
        filtered=AsFilter(),
    ),
    Attribute(
        name="sittingDate",
        type=Date(),
        title="Sat on",
        section="sitting",
        listed=InList(sortable=True, width=105),
        filtered=AsFilter(),
    ),
    Attribute(
        name="session",
        type=Select(choices=SESSIONS),
        section="sitting",
        help="It begins at the key time of the day",
        listed=InList(width=105),
        filtered=AsFilter(),
    ),
    Attribute(
        name="minutes",
        type=Integer(maximum=600),
        section="sitting",
        stored_as=sa.Integer,
        help="None for a part of another paper's sitting",
        listed=InList(width=90),
    ),
)

KEY_TIME = Attributes(
    Attribute(
        name="session",
        type=Select(choices=SESSIONS, required=True),
        section="time",
        default="am",
        listed=InList(width=120),
        filtered=AsFilter(),
    ),
    Attribute(name="begins", type=Clock(required=True), section="time", default=None, listed=InList(width=100)),
    Attribute(
        name="validFrom",
        type=Date(required=True),
        title="Valid from",
        section="time",
        default=None,
        listed=InList(sortable=True, width=120),
    ),
    Attribute(name="source", type=Text(max_length=300), section="time", listed=InList(width=320)),
)
"""The time at which the sittings of a session begin, from a day on; the boards publish it and may change it."""
