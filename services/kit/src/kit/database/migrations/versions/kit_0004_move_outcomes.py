"""The outcome of each record of a move on a selection (`kit.lists.bulk.moving`)."""

import sqlalchemy as sa
from alembic import op

revision = "kit_0004"
down_revision = "kit_0003"


def upgrade() -> None:
    op.create_table(
        "move_outcome",
        sa.Column("job_id", sa.BigInteger(), nullable=False),
        sa.Column("record_id", sa.BigInteger(), nullable=False),
        sa.Column("refusal", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["job_id"], ["job.id"], name=op.f("fk_move_outcome_job_id_job"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("job_id", "record_id", name=op.f("pk_move_outcome")),
    )


def downgrade() -> None:
    op.drop_table("move_outcome")
