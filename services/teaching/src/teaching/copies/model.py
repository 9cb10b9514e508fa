"""Read models: people, courses and places. Only events write them; `kit replay` rebuilds them."""

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB

from kit.database.sql import NO_DAY
from kit.database.tables import copy_table
from teaching.schema import metadata

GRADE_KINDS = ("reach", "match", "safety", "previous")
"""The grades of a student on a course."""
TERMS = {"mt": "Michaelmas", "ht": "Hilary", "tt": "Trinity"}
"""The terms of an academic year (`teaching.md 9`)."""

person = sa.Table(
    "person",
    metadata,
    sa.Column("kind", sa.Text, primary_key=True, comment="tutor, student, client or another"),
    sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False, comment="counts within the kind"),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("user_id", sa.BigInteger, nullable=False, server_default="0", comment="0 without a user account"),
    sa.Column("title", sa.Text, nullable=False, server_default="", comment="Mr, Miss and others"),
    sa.Column("agent_id", sa.BigInteger, index=True, comment="through whom a student came"),
    sa.Column("birth_date", sa.Date, comment="of a student"),
    sa.Column("department_id", sa.BigInteger, comment="where they belong; none where nobody said it"),
    sa.Column("email", sa.Text, nullable=False, server_default="", comment="of students and clients, for their mails"),
    sa.Column(
        "photo_on_documents",
        sa.Boolean,
        nullable=False,
        server_default=sa.false(),
        comment="the family of a student consents to the picture",
    ),
)

client_student = copy_table(
    "client_student",
    metadata,
    sa.Column("client_id", sa.BigInteger, nullable=False, index=True),
    sa.Column("student_id", sa.BigInteger, nullable=False, index=True),
)
"""A client of a student: a parent, or another person in that role."""

course = copy_table(
    "course",
    metadata,
    sa.Column("board", sa.Text, nullable=False),
    sa.Column("level", sa.Text, nullable=False),
    sa.Column("subject", sa.Text, nullable=False),
    sa.Column("type", sa.Text, nullable=False, comment="group, indiv, shared, paired, workshop or seminar"),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("organisation_id", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("department_id", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("academic_year_id", sa.BigInteger, nullable=False, server_default="0", index=True),
    sa.Column("study_plan_not_required", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Index("ix_course_subject", "subject", "id"),
    sa.Column("hours", sa.Numeric(10, 2), nullable=False, server_default="0", comment="agreed; 0 where none are"),
    sa.Column("first_exam", sa.Date, comment="the day of the first exam, absent where none is set"),
)

sa.Index("ix_course_first_exam", sa.func.coalesce(course.c.first_exam, NO_DAY), course.c.id)

course_tutor = sa.Table(
    "course_tutor",
    metadata,
    sa.Column("course_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("tutor_id", sa.BigInteger, primary_key=True, autoincrement=False, index=True),
)

course_student = copy_table(
    "course_student",
    metadata,
    sa.Column("course_id", sa.BigInteger, nullable=False, index=True),
    sa.Column("student_id", sa.BigInteger, nullable=False, index=True),
    sa.Column("status", sa.Text, nullable=False, comment="proposed, active, completed or withdrawn"),
    *(sa.Column(f"{kind}_grade", sa.Text, nullable=False, server_default="") for kind in GRADE_KINDS),
    sa.Column("syllabus", sa.Text, nullable=False, server_default=""),
    sa.Column("option", sa.Text, nullable=False, server_default=""),
)
"""A student on a course; its id is the cwsId."""

event = copy_table(
    "event",
    metadata,
    sa.Column("type", sa.Text, nullable=False, comment="an event type of teaching.md 3"),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("starts", sa.DateTime(timezone=True), nullable=False),
    sa.Column("ends", sa.DateTime(timezone=True), nullable=False),
    sa.Column("all_day", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("location", sa.Text, nullable=False, server_default=""),
    sa.Column("zoom_tutor_id", sa.BigInteger),
    sa.Column("course_id", sa.BigInteger, index=True),
    sa.Column("department_id", sa.BigInteger),
    sa.Column("status", sa.Text, nullable=False, comment="active or cancelled"),
)

event_person = copy_table(
    "event_person",
    metadata,
    sa.Column("event_id", sa.BigInteger, nullable=False, index=True),
    sa.Column("kind", sa.Text, nullable=False, comment="tutor, student or invigilator"),
    sa.Column("person_id", sa.BigInteger, nullable=False),
    sa.Column("cws_id", sa.BigInteger, index=True),
    sa.Column("status", sa.Text, nullable=False, comment="invited, accepted or declined"),
    sa.Column("starts", sa.DateTime(timezone=True), nullable=False, comment="when the event does"),
    sa.Index("ix_event_person_week", "kind", "person_id", "starts"),
    sa.Index("ix_event_person_starts", "kind", "starts"),
)
"""A person on an event; its id is the ewpId, or the iiId for an invigilator."""

organisation = copy_table("organisation", metadata, sa.Column("title", sa.Text, nullable=False))

department = copy_table(
    "department",
    metadata,
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("color", sa.Text, nullable=False, server_default=""),
    sa.Column("organisation_id", sa.BigInteger, nullable=False, server_default="0"),
)

academic_year = copy_table(
    "academic_year",
    metadata,
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("year", sa.Integer, nullable=False, comment="the calendar year it starts in"),
    *(sa.Column(term, JSONB, nullable=False, comment="first day, last day, number of weeks") for term in TERMS),
    sa.Column("weeks_to_iso", JSONB, nullable=False, comment="the study weeks, as identity counts them"),
    sa.Column("archived", sa.Boolean, nullable=False, server_default=sa.false()),
)

trial_result = copy_table(
    "trial_result",
    metadata,
    sa.Column("student_id", sa.BigInteger, nullable=False, index=True),
    *(sa.Column(name, sa.Text, nullable=False) for name in ("level", "subject", "exam", "series", "month", "grade")),
    sa.Column("mark", sa.Integer, nullable=False),
    sa.Column("max_mark", sa.Integer, nullable=False),
    sa.Column("comment", sa.Text, nullable=False),
    sa.Column("released_on", sa.Date, nullable=False, comment="the day in London"),
    sa.Column("withdrawn", sa.Boolean, nullable=False, server_default=sa.false(), comment="it no longer stands"),
    sa.Column("told", sa.DateTime(timezone=True), nullable=False, comment="when people published it"),
)
"""The released result of a trial exam; its id is the id of the entry."""

support_ticket = copy_table("support_ticket", metadata, sa.Column("slip_id", sa.BigInteger, nullable=False, index=True))
"""Support tickets about slips, at most one for each."""
