"""Attributes of a component's mark."""

from __future__ import annotations

import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import Integer, Select, options
from people.exams.shared_attributes import component_id, derived_candidate_id, entry_id, season_kind

SOURCES = options(
    ("hand", "Entered by the office", "grey"),
    ("board", "Board", "blue"),
    ("marker", "Marker", "teal"),
)

COMPONENT_MARK = Attributes(
    entry_id("mark"),
    component_id("mark"),
    derived_candidate_id(indexed=True),
    season_kind(),
    Attribute(
        name="mark",
        type=Integer(minimum=0, maximum=1000, required=True),
        section="mark",
        stored_as=sa.Integer,
        default=None,
        listed=InList(width=80),
    ),
    Attribute(
        name="maxMark",
        type=Integer(minimum=1, maximum=1000),
        title="Out of",
        section="mark",
        stored_as=sa.Integer,
        help="If empty, as for the other marks of the paper",
        listed=InList(width=80),
    ),
    Attribute(
        name="source",
        type=Select(choices=SOURCES, required=True),
        title="From",
        section="mark",
        default="hand",
        read_only=True,
        listed=InList(width=170),
        filtered=AsFilter(),
    ),
)
