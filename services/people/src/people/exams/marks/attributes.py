"""Attributes of the mark of a component."""

from __future__ import annotations

import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import Integer, RecordId, Reference, Select, options
from people.exams.attributes import TYPES

SOURCES = options(
    ("hand", "Entered by the office", "grey"),
    ("board", "Board", "blue"),
    ("marker", "Marker", "teal"),
)

COMPONENT_MARK = Attributes(
    Attribute(
        name="entryId",
        type=Reference(source="/exams/entries/names", required=True),
        title="Entry",
        section="mark",
        read_only=True,
        links="exam_entry.id",
        listed=InList(title="Entry ID", hidden=True),
        filtered=AsFilter(hidden=True, column="candidate"),
    ),
    Attribute(
        name="componentId",
        type=Reference(source="/exams/components/names", required=True),
        title="Paper",
        section="mark",
        read_only=True,
        links="exam_component.id",
        indexed=True,
        listed=InList(title="Paper ID", hidden=True),
        filtered=AsFilter(hidden=True, column="paper"),
    ),
    Attribute(
        name="candidateId",
        type=RecordId(required=True),
        title="Candidate",
        links="candidate.id",
        indexed=True,
        listed=InList(title="Candidate ID", hidden=True),
        filtered=AsFilter(hidden=True, column="candidate"),
    ),
    Attribute(
        name="kind",
        type=Select(choices=TYPES, required=True),
        title="Kind of season",
        default="public",
        listed=InList(hidden=True, width=120),
        filtered=AsFilter(),
    ),
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
