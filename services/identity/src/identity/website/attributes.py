"""Attributes of a website notice (`docs/website.md`)."""

from __future__ import annotations

import sqlalchemy as sa

from identity.website.pictures import Picture
from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import Date, MultiSelect, Option, RichText, Select, Text, options

AUDIENCES = options(
    ("students", "Students"),
    ("parents", "Parents"),
    ("tutors", "Tutors"),
    ("candidates", "Candidates"),
)
"""The audiences of a notice; without one it is for everybody."""
LANGUAGES = options(("en", "English"), ("pt", "Portuguese"))
PRIORITIES = options(("normal", "Normal", "grey"), ("important", "Important", "amber"), ("urgent", "Urgent", "red"))
RANKS = ("urgent", "important", "normal")
"""Priorities in the order of the public page."""
DRAFT, SUBMITTED, APPROVED, WITHDRAWN = "draft", "submitted", "approved", "withdrawn"
STATES = (
    Option(DRAFT, "Draft", "grey"),
    Option(SUBMITTED, "Waiting for approval", "amber"),
    Option(APPROVED, "Approved", "green"),
    Option(WITHDRAWN, "Withdrawn", "red"),
)
SCHEDULED, LIVE, ENDED = "scheduled", "live", "ended"
SHOWN = (
    *(state for state in STATES if state.value != APPROVED),
    Option(SCHEDULED, "Scheduled", "blue"),
    Option(LIVE, "Live", "green"),
    Option(ENDED, "Ended", "grey"),
)
"""The states of a notice as people see them: an approved one is scheduled, live or ended by its dates."""

NOTICE = Attributes(
    Attribute(
        name="title",
        type=Text(required=True, max_length=120),
        section="notice",
        default=None,
        listed=InList(sortable=True, width=280),
    ),
    Attribute(
        name="body",
        type=RichText(required=True, max_length=8_000),
        title="Text",
        section="notice",
        default=None,
        comment="sanitised html",
    ),
    Attribute(
        name="picture",
        type=Picture(most=1),
        section="notice",
        comment="at most one file id of a picture",
        help="A PNG, JPEG, WebP or GIF, shown above the text",
    ),
    Attribute(
        name="audience",
        type=MultiSelect(choices=AUDIENCES),
        section="notice",
        comment="none: everybody",
        help="Empty: everybody",
        listed=InList(width=170),
    ),
    Attribute(
        name="language",
        type=Select(choices=LANGUAGES, required=True),
        section="notice",
        default="en",
        listed=InList(width=110),
        filtered=AsFilter(),
    ),
    Attribute(
        name="priority",
        type=Select(choices=PRIORITIES, required=True),
        section="notice",
        default="normal",
        listed=InList(width=110),
        filtered=AsFilter(),
    ),
    Attribute(
        name="shownFrom",
        type=Date(required=True),
        title="From",
        section="dates",
        filtered=AsFilter(),
        column=sa.Column("shown_from", sa.Date, nullable=False),
        listed=InList(sortable=True, width=105),
    ),
    Attribute(
        name="shownUntil",
        type=Date(),
        title="Until",
        section="dates",
        help="The last day; empty: until withdrawn",
        listed=InList(width=105),
    ),
    Attribute(name="status", type=Select(choices=STATES), default=DRAFT),
    Attribute(name="reason", type=Text(max_length=500), title="Reason", comment="of the last return or withdrawal"),
)
