"""Table of entries."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database.constraints import check, constraint_text
from people.exams.entries.attributes import ENTRY
from people.schema import metadata

exam_entry = ENTRY.table(
    "exam_entry",
    metadata,
    *ENTRY.choice_checks("kind", "status", "feeKind"),
    check(
        "ck_exam_entry_entered",
        "status NOT IN ('entered', 'amended') OR entered_on IS NOT NULL",
        "An entry that was made has its day",
        about="entered_on",
    ),
    sa.Index(
        constraint_text("uq_exam_entry", "This candidate already has an entry for this exam"),
        "candidacy_id",
        "exam_id",
        unique=True,
        postgresql_where=sa.text("status <> 'withdrawn'"),
    ),
    sa.Index("ix_exam_entry_kind", "kind", "status", "id"),
    info={"nouns": ("entry", "entries")},
)
ENTRY.index_sorts(exam_entry)
