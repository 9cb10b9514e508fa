"""News of approved slips, told once the approval can no longer be taken back"""

from collections.abc import Sequence

from alembic import op

revision: str = "0011"
down_revision: str | None = "0010"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.execute("INSERT INTO reminder_setting (reminder, rung, enabled) VALUES ('approvedSlip', 'final', true)")
    # Those of the last day were told when they were approved.
    op.execute(
        "INSERT INTO reminder_told (reminder, record_id, due, due_at, rung)"
        " SELECT 'approvedSlip', id, ((approved + interval '2 minutes') AT TIME ZONE 'Europe/London')::date,"
        " approved + interval '2 minutes', 'final'"
        " FROM slip WHERE status = 'approved' AND approved > now() - interval '1 day'"
    )


def downgrade() -> None:
    op.execute("DELETE FROM reminder_told WHERE reminder = 'approvedSlip'")
    op.execute("DELETE FROM reminder_setting WHERE reminder = 'approvedSlip'")
