"""Attributes of a collection report and of its mocks (`teaching.md 3`). The names of its persons and course are copied
to it by events."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.database.sql import NO_DAY
from kit.database.tables import text_column
from kit.values import Date, DateTime, RecordId, Reference, RichText, Select, Text
from teaching.collections import rules
from teaching.collections.interviewers import Interviewers
from teaching.collections.readers import OF_WRITERS
from teaching.copies.filters import BY_COURSE, BY_STUDENT
from teaching.slips.attributes import NOT_YET
from teaching.writing import mailing, mocks, predicted


def _id(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.BigInteger, nullable=False)


def _signature(name: str, title: str) -> tuple[Attribute, ...]:
    """Return the attributes for the time of a move and the name of its author."""
    at = sa.Column(name, sa.DateTime(timezone=True))
    shown = InList(sortable=True, sort=sa.func.coalesce(at, NOT_YET), width=125)
    return (
        Attribute(name=name, type=DateTime(), column=at, at=name, listed=shown),
        Attribute(name=f"{name}By", type=Text(), title=title, column=text_column(f"{name}_by_name"), at=f"{name}By"),
    )


_date = sa.Column("date", sa.Date, comment="of the interview")

COLLECTION = Attributes(
    Attribute(
        name="status",
        type=Select(choices=rules.STATES, required=True),
        default="draft",
        section="report",
        listed=InList(sortable=True, width=110),
    ),
    Attribute(name="student", type=Text(), column=text_column("student_name"), listed=InList(sortable=True, width=150)),
    Attribute(name="course", type=Text(), column=text_column("course_title"), listed=InList(sortable=True, width=190)),
    Attribute(
        name="academicYearId",
        type=Reference(source="/academic-years/all", required=True),
        title="Academic year",
        section="report",
        read_only=True,
        column=_id("academic_year_id"),
        listed=InList(hidden=True, type="id"),
        filtered=AsFilter(name="academicYear", title="Academic year"),
    ),
    Attribute(
        name="term",
        type=Select(choices=rules.TERMS, required=True),
        section="report",
        default=None,
        listed=InList(sortable=True, width=105),
        filtered=AsFilter(),
    ),
    Attribute(
        name="date",
        type=Date(),
        title="Interview",
        section="report",
        column=_date,
        listed=InList(sortable=True, sort=sa.func.coalesce(_date, NO_DAY), width=105),
        filtered=AsFilter(title="Interview"),
    ),
    Attribute(
        name="interviewers",
        type=Interviewers(),
        section="report",
        column=sa.Column(
            "interviewers",
            ARRAY(sa.Text),
            nullable=False,
            server_default="{}",
            comment="kind:id, as collection_interviewer has them",
        ),
    ),
    Attribute(
        name="interviewedBy",
        type=Text(),
        title="Interviewers",
        column=text_column("interviewer_names", "of the interviewers, by name"),
        listed=InList(width=190),
    ),
    Attribute(
        name="eventId",
        type=RecordId(),
        title="Event on the calendar",
        section="report",
        column=sa.Column("event_id", sa.BigInteger, comment="of the booked interview"),
    ),
    Attribute(name="cwsId", type=RecordId(), column=_id("cws_id"), filtered=AsFilter(hidden=True)),
    Attribute(name="courseId", type=RecordId(), column=_id("course_id"), filtered=BY_COURSE),
    Attribute(name="studentId", type=RecordId(), column=_id("student_id"), filtered=BY_STUDENT),
    Attribute(name="organisationId", type=RecordId(), column=_id("organisation_id")),
    Attribute(name="departmentId", type=RecordId(), column=_id("department_id")),
    *(
        Attribute(name=name, type=RichText(), title=title, section="sections", needed=[rules.needs_section()])
        for name, title in rules.SECTIONS.items()
    ),
    *(
        Attribute(name=name, type=RichText(), at=name, comment="kept, and on no form (teaching.md 3)")
        for name in ("cat7", "cat8")
    ),
    Attribute(
        name="predictedGrade",
        type=Text(max_length=20),
        section="assessment",
        title="Predicted grade",
        listed=InList(width=105),
    ),
    predicted.attribute(OF_WRITERS),
    *_signature("submitted", "Submitted by"),
    *_signature("approved", "Approved by"),
    *mailing.attributes(),
)

MOCK = mocks.attributes()
