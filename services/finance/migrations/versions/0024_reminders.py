"""The rungs of the ladder of mails about overdue invoices, switched off."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0024"
down_revision: str | None = "0023"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = "kit_0007"

RUNGS = {"before7": -7, "due": 0, "after7": 7, "after14": 14, "after30": 30}


def upgrade() -> None:
    insert = sa.text("INSERT INTO reminder_setting (reminder, rung, days) VALUES ('overdueInvoice', :rung, :days)")
    for rung, days in RUNGS.items():
        op.execute(insert.bindparams(rung=rung, days=days))


def downgrade() -> None:
    op.execute("DELETE FROM reminder_setting WHERE reminder = 'overdueInvoice'")
