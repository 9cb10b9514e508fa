"""Addresses at which other programs read a calendar"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0009"
down_revision: str | None = "0008"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "calendar_feed",
        sa.Column("user_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("token_hash", sa.LargeBinary, nullable=False, comment="SHA-256 of the secret address"),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("last_read", sa.DateTime(timezone=True)),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_calendar_feed")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_calendar_feed_token_hash")),
    )


def downgrade() -> None:
    op.drop_table("calendar_feed")
