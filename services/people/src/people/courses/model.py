"""Tables of courses and of what tutors teach."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database.constraints import constraint_text
from kit.database.searching import search_index
from kit.database.tables import record_columns
from people.reference.model import word_column
from people.schema import metadata

course = sa.Table(
    "course",
    metadata,
    *record_columns(),
    word_column("board", "board.title"),
    word_column("level", "level.title", required=True),
    word_column("subject", "subject.title", required=True),
    sa.Column("type", sa.Text, nullable=False),
    sa.Column("status", sa.Text, nullable=False, server_default="proposed"),
    sa.Column("department_id", sa.ForeignKey("department.id"), index=True),
    sa.Column("organisation_id", sa.ForeignKey("organisation.id")),
    sa.Column("academic_year_id", sa.BigInteger, index=True),
    sa.Column("full_time", sa.Boolean, nullable=False, server_default="false"),
    sa.Column("starts", sa.Date),
    sa.Column("ends", sa.Date),
    sa.Column("default_duration_hr", sa.Integer, nullable=False, server_default="1"),
    sa.Column("default_duration_min", sa.Integer, nullable=False, server_default="0"),
    sa.Column("hours", sa.Numeric(8, 2)),
    sa.Column("syllabus", sa.Text, nullable=False, server_default=""),
    sa.Column("option", sa.Text, nullable=False, server_default=""),
    sa.Column("study_plan_not_required", sa.Boolean, nullable=False, server_default="false"),
    sa.Column("notes", sa.Text, nullable=False, server_default=""),
    sa.Column(
        "search",
        sa.Text,
        sa.Computed("subject || ' ' || level || ' ' || coalesce(board, '') || ' ' || syllabus", persisted=True),
        nullable=False,
    ),
    sa.Index("ix_course_subject", "subject", "level", "id"),
    sa.Index("ix_course_level", "level", "id"),
    sa.Index("ix_course_type", "type", "id"),
    sa.Index("ix_course_status", "status", "id"),
    sa.Index("ix_course_created", "created", "id"),
)
search_index(course.c.search)

tutor_subject = sa.Table(
    "tutor_subject",
    metadata,
    *record_columns(),
    sa.Column("tutor_id", sa.ForeignKey("tutor.id", ondelete="CASCADE"), nullable=False, index=True),
    word_column("board", "board.title"),
    word_column("level", "level.title", required=True),
    word_column("subject", "subject.title", required=True),
    sa.Column("note", sa.Text, nullable=False, server_default=""),
    sa.Index("ix_tutor_subject_subject", "subject", "id"),
    sa.Index("ix_tutor_subject_level", "level", "id"),
    sa.Index(
        constraint_text("uq_tutor_subject", "This tutor is noted for this subject already"),
        "tutor_id", "subject", "level", sa.text("coalesce(board, '')"), unique=True,
    ),
)  # fmt: skip
"""Which tutor teaches what; without a board: for every board."""
