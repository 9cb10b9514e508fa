"""Attributes of exam series and exams (`money.md 3`, Exam series and exams)."""

from __future__ import annotations

import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList, archived_attribute
from kit.values import Date, DateTime, Integer, Listed, Reference, RichText, Select, Text, options

TYPES = options(
    ("public", "Public", "blue"), ("trial", "Trial", "amber"), ("centreAssessed", "Centre assessed", "teal")
)
"""Kinds of season. Public series are shown under /exams, trial series under /trialexams, and centre assessed ones under
/summerExams2020 (`platform.md 2`). The specs name only the fields of a series; the choices and limits are ours."""
STATES = options(
    ("planned", "Planned", "grey"),
    ("entries", "Entries open", "blue"),
    ("entered", "Entered", "teal"),
    ("running", "Exams running", "amber"),
    ("results", "Waiting for results", "orange"),
    ("released", "Results released", "green"),
    ("closed", "Closed", "grey"),
)
"""The phases of a series."""
SEASONS = options(("january", "January"), ("summer", "Summer"), ("november", "November"))

EXAM_SEASON = Attributes(
    Attribute(
        name="title",
        type=Text(required=True, max_length=100),
        section="season",
        default=None,
        listed=InList(sortable=True, width=240),
    ),
    Attribute(
        name="kind",
        type=Select(choices=TYPES, required=True),
        section="season",
        listed=InList(width=140),
        filtered=AsFilter(),
    ),
    Attribute(
        name="year",
        type=Integer(minimum=2019, maximum=2100, required=True),
        section="season",
        stored_as=sa.Integer,
        listed=InList(type="text", sortable=True, width=90),
    ),
    Attribute(name="starts", type=Date(), title="From", section="season", listed=InList(width=110)),
    Attribute(name="ends", type=Date(), title="To", section="season", listed=InList(width=110)),
    Attribute(
        name="briefing",
        type=RichText(max_length=20_000),
        section="briefing",
        help="Of a centre assessed season: what tutors and staff must have read",
    ),
    archived_attribute("season"),
)
"""A season of exams with its series: all public exams of a year, the trial exams, the summer of 2020."""

EXAM_SERIES = Attributes(
    Attribute(
        name="name",
        type=Text(required=True, max_length=100),
        section="series",
        default=None,
        listed=InList(sortable=True, width=260),
    ),
    Attribute(
        name="type",
        type=Select(choices=TYPES, required=True),
        section="series",
        listed=InList(width=120),
        filtered=AsFilter(),
    ),
    Attribute(
        name="season",
        type=Select(choices=SEASONS, required=True),
        section="series",
        listed=InList(width=130),
        filtered=AsFilter(),
    ),
    Attribute(
        name="year",
        type=Integer(minimum=2019, maximum=2100, required=True),
        section="series",
        stored_as=sa.Integer,
        listed=InList(type="text", sortable=True, width=90),
    ),
    Attribute(
        name="boardCode",
        type=Text(max_length=2, content="alphaNum"),
        title="Series code of the boards",
        section="series",
        help="As in the names of their files: 6G",
        listed=InList(hidden=True, width=130),
    ),
    Attribute(
        name="seasonId",
        type=Reference(source="/exams/seasons"),
        title="Exam season",
        section="series",
        links="exam_season.id",
        indexed=True,
        help="A series is of the kind of its season",
        listed=InList(title="Exam season ID", hidden=True),
        filtered=AsFilter(hidden=True, column="seasonTitle"),
    ),
    Attribute(
        name="state",
        type=Select(choices=STATES, required=True),
        title="Phase",
        section="series",
        default="planned",
        listed=InList(width=150),
        filtered=AsFilter(),
    ),
    Attribute(
        name="resultsAt",
        type=DateTime(),
        title="Results from",
        section="series",
        help="Until then candidates and tutors see no result",
        listed=InList(width=140),
    ),
    Attribute(
        name="closedOn",
        type=Date(),
        title="Closed on",
        section="series",
        read_only=True,
        listed=InList(hidden=True, width=110),
    ),
    archived_attribute("series"),
)

EXAM = Attributes(
    Attribute(
        name="seriesId",
        type=Reference(source="/system/examseries/list", required=True),
        title="Series",
        section="exam",
        read_only=True,
        links="exam_series.id",
        event="seriesId",
        listed=InList(title="Series ID", hidden=True),
        filtered=AsFilter(hidden=True),
    ),
    Attribute(
        name="name",
        type=Text(required=True, max_length=200),
        section="exam",
        default=None,
        listed=InList(sortable=True, width=220),
        event="name",
    ),
    Attribute(
        name="board",
        type=Listed(source="/system/boards", required=True),
        section="exam",
        links="board.title",
        listed=InList(width=110),
        filtered=AsFilter(),
        event="board",
    ),
    Attribute(
        name="code",
        type=Text(max_length=20),
        section="exam",
        comment="the board's own",
        listed=InList(sortable=True, width=110),
        event="code",
    ),
    Attribute(
        name="level",
        type=Listed(source="/system/exam/levels", required=True),
        section="exam",
        links="exam_level.title",
        listed=InList(sortable=True, width=130),
        filtered=AsFilter(),
        event="level",
    ),
    Attribute(
        name="subject",
        type=Listed(source="/system/exam/subjects", required=True),
        section="exam",
        links="exam_subject.title",
        listed=InList(sortable=True, width=180),
        filtered=AsFilter(),
        event="subject",
    ),
    Attribute(
        name="option",
        type=Text(max_length=10),
        section="exam",
        comment="the board's entry option",
        listed=InList(width=90, compact=False),
    ),
    Attribute(
        name="papers",
        type=Integer(maximum=50, required=True),
        section="exam",
        stored_as=sa.Integer,
        default="1",
        comment="how many are sat",
        listed=InList(width=90),
        event="papers",
    ),
    Attribute(
        name="minimumAge",
        type=Integer(maximum=99),
        section="exam",
        stored_as=sa.Integer,
        help="A younger candidate needs the board's consent",
        listed=InList(hidden=True, width=110),
    ),
    Attribute(
        name="grades",
        type=Text(max_length=100),
        title="Grades",
        section="exam",
        help="From the best, with spaces between them. Empty: those that are usual for the level",
        listed=InList(hidden=True, width=150, compact=False),
    ),
)
"""`money.md 3`: name, board, code, level, subject; and the number of papers, from which its fees follow (`money.md
9`)."""
