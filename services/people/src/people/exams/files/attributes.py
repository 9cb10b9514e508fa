"""Attributes of the boards' files, and of how each board wants its files."""

from __future__ import annotations

import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import DateTime, Integer, Listed, RecordId, Select, Text, options
from people.exams.shared_attributes import series_id
from people.persons.rules import DigitText

WAYS = options(("edi", "Files of the boards' format"), ("csv", "Spreadsheet"))
EXCHANGE = Attributes(
    Attribute(
        name="board",
        type=Listed(source="/system/boards", required=True),
        section="board",
        read_only=True,
        links="board.title",
        listed=InList(sortable=True, width=120),
    ),
    Attribute(
        name="identifier",
        type=Text(min_length=2, max_length=2, content="alphaNum"),
        title="Identifier in files",
        section="board",
        help="Two characters, as the board publishes them",
        listed=InList(width=140),
    ),
    Attribute(
        name="centreNumber",
        type=DigitText(digits=5),
        section="board",
        help="Of candidates without a centre of their own",
        listed=InList(width=120),
    ),
    Attribute(
        name="way",
        type=Select(choices=WAYS, required=True),
        title="Files",
        section="board",
        default="edi",
        listed=InList(width=190),
        filtered=AsFilter(),
    ),
    Attribute(name="source", type=Text(max_length=300), section="board", listed=InList(width=260)),
)
"""The names and the format of a board's files."""

DIRECTIONS = options(("in", "From the board", "blue"), ("out", "To the board", "teal"))
FILE_KINDS = options(
    ("syllabuses", "Syllabuses"),
    ("options", "Options and fees"),
    ("components", "Papers and timetable"),
    ("links", "Papers of options"),
    ("disallowed", "Disallowed combinations"),
    ("spreadsheet", "Spreadsheet"),
    ("entries", "Entries"),
    ("amendments", "Amendments"),
    ("forecasts", "Estimated grades"),
    ("coursework", "Coursework marks"),
    ("answers", "Answers"),
    ("results", "Results"),
)
STATES = options(
    ("imported", "Imported", "green"),
    ("waiting", "Waits for another file", "amber"),
    ("superseded", "Older than what is known", "grey"),
    ("made", "To be sent", "amber"),
    ("sent", "Sent", "blue"),
    ("accepted", "Accepted by the board", "green"),
    ("refused", "Refused by the board", "red"),
)
EXAM_FILE = Attributes(
    Attribute(
        name="name",
        type=Text(required=True, max_length=200),
        section="file",
        default=None,
        read_only=True,
        listed=InList(width=180),
    ),
    Attribute(
        name="direction",
        type=Select(choices=DIRECTIONS, required=True),
        section="file",
        default="in",
        read_only=True,
        listed=InList(width=125),
        filtered=AsFilter(),
    ),
    Attribute(
        name="kind",
        type=Select(choices=FILE_KINDS, required=True),
        title="What it holds",
        section="file",
        default="options",
        read_only=True,
        listed=InList(width=170),
        filtered=AsFilter(),
    ),
    Attribute(
        name="status",
        type=Select(choices=STATES, required=True),
        section="file",
        default="imported",
        read_only=True,
        listed=InList(width=160),
        filtered=AsFilter(),
    ),
    Attribute(
        name="board",
        type=Listed(source="/system/boards", required=True),
        section="file",
        links="board.title",
        read_only=True,
        listed=InList(width=100),
        filtered=AsFilter(),
    ),
    series_id("file"),
    Attribute(
        name="centreNumber",
        type=Text(max_length=5),
        section="file",
        read_only=True,
        listed=InList(width=95),
    ),
    Attribute(
        name="sequence",
        type=Integer(maximum=999),
        section="file",
        read_only=True,
        stored_as=sa.Integer,
        listed=InList(width=100),
    ),
    Attribute(
        name="hash",
        type=Text(max_length=64),
        section="file",
        read_only=True,
        listed=InList(hidden=True, width=120),
        help="SHA-256 of the content",
    ),
    Attribute(
        name="emptied",
        type=DateTime(),
        title="Content emptied",
        section="file",
        read_only=True,
        listed=InList(hidden=True, width=130),
        help="Hash and rows stay",
    ),
    Attribute(
        name="byName",
        type=Text(max_length=200),
        title="By",
        section="file",
        read_only=True,
        listed=InList(width=140),
    ),
    Attribute(
        name="boardSays",
        type=Text(multiline=True, max_length=1000),
        title="Answer of the board",
        section="file",
        read_only=True,
        listed=InList(type="text", hidden=True, width=200),
    ),
)
OUTCOMES = options(
    ("added", "Added", "green"),
    ("changed", "Changed", "blue"),
    ("unchanged", "As it was", "grey"),
    ("withdrawn", "Withdrawn", "orange"),
    ("waiting", "Waits for another file", "amber"),
    ("refused", "Refused", "red"),
    ("sent", "In the file", "teal"),
    ("accepted", "Accepted", "green"),
)
FAULTS = options(
    ("unknownCandidate", "Result of an unknown candidate", "red"),
    ("unknownEntry", "Result without an entry", "red"),
    ("unknownGrade", "Unknown grade in a result", "red"),
    ("unknownMark", "Mark of a result cannot be stored", "red"),
    ("reviewed", "Result differs from a review", "orange"),
)
"""Faults of a record of results. Each is an anomaly until the record is read again or set aside."""
FILE_ROW = Attributes(
    Attribute(
        name="fileId",
        type=RecordId(required=True),
        title="File",
        column=sa.Column("file_id", sa.ForeignKey("exam_file.id", ondelete="CASCADE"), nullable=False, index=True),
        listed=InList(title="File ID", hidden=True),
        filtered=AsFilter(hidden=True),
    ),
    Attribute(
        name="line",
        type=Integer(maximum=1_000_000),
        section="row",
        read_only=True,
        stored_as=sa.Integer,
        listed=InList(sortable=True, width=80),
    ),
    Attribute(
        name="what",
        type=Text(max_length=200),
        section="row",
        read_only=True,
        listed=InList(width=240),
    ),
    Attribute(
        name="outcome",
        type=Select(choices=OUTCOMES, required=True),
        section="row",
        default="added",
        read_only=True,
        listed=InList(width=160),
        filtered=AsFilter(),
    ),
    Attribute(
        name="fault",
        type=Select(choices=FAULTS),
        section="row",
        read_only=True,
        listed=InList(hidden=True, width=160),
        filtered=AsFilter(),
    ),
    Attribute(
        name="text",
        type=Text(max_length=500),
        title="Why",
        section="row",
        read_only=True,
        listed=InList(width=360),
    ),
    Attribute(
        name="entryId",
        type=RecordId(),
        title="Entry",
        column=sa.Column("entry_id", sa.ForeignKey("exam_entry.id"), nullable=True, index=True),
        listed=InList(title="Entry ID", hidden=True),
        filtered=AsFilter(hidden=True),
    ),
)
