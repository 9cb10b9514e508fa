"""Briefings of centre assessed seasons"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0033"
down_revision: str | None = "0032"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "exam_briefing_read",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("season_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("user_name", sa.Text(), server_default="", nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.ForeignKeyConstraint(
            ["season_id"], ["exam_season.id"], name=op.f("fk_exam_briefing_read_season_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exam_briefing_read")),
        sa.UniqueConstraint("season_id", "user_id", name="uq_exam_briefing_read"),
        info={"nouns": ("reader of a briefing", "readers of a briefing")},
    )
    op.add_column("exam_season", sa.Column("briefing", sa.Text(), server_default="", nullable=False))
