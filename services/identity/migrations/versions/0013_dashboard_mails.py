"""Dashboards by email"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0013"
down_revision: str | None = "0012"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "dashboard_mail",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("dashboard_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("rhythm", sa.Text(), nullable=False),
        sa.Column(
            "day", sa.Integer(), nullable=True, comment="of the week, 1 is Monday, or of the month; absent: on weekdays"
        ),
        sa.Column("hour", sa.Integer(), nullable=False, comment="in London"),
        sa.Column("next", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_sent", sa.DateTime(timezone=True), nullable=True),
        sa.Column("active", sa.Boolean(), server_default=sa.text("true"), nullable=False),
        sa.Column(
            "declined", sa.Boolean(), server_default=sa.text("false"), nullable=False, comment="its reader stopped it"
        ),
        sa.Column("problem", sa.Text(), server_default="", nullable=False, comment="why the last one did not go out"),
        sa.CheckConstraint("rhythm IN ('daily', 'weekly', 'monthly')", name=op.f("ck_dashboard_mail_rhythm")),
        sa.CheckConstraint(
            "CASE rhythm WHEN 'daily' THEN day IS NULL WHEN 'weekly' THEN coalesce(day BETWEEN 1 AND 7, false)"
            " ELSE coalesce(day BETWEEN 1 AND 28, false) END",
            name=op.f("ck_dashboard_mail_day"),
        ),
        sa.CheckConstraint("hour BETWEEN 0 AND 23", name=op.f("ck_dashboard_mail_hour")),
        sa.ForeignKeyConstraint(
            ["dashboard_id"], ["dashboard.id"], name=op.f("fk_dashboard_mail_dashboard_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["user_account.id"], name=op.f("fk_dashboard_mail_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_dashboard_mail")),
        sa.UniqueConstraint("dashboard_id", "user_id", name=op.f("uq_dashboard_mail_dashboard_id_user_id")),
    )
    op.create_index("ix_dashboard_mail_user_id", "dashboard_mail", ["user_id"], unique=False)
    op.create_index(
        "ix_dashboard_mail_next", "dashboard_mail", ["next"], unique=False, postgresql_where=sa.text("active")
    )
