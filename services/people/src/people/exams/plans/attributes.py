"""Attributes of a candidate's day plan."""

from __future__ import annotations

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import Boolean, Date, Text
from people.exams.shared_attributes import candidate_id

DAY_PLAN = Attributes(
    candidate_id("plan"),
    Attribute(
        name="day",
        type=Date(required=True),
        section="plan",
        read_only=True,
        default=None,
        listed=InList(sortable=True, width=105),
        filtered=AsFilter(),
    ),
    Attribute(
        name="papers",
        type=Text(required=True, multiline=True, max_length=1000),
        title="Order of papers",
        section="plan",
        default=None,
        help="Each paper with its time, breaks between them",
        listed=InList(type="text", width=260),
    ),
    Attribute(
        name="supervision",
        type=Text(required=True, multiline=True, max_length=1000),
        section="plan",
        default=None,
        help="The person who stays with the candidate between papers, and where",
        listed=InList(type="text", width=220),
    ),
    Attribute(
        name="overnight",
        type=Boolean(),
        title="Next morning",
        section="plan",
        help="A paper is sat on the next morning, under supervision overnight",
        listed=InList(width=115),
        filtered=AsFilter(),
    ),
    Attribute(
        name="agreedBy",
        type=Text(max_length=200),
        section="plan",
        help="Candidate, and a parent of one under 18",
        listed=InList(width=160),
    ),
)
"""The arrangement of a candidate's day with clashing papers or more than the allowed hours."""
