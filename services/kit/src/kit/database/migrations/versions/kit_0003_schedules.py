"""The next due time of each schedule (`kit.jobs.schedule`)."""

import sqlalchemy as sa
from alembic import op

revision = "kit_0003"
down_revision = "kit_0002"


def upgrade() -> None:
    op.create_table(
        "schedule",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("rule", sa.Text(), nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_schedule")),
    )


def downgrade() -> None:
    op.drop_table("schedule")
