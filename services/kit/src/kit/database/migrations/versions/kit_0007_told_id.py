"""An id of each sent reminder, which a list needs as the key of its rows."""

import sqlalchemy as sa
from alembic import op

revision = "kit_0007"
down_revision = "kit_0006"


def upgrade() -> None:
    op.add_column("reminder_told", sa.Column("id", sa.BigInteger(), sa.Identity(), nullable=False))
    op.create_unique_constraint(op.f("uq_reminder_told_id"), "reminder_told", ["id"])


def downgrade() -> None:
    op.drop_column("reminder_told", "id")
