"""Attributes of a journal entry (`teaching.md 3`). Names and titles of its people and records are copied to it for its
lists."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import Date, IdList, RecordId, RichText, Text

MOST_READERS = 100


def _number(name: str, comment: str | None = None) -> sa.Column[Any]:
    return sa.Column(name, sa.BigInteger, comment=comment)


def _link(name: str, column: str, title: str) -> Attribute:
    """Return an attribute for the id of a record that the entry is about, which is set once."""
    return Attribute(
        name=name,
        type=RecordId(),
        title=title,
        section="about",
        read_only=True,
        column=_number(column),
        filtered=AsFilter(hidden=True),
    )


def _title(name: str, title: str = "") -> Attribute:
    return Attribute(
        name=name,
        type=Text(),
        title=title,
        listed=InList(width=170, hidden=name != "course"),
        column=sa.Column(f"{name}_title", sa.Text, nullable=False, server_default=""),
    )


ENTRY = Attributes(
    Attribute(
        name="date",
        type=Date(required=True),
        section="entry",
        filtered=AsFilter(),
        listed=InList(sortable=True, width=110),
    ),
    Attribute(
        name="author",
        type=Text(),
        listed=InList(sortable=True, width=150),
        column=sa.Column("author_name", sa.Text, nullable=False, server_default=""),
    ),
    Attribute(name="content", type=RichText(required=True), section="entry", title="Entry"),
    Attribute(
        name="userIds",
        type=IdList(source="/my/journal/people", most=MOST_READERS),
        title="People",
        section="entry",
        comment="users who are named on it and read it",
    ),
    Attribute(
        name="departmentId",
        type=RecordId(),
        title="Department",
        section="about",
        read_only=True,
        column=_number("department_id"),
        filtered=AsFilter(title="Department", options_from="/departments"),
    ),
    Attribute(
        name="parentId",
        type=RecordId(),
        title="Reply to",
        section="about",
        read_only=True,
        column=sa.Column("parent_id", sa.BigInteger, sa.ForeignKey("journal_entry.id"), index=True),
    ),
    _link("slipId", "slip_id", "Slip"),
    _link("courseId", "course_id", "Course"),
    _link("eventId", "event_id", "Event"),
    _link("homeworkId", "homework_id", "Homework"),
    _title("course"),
    _title("slip"),
    _title("event"),
    _title("homework"),
)
"""A journal entry."""
