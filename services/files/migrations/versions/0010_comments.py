"""The comment bank of markers"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0010"
down_revision: str | None = "0009"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_NOW = sa.text("clock_timestamp()")


def upgrade() -> None:
    op.create_table(
        "marking_comment",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("author_id", sa.BigInteger(), nullable=False),
        sa.Column("author_name", sa.Text(), server_default="", nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column(
            "shared", sa.Boolean(), server_default=sa.false(), nullable=False, comment="whether all markers see it"
        ),
        sa.Column("created", sa.DateTime(timezone=True), server_default=_NOW, nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=_NOW, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_marking_comment")),
    )
    op.create_index(op.f("ix_marking_comment_author_id"), "marking_comment", ["author_id"])
