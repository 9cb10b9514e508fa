"""Reminders of events, a day and an hour before"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0010"
down_revision: str | None = "0009"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = "kit_0009"


def upgrade() -> None:
    insert = sa.text("INSERT INTO reminder_setting (reminder, rung, enabled) VALUES ('eventToCome', :rung, true)")
    for rung in ("day", "hour"):
        op.execute(insert.bindparams(rung=rung))


def downgrade() -> None:
    op.execute("DELETE FROM reminder_setting WHERE reminder = 'eventToCome'")
