"""Reminders of late slips, from the day of this migration on"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0010"
down_revision: str | None = "0009"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = "kit_0009"


def upgrade() -> None:
    # Slips that reached a rung before today are not chased by mail: an installation may have hundreds.
    insert = sa.text(
        "INSERT INTO reminder_setting (reminder, rung, enabled, since)"
        " VALUES ('lateSlip', :rung, true, (now() AT TIME ZONE 'Europe/London')::date)"
    )
    for rung in ("due", "after24", "after72"):
        op.execute(insert.bindparams(rung=rung))


def downgrade() -> None:
    op.execute("DELETE FROM reminder_setting WHERE reminder = 'lateSlip'")
