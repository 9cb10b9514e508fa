"""Attributes of exam series and exams (`money.md 3`, Exam series and exams)."""

from __future__ import annotations

import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList, archived_attribute
from kit.values import Integer, Listed, Reference, Select, Text, options

TYPES = options(("public", "Public", "blue"), ("trial", "Trial", "amber"))
"""Public series have the screens under /exams, trial series those under /trialexams (`platform.md 2`). The specs name
only the fields of a series; the choices and limits are ours."""
SEASONS = options(("january", "January"), ("summer", "Summer"), ("november", "November"))

EXAM_SERIES = Attributes(
    Attribute(
        name="name", type=Text(required=True, max_length=100), section="series",
        default=None, listed=InList(sortable=True, width=260),
    ),
    Attribute(
        name="type", type=Select(choices=TYPES, required=True), section="series", listed=InList(width=120),
        filtered=AsFilter(),
    ),
    Attribute(
        name="season", type=Select(choices=SEASONS, required=True), section="series", listed=InList(width=130),
        filtered=AsFilter(),
    ),
    Attribute(
        name="year", type=Integer(minimum=2019, maximum=2100, required=True), section="series", stored_as=sa.Integer,
        listed=InList(type="text", sortable=True, width=90),
    ),
    archived_attribute("series"),
)  # fmt: skip

EXAM = Attributes(
    Attribute(
        name="seriesId", type=Reference(source="/system/examseries/list", required=True), title="Series",
        section="exam", read_only=True, links="exam_series.id", told="seriesId",
        listed=InList(title="Series ID", hidden=True), filtered=AsFilter(hidden=True),
    ),
    Attribute(
        name="name", type=Text(required=True, max_length=200), section="exam",
        default=None, listed=InList(sortable=True, width=220), told="name",
    ),
    Attribute(
        name="board", type=Listed(source="/system/boards", required=True), section="exam", links="board.title",
        listed=InList(width=110), filtered=AsFilter(), told="board",
    ),
    Attribute(
        name="code", type=Text(max_length=20), section="exam", comment="the board's own",
        listed=InList(sortable=True, width=110), told="code",
    ),
    Attribute(
        name="level", type=Listed(source="/system/exam/levels", required=True), section="exam",
        links="exam_level.title", listed=InList(sortable=True, width=130), filtered=AsFilter(), told="level",
    ),
    Attribute(
        name="subject", type=Listed(source="/system/exam/subjects", required=True), section="exam",
        links="exam_subject.title", listed=InList(sortable=True, width=180), filtered=AsFilter(), told="subject",
    ),
    Attribute(
        name="papers", type=Integer(maximum=50, required=True), section="exam", stored_as=sa.Integer, default="1",
        comment="how many are sat", listed=InList(width=90), told="papers",
    ),
)  # fmt: skip
"""`money.md 3`: name, board, code, level, subject; and how many papers it has, which its fees follow (`money.md 9`)."""
