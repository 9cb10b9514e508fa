"""Samples of lines and texts, fees of exams, and what finds the lines of an account."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0009"
down_revision: str | None = "0008"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

BOOKED_TO = ("account_id", "sub_account_id")


def _record() -> list[sa.Column]:
    stamp = sa.text("clock_timestamp()")
    return [
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=stamp, nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=stamp, nullable=False),
    ]


def upgrade() -> None:
    op.create_table(
        "invoice_sample",
        *_record(),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False, comment="what it is chosen by"),
        sa.Column("organisation_id", sa.BigInteger(), comment="absent: for every organisation"),
        sa.Column("description", sa.Text(), nullable=False, comment="html"),
        sa.Column("meta_type", sa.Text(), server_default="standalone", nullable=False),
        sa.Column("type", sa.Text(), server_default="other", nullable=False),
        sa.Column("account_id", sa.BigInteger()),
        sa.Column("sub_account_id", sa.BigInteger()),
        sa.Column("amount", sa.BigInteger(), server_default="0", nullable=False),
        sa.CheckConstraint("kind IN ('item', 'header', 'footer')", name=op.f("ck_invoice_sample_kind")),
        sa.CheckConstraint(
            "meta_type IN ('title', 'standalone', 'subitem', 'credit')", name=op.f("ck_invoice_sample_meta_type")
        ),
        sa.CheckConstraint(
            "type IN ('fulltime', 'asp', 'supp', 'exams', 'other')", name=op.f("ck_invoice_sample_type")
        ),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_invoice_sample_account_id")),
        sa.ForeignKeyConstraint(["sub_account_id"], ["sub_account.id"], name=op.f("fk_invoice_sample_sub_account_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invoice_sample")),
    )
    op.create_index("ix_invoice_sample_title", "invoice_sample", ["title", "id"])
    op.create_index("ix_invoice_sample_kind", "invoice_sample", ["kind", "title", "id"])
    op.create_table(
        "exam_fee",
        *_record(),
        sa.Column("exam_id", sa.BigInteger(), nullable=False, comment="of people's exam"),
        sa.Column("title", sa.Text(), nullable=False, comment="level and subject"),
        sa.Column("board", sa.Text(), nullable=False),
        sa.Column("board_fee", sa.BigInteger(), nullable=False, comment="without VAT"),
        sa.Column("board_sub_account_id", sa.BigInteger(), nullable=False),
        sa.Column("papers", sa.Integer(), nullable=False),
        sa.Column("per_paper_fee", sa.BigInteger(), nullable=False, comment="our own, without VAT"),
        sa.Column("own_sub_account_id", sa.BigInteger(), nullable=False),
        sa.Column("speaking", sa.Boolean(), server_default="false", nullable=False, comment="has a speaking part"),
        sa.CheckConstraint("board_fee >= 0 AND per_paper_fee >= 0 AND papers >= 0", name=op.f("ck_exam_fee_fees")),
        sa.ForeignKeyConstraint(
            ["board_sub_account_id"], ["sub_account.id"], name=op.f("fk_exam_fee_board_sub_account_id")
        ),
        sa.ForeignKeyConstraint(
            ["own_sub_account_id"], ["sub_account.id"], name=op.f("fk_exam_fee_own_sub_account_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exam_fee")),
        sa.UniqueConstraint("exam_id", name=op.f("uq_exam_fee_exam_id")),
    )
    op.create_index("ix_exam_fee_title", "exam_fee", ["title", "id"])
    for column in BOOKED_TO:
        op.create_index(
            f"ix_invoice_item_{column}", "invoice_item", [column], postgresql_where=sa.text(f"{column} IS NOT NULL")
        )


def downgrade() -> None:
    for column in BOOKED_TO:
        op.drop_index(f"ix_invoice_item_{column}", table_name="invoice_item")
    op.drop_table("exam_fee")
    op.drop_table("invoice_sample")
