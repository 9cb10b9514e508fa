"""The log of published events, from which a stream is rebuilt (`kit.events.restream`)."""

import sqlalchemy as sa
from alembic import op

revision = "kit_0010"
down_revision = "kit_0009"


def upgrade() -> None:
    op.create_table(
        "published",
        sa.Column("sequence", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("event_id", sa.Uuid(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("request_id", sa.Text(), server_default="", nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("published", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.PrimaryKeyConstraint("sequence", name=op.f("pk_published")),
    )
