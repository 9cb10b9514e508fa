"""Fees of exams (`money.md 9`). People owns the exam itself, with its title and papers (`copies.model.exam`)."""

from __future__ import annotations

import sqlalchemy as sa

from finance.exams.attributes import EXAM_FEE
from finance.schema import metadata
from kit.database.constraints import constraint_text
from kit.database.tables import record_columns

exam_fee = sa.Table(
    "exam_fee",
    metadata,
    *record_columns(),
    *EXAM_FEE.table_columns(),
    sa.CheckConstraint("board_fee >= 0 AND per_paper_fee >= 0", name="fees"),
    sa.UniqueConstraint("exam_id", name=constraint_text("uq_exam_fee_exam_id", "This exam already has fees")),
)

constraint_text("ck_exam_fee_fees", "Fees: please enter amounts that are not below zero")
