"""Attributes of a trial exam's paper."""

from __future__ import annotations

import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import DateTime, Integer, Select, Text, options
from people.exams.shared_attributes import component_id

KINDS = options(("question", "Question paper", "blue"), ("scheme", "Mark scheme", "amber"))

TRIAL_PAPER = Attributes(
    component_id("paper", "code"),
    Attribute(
        name="kind",
        type=Select(choices=KINDS, required=True),
        section="paper",
        default="question",
        read_only=True,
        listed=InList(width=130),
        filtered=AsFilter(),
    ),
    Attribute(
        name="title",
        type=Text(required=True, max_length=200),
        section="paper",
        default=None,
        listed=InList(sortable=True, width=220),
    ),
    Attribute(
        name="maxMark",
        type=Integer(minimum=1, maximum=10_000),
        title="Marks",
        section="paper",
        stored_as=sa.Integer,
        help="Of a question paper: the marks of all its questions",
        listed=InList(width=80),
    ),
    Attribute(
        name="releasedFrom",
        type=DateTime(),
        title="Released from",
        section="paper",
        help="Candidates open the question paper from then on. Empty: never. A mark scheme stays with the markers",
        listed=InList(width=140),
    ),
)
