"""Attributes of study plans, their weeks, and a student's weeks (`teaching.md 3`)."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.attributes import Attribute, Attributes
from kit.values import Boolean, Date, IdList, Integer, RecordId, RichText, Select, Text
from teaching.studyplans import rules


def _number(name: str, **more: Any) -> sa.Column[Any]:
    return sa.Column(name, sa.BigInteger, nullable=False, **more)


PLAN = Attributes(
    Attribute(
        name="courseId", type=RecordId(required=True), section="plan", read_only=True, column=_number("course_id")
    ),
    Attribute(
        name="academicYearId",
        type=RecordId(required=True),
        section="plan",
        read_only=True,
        column=_number("academic_year_id", index=True),
    ),
    # `version` is the number of changes of every record.
    Attribute(
        name="type",
        type=Integer(minimum=1, maximum=99),
        section="plan",
        read_only=True,
        column=sa.Column(
            "type_version", sa.Integer, nullable=False, server_default=str(rules.VERSION), comment="1 or 2"
        ),
    ),
    Attribute(name="syllabus", type=Text(max_length=200), section="plan", help="Of plans of version 1"),
    Attribute(name="deleted", type=Boolean()),
)

WEEK = Attributes(
    Attribute(
        name="term",
        type=Select(choices=rules.TERM_OPTIONS),
        section="week",
        read_only=True,
        column=sa.Column("term", sa.Text, nullable=False),
    ),
    Attribute(
        name="week",
        type=Integer(maximum=53),
        section="week",
        read_only=True,
        help="In the term",
        column=sa.Column("week", sa.Integer, nullable=False),
    ),
    Attribute(
        name="ISOWeek",
        type=Integer(minimum=1, maximum=53, required=True),
        title="ISO week",
        section="week",
        read_only=True,
        column=sa.Column("iso_week", sa.Integer, nullable=False),
    ),
    Attribute(
        name="start",
        type=Date(),
        section="week",
        read_only=True,
        column=sa.Column("starts", sa.Date, nullable=False, comment="a Monday"),
    ),
    Attribute(
        name="end",
        type=Date(),
        section="week",
        read_only=True,
        column=sa.Column("ends", sa.Date, nullable=False, comment="a Sunday"),
    ),
    Attribute(name="content", type=RichText(max_length=10_000), section="week"),
    Attribute(name="status", type=Select(choices=rules.WEEK_STATES, required=True), section="week", default="planned"),
    Attribute(
        name="cwsIds",
        type=IdList(most=200),
        title="Students",
        section="week",
        comment="ids of students on the course; empty where it is for all",
    ),
    Attribute(name="details", type=RichText(max_length=10_000), section="first", help="Of plans of version 1"),
    Attribute(name="custom", type=Text(max_length=200), section="first", help="Of plans of version 1"),
)

WEEK_STUDENT = Attributes(
    Attribute(
        name="weekId",
        type=RecordId(required=True),
        section="student",
        read_only=True,
        column=sa.Column("week_id", sa.ForeignKey("study_plan_week.id", ondelete="CASCADE"), nullable=False),
    ),
    Attribute(
        name="cwsId",
        type=RecordId(required=True),
        section="student",
        read_only=True,
        column=_number("cws_id", index=True),
    ),
    Attribute(name="ot", type=Select(choices=rules.TRACKS), title="On track", section="student"),
    Attribute(name="actual", type=RichText(max_length=5_000), title="What was done", section="student"),
)
