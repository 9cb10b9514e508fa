"""References of teachers"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0032"
down_revision: str | None = "0031"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "teacher_reference",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("entry_id", sa.BigInteger(), nullable=False),
        sa.Column("teacher", sa.Text(), nullable=False),
        sa.Column("email", sa.Text(), nullable=False),
        sa.Column("school", sa.Text(), server_default="", nullable=False),
        sa.Column("status", sa.Text(), server_default="named", nullable=False),
        sa.Column("due", sa.Date(), nullable=True),
        sa.Column("asked", sa.DateTime(timezone=True), nullable=True),
        sa.Column("grade", sa.Text(), server_default="", nullable=False),
        sa.Column("rank", sa.Integer(), nullable=True),
        sa.Column("words", sa.Text(), server_default="", nullable=False),
        sa.Column("signed_name", sa.Text(), server_default="", nullable=False),
        sa.Column("received", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "status IN ('named', 'asked', 'received', 'withdrawn')", name=op.f("ck_teacher_reference_status")
        ),
        sa.ForeignKeyConstraint(["entry_id"], ["exam_entry.id"], name=op.f("fk_teacher_reference_entry_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_teacher_reference")),
        sa.UniqueConstraint("entry_id", "email", name="uq_teacher_reference"),
        info={"nouns": ("reference of a teacher", "references of teachers")},
    )
    op.create_index(
        "ix_teacher_reference_due",
        "teacher_reference",
        [sa.literal_column("coalesce(due, '9999-12-31'::date)"), "id"],
        unique=False,
    )
    op.create_index(op.f("ix_teacher_reference_entry_id"), "teacher_reference", ["entry_id"], unique=False)
