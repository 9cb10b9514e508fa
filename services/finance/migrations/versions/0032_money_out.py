"""Refunds are payments of a separate kind; nothing is outstanding on a draft; a fully credited invoice is settled; the
due date of an invoice with a plan is that of its next open instalment."""

from collections.abc import Sequence
from pathlib import Path

import sqlalchemy as sa
from alembic import op

revision: str = "0032"
down_revision: str | None = "0031"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_CREDITED = (
    "NOT is_credit_note AND status NOT IN ('draft', 'cancelled') AND credited > 0 AND paid = 0 "
    "AND amount - discount + vat - credited = 0"
)


def upgrade() -> None:
    op.add_column(
        "payment",
        sa.Column(
            "credit_note_id",
            sa.BigInteger(),
            nullable=True,
            comment="of a refund on an invoice: the credit note whose credit it pays back",
        ),
    )
    op.add_column(
        "payment",
        sa.Column(
            "kind",
            sa.Text(),
            sa.Computed(
                "CASE WHEN (amount > 0) = (reverses_id IS NULL) THEN 'payment' ELSE 'refund' END", persisted=True
            ),
            nullable=False,
            comment="payment is money received, refund money paid back; a reversal is of the kind of what it takes back",
        ),
    )
    op.create_check_constraint(op.f("ck_payment_credit_note"), "payment", "credit_note_id IS NULL OR kind = 'refund'")
    op.create_index(
        "ix_payment_credit_note_id",
        "payment",
        ["credit_note_id"],
        unique=False,
        postgresql_where=sa.text("credit_note_id IS NOT NULL"),
    )
    op.add_column("invoice", sa.Column("refunded", sa.BigInteger(), server_default="0", nullable=False))
    op.add_column(
        "invoice",
        sa.Column("is_credited", sa.Boolean(), sa.Computed(_CREDITED, persisted=True), nullable=False),
    )
    op.execute(
        "ALTER TABLE invoice ALTER COLUMN outstanding SET EXPRESSION AS (CASE WHEN status IN ('draft', 'cancelled') "
        "OR (is_credit_note AND parent_id IS NOT NULL) THEN 0 ELSE amount - discount + vat - paid - credited END), "
        "ALTER COLUMN tab SET EXPRESSION AS (CASE WHEN is_credit_note THEN 'credit' "
        f"WHEN {_CREDITED} THEN 'paid' ELSE status END)"
    )
    op.execute(Path(__file__).with_suffix(".sql").read_text())
