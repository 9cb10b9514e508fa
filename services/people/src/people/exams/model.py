"""Tables of exam series and exams (`money.md 3`, Exam series and exams)."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database.constraints import constraint_text
from kit.database.searching import search_index
from kit.database.tables import record_columns
from people.exams.attributes import EXAM, EXAM_SERIES
from people.schema import metadata

exam_series = sa.Table(
    "exam_series",
    metadata,
    *record_columns(),
    *EXAM_SERIES.table_columns(),
    sa.UniqueConstraint("name", name=constraint_text("uq_exam_series_name", "There is a series of this name already")),
)
"""A season of exams: public ones, which boards set, or trial ones, which we set ourselves."""
EXAM_SERIES.index_sorts(exam_series)

exam = sa.Table(
    "exam",
    metadata,
    *record_columns(),
    *EXAM.table_columns(),
    sa.Column(
        "search",
        sa.Text,
        sa.Computed("name || ' ' || board || ' ' || level || ' ' || subject || ' ' || code", persisted=True),
        nullable=False,
    ),
    sa.UniqueConstraint(
        "series_id", "board", "level", "subject", "code",
        name=constraint_text("uq_exam", "This exam is in the series already"),
    ),
    sa.Index("ix_exam_name", "name", "id"),
    sa.Index("ix_exam_code", "code", "id"),
    sa.Index("ix_exam_level", "level", "subject", "id"),
    sa.Index("ix_exam_subject", "subject", "id"),
)  # fmt: skip
search_index(exam.c.search)
