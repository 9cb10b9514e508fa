"""Tables of courses and of what tutors teach."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database.constraints import constraint_text
from kit.database.searching import search_column
from kit.database.tables import sort_indexes
from people.courses.attributes import COURSE, TUTOR_SUBJECT
from people.schema import metadata

course = COURSE.table(
    "course",
    metadata,
    search_column("subject || ' ' || level || ' ' || coalesce(board, '') || ' ' || syllabus"),
    sa.Index("ix_course_subject", "subject", "level", "id"),
)
sort_indexes(course, "level", "type", "status", "created")

tutor_subject = TUTOR_SUBJECT.table(
    "tutor_subject",
    metadata,
    sa.Index(
        constraint_text("uq_tutor_subject", "This tutor is already noted for this subject"),
        "tutor_id",
        "subject",
        "level",
        sa.text("coalesce(board, '')"),
        unique=True,
    ),
)
"""The subjects that tutors teach; a row without a board applies to every board."""
TUTOR_SUBJECT.index_sorts(tutor_subject)
