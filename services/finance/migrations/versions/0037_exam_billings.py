"""Billing of the entries for exams."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0037"
down_revision: str | None = "0036"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "exam_billing",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False, comment="of the entry, in people"),
        sa.Column("candidate", sa.Text(), server_default="", nullable=False),
        sa.Column("candidate_id", sa.BigInteger(), nullable=False),
        sa.Column("exam_id", sa.BigInteger(), nullable=False),
        sa.Column("entry_status", sa.Text(), server_default="planned", nullable=False),
        sa.Column("status", sa.Text(), server_default="settled", nullable=False),
        sa.Column("reason", sa.Text(), server_default="", nullable=False),
        sa.Column("invoice_id", sa.BigInteger(), nullable=True),
        sa.Column("student_id", sa.BigInteger(), nullable=True, comment="the student that the candidate is"),
        sa.Column("organisation_id", sa.BigInteger(), nullable=True),
        sa.Column("series_id", sa.BigInteger(), nullable=False),
        sa.Column("board_fee", sa.BigInteger(), server_default="0", nullable=False, comment="0: that of the exam"),
        sa.Column("entry_version", sa.Integer(), server_default="0", nullable=False),
        sa.Column(
            "drafted_for",
            postgresql.JSONB(astext_type=sa.Text()),
            server_default="{}",
            nullable=False,
            comment="the fees that lines were made for",
        ),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exam_billing")),
    )
    op.create_index("ix_exam_billing_candidate", "exam_billing", ["candidate", "id"], unique=False)
    op.create_index("ix_exam_billing_candidate_id", "exam_billing", ["candidate_id", "series_id"], unique=False)
    op.create_index("ix_exam_billing_exam_id", "exam_billing", ["exam_id"], unique=False)
    op.create_index("ix_exam_billing_modified", "exam_billing", ["modified", "id"], unique=False)
    op.create_index("ix_exam_billing_status", "exam_billing", ["status", "id"], unique=False)
    op.create_table(
        "exam_billing_line",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("entry_id", sa.BigInteger(), nullable=False),
        sa.Column("fee", sa.Text(), nullable=False, comment="board, papers or speaking"),
        sa.Column("amount", sa.BigInteger(), nullable=False, comment="in pence without VAT, below zero of a credit"),
        sa.Column("item_id", sa.BigInteger(), nullable=False),
        sa.Column("invoice_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["entry_id"], ["exam_billing.id"], name=op.f("fk_exam_billing_line_entry_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["invoice_id"], ["invoice.id"], name=op.f("fk_exam_billing_line_invoice_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["item_id"], ["invoice_item.id"], name=op.f("fk_exam_billing_line_item_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exam_billing_line")),
        sa.UniqueConstraint("item_id", name=op.f("uq_exam_billing_line_item_id")),
    )
    op.create_index(op.f("ix_exam_billing_line_entry_id"), "exam_billing_line", ["entry_id"], unique=False)
    op.create_index(op.f("ix_exam_billing_line_invoice_id"), "exam_billing_line", ["invoice_id"], unique=False)
