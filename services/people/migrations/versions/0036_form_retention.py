"""Retention of answers by the kind of data that they hold."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0036"
down_revision: str | None = "0035"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "form_retention",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("holds", sa.Text(), nullable=False),
        sa.Column("months", sa.Integer(), server_default="36", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_form_retention")),
        sa.UniqueConstraint("holds", name="uq_form_retention"),
        info={"nouns": ("period of retention", "periods of retention")},
    )
    op.add_column(
        "form_entry",
        sa.Column(
            "emptied",
            postgresql.ARRAY(sa.Text()),
            server_default="{}",
            nullable=False,
            comment="kinds of data whose answers were taken away: personal, special",
        ),
    )
