"""Append-only table of the register's marks."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database.constraints import unique
from people.exams.register.attributes import MARK
from people.schema import metadata

exam_mark = MARK.table(
    "exam_mark",
    metadata,
    unique("uq_exam_mark_key", "This mark is already known", "key"),
    *MARK.choice_checks("mark"),
    info={"nouns": ("mark of the register", "marks of the register")},
)
MARK.index_sorts(exam_mark)
sa.Index("ix_exam_mark_seat", exam_mark.c.seat_id, exam_mark.c.at)
