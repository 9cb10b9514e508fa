"""Attributes of exam series and exams (`money.md 3`, Exam series and exams)."""

from __future__ import annotations

import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList, archived_attribute
from kit.values import Integer, Listed, Reference, Select, Text
from people.exams.rules import FIRST_YEAR, LAST_YEAR, MOST_PAPERS, SEASONS, TYPES
from people.reference.model import word_column

BOARDS, LEVELS, SUBJECTS = "/system/boards", "/system/exam/levels", "/system/exam/subjects"

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
        name="year", type=Integer(minimum=FIRST_YEAR, maximum=LAST_YEAR, required=True), section="series",
        column=sa.Column("year", sa.Integer, nullable=False), listed=InList(type="text", sortable=True, width=90),
    ),
    archived_attribute("series"),
)  # fmt: skip

EXAM = Attributes(
    Attribute(
        name="seriesId", type=Reference(source="/system/examseries/list", required=True), title="Series",
        section="exam", links="exam_series.id", told="seriesId",
        listed=InList(title="Series ID", hidden=True), filtered=AsFilter(hidden=True),
    ),
    Attribute(
        name="name", type=Text(required=True, max_length=200), section="exam",
        default=None, listed=InList(sortable=True, width=220), told="name",
    ),
    Attribute(
        name="board", type=Listed(source=BOARDS, required=True), section="exam", told="board",
        column=word_column("board", "board.title", required=True), listed=InList(width=110),
        filtered=AsFilter(),
    ),
    Attribute(
        name="code", type=Text(max_length=20), section="exam", listed=InList(sortable=True, width=110), told="code",
        column=sa.Column("code", sa.Text, nullable=False, server_default="", comment="the board's own"),
    ),
    Attribute(
        name="level", type=Listed(source=LEVELS, required=True), section="exam", told="level",
        column=word_column("level", "exam_level.title", required=True),
        listed=InList(sortable=True, width=130), filtered=AsFilter(),
    ),
    Attribute(
        name="subject", type=Listed(source=SUBJECTS, required=True), section="exam", told="subject",
        column=word_column("subject", "exam_subject.title", required=True),
        listed=InList(sortable=True, width=180), filtered=AsFilter(),
    ),
    Attribute(
        name="papers", type=Integer(maximum=MOST_PAPERS, required=True), section="exam", listed=InList(width=90),
        column=sa.Column("papers", sa.Integer, nullable=False, server_default="1", comment="how many are sat"),
        told="papers",
    ),
)  # fmt: skip
"""`money.md 3`: name, board, code, level, subject; and how many papers it has, which its fees follow (`money.md 9`)."""
