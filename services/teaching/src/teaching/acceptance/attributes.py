"""Attributes of offers of tuition, of the terms and conditions, and of the answers to these (`teaching.md 3`)."""

from __future__ import annotations

from decimal import Decimal

import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.database.tables import text_column
from kit.values import (
    Boolean,
    Date,
    DateTime,
    DecimalNumber,
    FileIds,
    Integer,
    RecordId,
    Reference,
    RichText,
    Select,
    Text,
)
from teaching.acceptance import rules


def _number(name: str, comment: str | None = None) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger, comment=comment)


def _department(*, required: bool = False, **more: object) -> Attribute:
    return Attribute(
        name="departmentId",
        type=Reference(source="/departments", required=required),
        title="Department",
        listed=InList(title="Department ID", hidden=True),
        filtered=AsFilter(title="Department"),
        **more,  # type: ignore[arg-type]  # further arguments, of any type
    )


def _year(*, required: bool = False, **more: object) -> Attribute:
    return Attribute(
        name="academicYearId",
        type=Reference(source="/academic-years/all", required=required),
        title="Academic year",
        listed=InList(title="Academic year ID", hidden=True),
        filtered=AsFilter(title="Academic year"),
        **more,  # type: ignore[arg-type]  # further arguments, of any type
    )


OFFER = Attributes(
    Attribute(
        name="tutor",
        type=Text(),
        column=text_column("tutor_name", "kept for lists"),
        listed=InList(sortable=True, width=160),
    ),
    Attribute(
        name="course",
        type=Text(),
        column=text_column("course_title", "kept for lists"),
        listed=InList(sortable=True, width=200),
    ),
    Attribute(
        name="courseId",
        type=Reference(source="/courses/names", required=True),
        title="Course",
        section="offer",
        read_only=True,
        column=sa.Column("course_id", sa.BigInteger, nullable=False),
        listed=InList(title="Course ID", hidden=True),
        filtered=AsFilter(hidden=True),
    ),
    Attribute(
        name="tutorId",
        type=Reference(source="/tutors/names", required=True),
        title="Tutor",
        section="offer",
        read_only=True,
        column=sa.Column("tutor_id", sa.BigInteger, nullable=False),
        listed=InList(title="Tutor ID", hidden=True),
        filtered=AsFilter(title="Tutor"),
    ),
    _department(column=_number("department_id", "that of the course")),
    _year(column=_number("academic_year_id", "that of the course")),
    Attribute(
        name="status",
        type=Select(choices=rules.OFFER_STATES),
        column=sa.Column("status", sa.Text, nullable=False, server_default="offered"),
        listed=InList(width=110),
        filtered=AsFilter(),
    ),
    Attribute(
        name="hours", type=DecimalNumber(maximum=Decimal(2000)), title="Hours", section="offer", listed=InList(width=80)
    ),
    Attribute(
        name="rate",
        type=Text(max_length=100),
        section="offer",
        help="As the tutor reads it: £40 an hour",
        listed=InList(width=120),
    ),
    Attribute(name="starts", type=Date(), title="From", section="offer", listed=InList(width=95)),
    Attribute(name="ends", type=Date(), title="Until", section="offer", listed=InList(width=95)),
    Attribute(
        name="note",
        type=Text(multiline=True, max_length=2000),
        section="offer",
        help="Shown to the tutor with the offer",
    ),
    Attribute(name="reason", type=Text(max_length=rules.REASON_LONGEST), listed=InList(width=220)),
    Attribute(
        name="offeredBy",
        type=Text(),
        title="Offered by",
        column=text_column("offered_by_name"),
        listed=InList(width=130, hidden=True),
    ),
    Attribute(
        name="answered",
        type=DateTime(),
        column=sa.Column("answered", sa.DateTime(timezone=True)),
        listed=InList(sortable=True, width=130),
        filtered=AsFilter(),
    ),
    Attribute(
        name="answeredBy",
        type=Text(),
        title="Answered by",
        column=text_column("answered_by_name"),
        listed=InList(width=130, hidden=True),
    ),
)
"""An offer of tuition to one tutor on one course."""

TERMS = Attributes(
    Attribute(
        name="title",
        type=Text(max_length=150, required=True),
        section="terms",
        default=None,
        listed=InList(sortable=True, width=280),
    ),
    _department(
        required=True, section="terms", read_only=True, column=sa.Column("department_id", sa.BigInteger, nullable=False)
    ),
    _year(
        required=True,
        section="terms",
        read_only=True,
        column=sa.Column("academic_year_id", sa.BigInteger, nullable=False),
    ),
    Attribute(
        name="termsVersion",
        type=Integer(),
        title="Version",
        default=None,
        column=sa.Column("terms_version", sa.Integer, nullable=False),
        listed=InList(width=80),
    ),
    Attribute(
        name="status",
        type=Select(choices=rules.TERMS_STATES),
        column=sa.Column("status", sa.Text, nullable=False, server_default="draft"),
        listed=InList(width=110),
        filtered=AsFilter(),
    ),
    Attribute(name="body", type=RichText(max_length=200_000), title="Text", section="terms"),
    Attribute(
        name="fileIds",
        type=FileIds(most=1),
        title="PDF",
        section="terms",
        help="Shown in the viewer in place of the text",
    ),
    Attribute(
        name="published",
        type=DateTime(),
        column=sa.Column("published", sa.DateTime(timezone=True)),
        listed=InList(sortable=True, width=130),
    ),
    Attribute(
        name="publishedBy",
        type=Text(),
        title="Published by",
        column=text_column("published_by_name"),
        listed=InList(width=140),
    ),
)
"""Terms and conditions of an academic year and a department ("tutorTsAndCs"), one version."""

ACCEPTANCE = Attributes(
    Attribute(name="tutor", type=Text(), column=text_column("tutor_name"), listed=InList(sortable=True, width=180)),
    Attribute(
        name="tutorId",
        type=RecordId(),
        column=sa.Column("tutor_id", sa.BigInteger, nullable=False),
        listed=InList(hidden=True),
        filtered=AsFilter(hidden=True),
    ),
    Attribute(
        name="accepted",
        type=Boolean(),
        column=sa.Column("accepted", sa.Boolean, nullable=False),
        listed=InList(width=100),
        filtered=AsFilter(),
    ),
    Attribute(
        name="howShown", type=Select(choices=rules.SHOWN, blank=""), title="How it was shown", listed=InList(width=170)
    ),
    Attribute(name="address", type=Text(), column=text_column("address"), listed=InList(width=130)),
    Attribute(
        name="digest",
        type=Text(),
        title="SHA-256 of what was shown",
        column=text_column("digest"),
        listed=InList(width=220),
    ),
)
"""The answer of a tutor to a version of the terms."""
