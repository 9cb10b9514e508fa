"""Sent reminders, their settings and their stops (`kit.reminders`)."""

import sqlalchemy as sa
from alembic import op

revision = "kit_0006"
down_revision = "kit_0005"

_NOW = sa.text("clock_timestamp()")


def upgrade() -> None:
    op.create_table(
        "reminder_told",
        sa.Column("reminder", sa.Text(), nullable=False),
        sa.Column("record_id", sa.BigInteger(), nullable=False),
        sa.Column("due", sa.Date(), nullable=False),
        sa.Column("rung", sa.Text(), nullable=False),
        sa.Column("told", sa.DateTime(timezone=True), server_default=_NOW, nullable=False),
        sa.Column("refusal", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("reminder", "record_id", "due", "rung", name=op.f("pk_reminder_told")),
    )
    op.create_table(
        "reminder_setting",
        sa.Column("id", sa.BigInteger(), sa.Identity(), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=_NOW, nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=_NOW, nullable=False),
        sa.Column("modified_by_id", sa.BigInteger(), nullable=True, comment="user id"),
        sa.Column("modified_by_name", sa.Text(), server_default="", nullable=False),
        sa.Column("reminder", sa.Text(), nullable=False),
        sa.Column("rung", sa.Text(), nullable=False),
        sa.Column("enabled", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("days", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reminder_setting")),
        sa.UniqueConstraint("reminder", "rung", name=op.f("uq_reminder_setting_reminder_rung")),
    )
    op.create_table(
        "reminder_stop",
        sa.Column("id", sa.BigInteger(), sa.Identity(), nullable=False),
        sa.Column("reminder", sa.Text(), nullable=False),
        sa.Column("record_id", sa.BigInteger(), nullable=True),
        sa.Column("party_id", sa.BigInteger(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("user_name", sa.Text(), server_default="", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=_NOW, nullable=False),
        sa.CheckConstraint("num_nonnulls(record_id, party_id) = 1", name=op.f("ck_reminder_stop_one")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reminder_stop")),
        sa.UniqueConstraint(
            "reminder",
            "record_id",
            "party_id",
            name=op.f("uq_reminder_stop_reminder_record_id_party_id"),
            postgresql_nulls_not_distinct=True,
        ),
    )


def downgrade() -> None:
    op.drop_table("reminder_stop")
    op.drop_table("reminder_setting")
    op.drop_table("reminder_told")
