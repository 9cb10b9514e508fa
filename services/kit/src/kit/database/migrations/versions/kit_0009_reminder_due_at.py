"""The due time of an exact reminder, which counts hours instead of days."""

import sqlalchemy as sa
from alembic import op

revision = "kit_0009"
down_revision = "kit_0008"
_ONE_EACH = "uq_reminder_told_reminder_record_id_due_due_at_rung"


def upgrade() -> None:
    op.add_column("reminder_told", sa.Column("due_at", sa.DateTime(timezone=True), nullable=True))
    op.drop_constraint("pk_reminder_told", "reminder_told")
    op.drop_constraint("uq_reminder_told_id", "reminder_told")
    op.create_primary_key(op.f("pk_reminder_told"), "reminder_told", ["id"])
    op.create_unique_constraint(
        op.f(_ONE_EACH),
        "reminder_told",
        ["reminder", "record_id", "due", "due_at", "rung"],
        postgresql_nulls_not_distinct=True,
    )


def downgrade() -> None:
    op.drop_constraint(_ONE_EACH, "reminder_told")
    op.drop_constraint("pk_reminder_told", "reminder_told")
    op.create_unique_constraint("uq_reminder_told_id", "reminder_told", ["id"])
    op.execute("DELETE FROM reminder_told WHERE due_at IS NOT NULL")
    op.create_primary_key("pk_reminder_told", "reminder_told", ["reminder", "record_id", "due", "rung"])
    op.drop_column("reminder_told", "due_at")
