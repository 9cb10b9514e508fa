"""Tables of courses and of what tutors teach."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database.constraints import constraint_text
from kit.database.searching import search_index
from kit.database.tables import record_columns
from people.courses.attributes import COURSE, TUTOR_SUBJECT
from people.schema import metadata

course = sa.Table(
    "course",
    metadata,
    *record_columns(),
    *COURSE.table_columns(),
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
    *TUTOR_SUBJECT.table_columns(),
    sa.Index(
        constraint_text("uq_tutor_subject", "This tutor is noted for this subject already"),
        "tutor_id", "subject", "level", sa.text("coalesce(board, '')"), unique=True,
    ),
)  # fmt: skip
"""Which tutor teaches what; without a board: for every board."""
TUTOR_SUBJECT.index_sorts(tutor_subject)
