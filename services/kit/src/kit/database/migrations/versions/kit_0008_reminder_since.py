"""The day from which a rung of a reminder counts, so that switching it on does not remind everybody who is already
late."""

import sqlalchemy as sa
from alembic import op

revision = "kit_0008"
down_revision = "kit_0007"


def upgrade() -> None:
    op.add_column("reminder_setting", sa.Column("since", sa.Date(), nullable=True))


def downgrade() -> None:
    op.drop_column("reminder_setting", "since")
