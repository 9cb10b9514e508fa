"""Attributes of a teacher's reference."""

from __future__ import annotations

import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.policy import Readers
from kit.values import Date, DateTime, Email, Integer, Select, Text, options
from people.exams.shared_attributes import entry_id
from people.policy import EXAMS

OF_OFFICES = Readers("Academic office and exams office only", EXAMS)
STATES = options(
    ("named", "Named", "grey"),
    ("asked", "Asked", "amber"),
    ("received", "Received", "green"),
    ("withdrawn", "Not used", "grey"),
)

TEACHER_REFERENCE = Attributes(
    entry_id("teacher", indexed=True),
    Attribute(
        name="teacher",
        type=Text(required=True, max_length=200),
        section="teacher",
        default=None,
        listed=InList(width=170),
    ),
    Attribute(
        name="email",
        type=Email(required=True),
        section="teacher",
        default=None,
        readers=OF_OFFICES,
        listed=InList(width=200),
    ),
    Attribute(name="school", type=Text(max_length=200), section="teacher", listed=InList(width=170)),
    Attribute(
        name="status",
        type=Select(choices=STATES, required=True),
        section="reference",
        default="named",
        read_only=True,
        listed=InList(width=105),
        filtered=AsFilter(),
    ),
    Attribute(
        name="due",
        type=Date(),
        section="reference",
        read_only=True,
        listed=InList(sortable=True, width=100),
        filtered=AsFilter(),
    ),
    Attribute(
        name="asked",
        type=DateTime(),
        title="Last asked",
        section="reference",
        read_only=True,
        listed=InList(hidden=True, width=130),
    ),
    Attribute(
        name="grade",
        type=Text(max_length=5),
        title="Grade",
        section="reference",
        read_only=True,
        readers=OF_OFFICES,
        listed=InList(width=85),
    ),
    Attribute(
        name="rank",
        type=Integer(minimum=1, maximum=10_000),
        title="Rank within the grade",
        section="reference",
        read_only=True,
        stored_as=sa.Integer,
        readers=OF_OFFICES,
        listed=InList(width=110),
    ),
    Attribute(
        name="words",
        type=Text(multiline=True, max_length=5000),
        title="Evidence in words",
        section="reference",
        read_only=True,
        readers=OF_OFFICES,
    ),
    Attribute(
        name="signedName",
        type=Text(max_length=200),
        title="Signed by",
        section="reference",
        read_only=True,
        listed=InList(hidden=True, width=150),
    ),
    Attribute(
        name="received", type=DateTime(), section="reference", read_only=True, listed=InList(hidden=True, width=130)
    ),
)
