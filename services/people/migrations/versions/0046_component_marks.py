"""Marks of papers, and the mark of a result."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0046"
down_revision: str | None = "0045"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "component_mark",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("entry_id", sa.BigInteger(), nullable=False),
        sa.Column("component_id", sa.BigInteger(), nullable=False),
        sa.Column("candidate_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), server_default="public", nullable=False),
        sa.Column("mark", sa.Integer(), nullable=False),
        sa.Column("max_mark", sa.Integer(), nullable=True),
        sa.Column("source", sa.Text(), server_default="hand", nullable=False),
        sa.CheckConstraint("kind IN ('public', 'trial', 'centreAssessed')", name=op.f("ck_component_mark_kind")),
        sa.CheckConstraint("source IN ('hand', 'board', 'marker')", name=op.f("ck_component_mark_source")),
        sa.CheckConstraint("mark <= max_mark", name=op.f("ck_component_mark_max")),
        sa.ForeignKeyConstraint(["candidate_id"], ["candidate.id"], name=op.f("fk_component_mark_candidate_id")),
        sa.ForeignKeyConstraint(["component_id"], ["exam_component.id"], name=op.f("fk_component_mark_component_id")),
        sa.ForeignKeyConstraint(["entry_id"], ["exam_entry.id"], name=op.f("fk_component_mark_entry_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_component_mark")),
        sa.UniqueConstraint("entry_id", "component_id", name="uq_component_mark"),
        info={"nouns": ("mark of a paper", "marks of papers")},
    )
    op.create_index(op.f("ix_component_mark_candidate_id"), "component_mark", ["candidate_id"], unique=False)
    op.create_index(op.f("ix_component_mark_component_id"), "component_mark", ["component_id"], unique=False)
    op.add_column("exam_entry", sa.Column("result_mark", sa.Integer(), nullable=True))
