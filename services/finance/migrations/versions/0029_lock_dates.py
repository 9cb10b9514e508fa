"""Lock dates of organisations, one row per change."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0029"
down_revision: str | None = "0028"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "period_lock",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column(
            "lock_date",
            sa.Date(),
            nullable=True,
            comment="everything dated on or before it is closed; absent: nothing is",
        ),
        sa.Column("reason", sa.Text(), server_default="", nullable=False, comment="of an opening backwards"),
        sa.Column("by_id", sa.BigInteger(), nullable=False, comment="user id"),
        sa.Column("by_name", sa.Text(), server_default="", nullable=False),
        sa.Column("changed", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_period_lock")),
    )
    op.create_index("ix_period_lock_organisation_id", "period_lock", ["organisation_id", "id"], unique=False)


def downgrade() -> None:
    op.drop_index("ix_period_lock_organisation_id", table_name="period_lock")
    op.drop_table("period_lock")
