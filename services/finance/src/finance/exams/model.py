"""Fees of exams (`money.md 9`). The exam itself, with its title and papers, is people's (`copies.model.exam`)."""

from __future__ import annotations

import sqlalchemy as sa

from finance.schema import metadata
from kit.database.constraints import constraint_text
from kit.database.tables import record_columns

exam_fee = sa.Table(
    "exam_fee",
    metadata,
    *record_columns(),
    sa.Column(
        "exam_id",
        sa.BigInteger,
        sa.ForeignKey("exam.id", name=constraint_text("fk_exam_fee_exam_id", "There is no such exam")),
        nullable=False,
    ),
    sa.Column("board_fee", sa.BigInteger, nullable=False, comment="without VAT"),
    sa.Column("board_sub_account_id", sa.BigInteger, sa.ForeignKey("sub_account.id"), nullable=False),
    sa.Column("per_paper_fee", sa.BigInteger, nullable=False, comment="our own, without VAT"),
    sa.Column("own_sub_account_id", sa.BigInteger, sa.ForeignKey("sub_account.id"), nullable=False),
    sa.Column("speaking", sa.Boolean, nullable=False, server_default="false", comment="has a speaking part"),
    sa.CheckConstraint("board_fee >= 0 AND per_paper_fee >= 0", name="fees"),
    sa.UniqueConstraint(
        "exam_id", name=constraint_text("uq_exam_fee_exam_id", "The fees of this exam are there already")
    ),
)

constraint_text("ck_exam_fee_fees", "Fees: please enter amounts that are not below zero")
