"""Attributes of courses (`teaching.md 9`) and of what tutors teach."""

from __future__ import annotations

from decimal import Decimal

import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import (
    Boolean,
    Date,
    DecimalNumber,
    Integer,
    Listed,
    Option,
    Reference,
    RichText,
    Select,
    Text,
)
from people.enrolment.attributes import COURSE_TYPES, OPTION, STUDENT_STATUSES

STATUSES = (*STUDENT_STATUSES, Option("deleted", "Deleted", "red"))
BOARD, LEVEL, SUBJECT = (
    Listed(source="/system/boards"),
    Listed(source="/system/course/levels", required=True),
    Listed(source="/system/course/subjects", required=True),
)

COURSE = Attributes(
    Attribute(
        name="board",
        type=BOARD,
        section="course",
        links="board.title",
        listed=InList(width=80),
        filtered=AsFilter(),
        event="board",
    ),
    Attribute(
        name="level",
        type=LEVEL,
        section="course",
        links="level.title",
        listed=InList(sortable=True, width=120),
        filtered=AsFilter(),
        event="level",
    ),
    Attribute(
        name="subject",
        type=SUBJECT,
        section="course",
        links="subject.title",
        listed=InList(sortable=True, width=150),
        filtered=AsFilter(),
        event="subject",
    ),
    Attribute(
        name="type",
        type=Select(choices=COURSE_TYPES, required=True),
        section="course",
        listed=InList(sortable=True, width=116),
        filtered=AsFilter(),
        event="type",
    ),
    Attribute(
        name="status",
        type=Select(choices=STATUSES, required=True),
        section="course",
        default="proposed",
        listed=InList(sortable=True, width=110),
        filtered=AsFilter(),
        event="status",
    ),
    Attribute(
        name="fullTime",
        type=Boolean(),
        title="Full time",
        section="course",
        listed=InList(),
        filtered=AsFilter(),
    ),
    Attribute(
        name="syllabus",
        type=OPTION,
        section="syllabus",
        help="At most 10 characters",
        listed=InList(width=90, compact=False),
    ),
    Attribute(
        name="option",
        type=OPTION,
        section="syllabus",
        help="At most 10 characters",
        listed=InList(width=90, compact=False),
    ),
    Attribute(
        name="studyPlanNotRequired",
        type=Boolean(),
        title="Study plan not required",
        section="syllabus",
        listed=InList(hidden=True),
        event="studyPlanNotRequired",
    ),
    Attribute(
        name="departmentId",
        type=Reference(source="/departments"),
        title="Department",
        section="place",
        links="department.id",
        indexed=True,
        listed=InList(title="Department ID", hidden=True),
        filtered=AsFilter(name="department", title="Department"),
        event="departmentId",
    ),
    Attribute(
        name="organisationId",
        type=Reference(source="/orgs"),
        title="Organisation",
        section="place",
        links="organisation.id",
        event="organisationId",
    ),
    Attribute(
        name="academicYearId",
        type=Reference(source="/academic-years/all"),
        title="Academic year",
        section="place",
        indexed=True,
        listed=InList(title="Academic year ID", hidden=True),
        filtered=AsFilter(name="academicYear", title="Academic year"),
        event="academicYearId",
    ),
    Attribute(
        name="starts",
        type=Date(),
        section="place",
        listed=InList(hidden=True, width=95),
        filtered=AsFilter(),
    ),
    Attribute(
        name="ends",
        type=Date(),
        section="place",
        listed=InList(hidden=True, width=95),
        filtered=AsFilter(),
    ),
    Attribute(
        name="firstExam",
        type=Date(),
        title="First exam",
        section="place",
        help="The study plan is compared with it",
        listed=InList(hidden=True, width=95),
        filtered=AsFilter(),
        event="firstExam",
    ),
    Attribute(
        name="defaultDurationHr",
        type=Integer(maximum=12),
        title="Tutorial length, hours",
        section="hours",
        stored_as=sa.Integer,
        default="1",
        listed=InList(title="Default duration hr", hidden=True),
    ),
    Attribute(
        name="defaultDurationMin",
        type=Integer(maximum=59),
        title="and minutes",
        section="hours",
        stored_as=sa.Integer,
        default="0",
        listed=InList(title="Default duration min", hidden=True),
    ),
    Attribute(
        name="hours",
        type=DecimalNumber(maximum=Decimal(2000)),
        title="Hours agreed",
        section="hours",
        event="hours",
    ),
    Attribute(name="notes", type=RichText(), section="notes", internal=True),
)

TUTOR_SUBJECT = Attributes(
    Attribute(
        name="tutorId",
        type=Reference(source="/tutors/names", required=True),
        title="Tutor",
        section="subject",
        read_only=True,
        column=sa.Column("tutor_id", sa.ForeignKey("tutor.id", ondelete="CASCADE"), nullable=False, index=True),
        listed=InList(title="Tutor ID", hidden=True),
        filtered=AsFilter(hidden=True),
    ),
    Attribute(
        name="subject",
        type=SUBJECT,
        section="subject",
        links="subject.title",
        listed=InList(sortable=True, width=180),
        filtered=AsFilter(),
    ),
    Attribute(
        name="level",
        type=LEVEL,
        section="subject",
        links="level.title",
        listed=InList(sortable=True, width=140),
        filtered=AsFilter(),
    ),
    Attribute(
        name="board",
        type=BOARD,
        section="subject",
        help="Empty: every board",
        links="board.title",
        listed=InList(width=110),
        filtered=AsFilter(),
    ),
    Attribute(name="note", type=Text(max_length=200), section="subject", listed=InList(width=240)),
)
