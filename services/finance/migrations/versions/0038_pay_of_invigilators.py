"""Pay of invigilators: their approved hours, rates and bank details, and the lines of pay runs for them"""

from collections.abc import Sequence
from pathlib import Path

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0038"
down_revision: str | None = "0037"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "duty_hours",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False, comment="of the duty, in people"),
        sa.Column("invigilator_id", sa.BigInteger(), nullable=False),
        sa.Column("invigilator", sa.Text(), server_default="", nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=True),
        sa.Column("session", sa.Text(), server_default="", nullable=False),
        sa.Column("role", sa.Text(), server_default="invigilator", nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("minutes", sa.Integer(), nullable=False, comment="as people told them"),
        sa.Column("approved", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("approved_by_id", sa.BigInteger(), nullable=True, comment="user id, 0 where it is not known"),
        sa.Column("approved_by_name", sa.Text(), server_default="", nullable=False),
        sa.Column("duty_version", sa.Integer(), server_default="0", nullable=False),
        sa.Column(
            "paid_minutes",
            sa.Integer(),
            server_default="0",
            nullable=False,
            comment="of all lines of pay runs, those of drafts too",
        ),
        sa.Column(
            "due_minutes",
            sa.Integer(),
            sa.Computed("CASE WHEN approved THEN minutes ELSE 0 END - paid_minutes", persisted=True),
            nullable=False,
            comment="below zero: paid, and no longer approved",
        ),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_duty_hours")),
    )
    op.create_index("ix_duty_hours_day", "duty_hours", ["day", "id"], unique=False)
    op.create_index(
        "ix_duty_hours_due",
        "duty_hours",
        ["organisation_id", "day", "id"],
        unique=False,
        postgresql_where=sa.text("due_minutes <> 0"),
    )
    op.create_index("ix_duty_hours_invigilator", "duty_hours", ["invigilator", "id"], unique=False)
    op.create_index(op.f("ix_duty_hours_invigilator_id"), "duty_hours", ["invigilator_id"], unique=False)
    op.create_table(
        "invigilator",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("email", sa.Text(), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invigilator")),
    )
    op.create_table(
        "invigilator_rate",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column(
            "invigilator_id", sa.BigInteger(), nullable=True, comment="absent: every invigilator without their own"
        ),
        sa.Column("role", sa.Text(), server_default="all", nullable=False),
        sa.Column("currency", sa.Text(), server_default="GBP", nullable=False),
        sa.Column("starts", sa.Date(), nullable=False, comment="holds from this day until the next one starts"),
        sa.Column("hourly", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column(
            "hands",
            postgresql.JSONB(astext_type=sa.Text()),
            server_default=sa.text("'{}'"),
            nullable=False,
            comment="who decided what it pays, and who took its steps: {step: {user id: [what, day]}}",
        ),
        sa.CheckConstraint("currency IN ('GBP', 'EUR')", name=op.f("ck_invigilator_rate_currency")),
        sa.CheckConstraint(
            "role IN ('all', 'lead', 'invigilator', 'reader', 'scribe')", name=op.f("ck_invigilator_rate_role")
        ),
        sa.CheckConstraint("hourly > 0", name=op.f("ck_invigilator_rate_hourly")),
        sa.ForeignKeyConstraint(
            ["invigilator_id"], ["invigilator.id"], name=op.f("fk_invigilator_rate_invigilator_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invigilator_rate")),
        sa.UniqueConstraint(
            "invigilator_id",
            "role",
            "currency",
            "starts",
            name=op.f("uq_invigilator_rate_invigilator_id_role_currency_starts"),
            postgresql_nulls_not_distinct=True,
        ),
    )
    op.create_index("ix_invigilator_rate_starts", "invigilator_rate", ["starts", "id"], unique=False)
    op.create_table(
        "pay_duty",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("run_id", sa.BigInteger(), nullable=False),
        sa.Column("duty_id", sa.BigInteger(), nullable=False),
        sa.Column("invigilator_id", sa.BigInteger(), nullable=False),
        sa.Column("invigilator_name", sa.Text(), server_default="", nullable=False),
        sa.Column("session", sa.Text(), server_default="", nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("minutes", sa.Integer(), nullable=False, comment="below zero: sets off what was paid before"),
        sa.Column("hourly", sa.BigInteger(), nullable=False),
        sa.Column(
            "amount",
            sa.BigInteger(),
            sa.Computed("round(minutes * hourly / 60.0)::bigint", persisted=True),
            nullable=False,
        ),
        sa.CheckConstraint("hourly > 0", name=op.f("ck_pay_duty_hourly")),
        sa.CheckConstraint("minutes <> 0", name=op.f("ck_pay_duty_minutes")),
        sa.ForeignKeyConstraint(["duty_id"], ["duty_hours.id"], name=op.f("fk_pay_duty_duty_id")),
        sa.ForeignKeyConstraint(["run_id"], ["pay_run.id"], name=op.f("fk_pay_duty_run_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pay_duty")),
        sa.UniqueConstraint("run_id", "duty_id", name=op.f("uq_pay_duty_run_id_duty_id")),
    )
    op.create_index("ix_pay_duty_day", "pay_duty", ["day", "id"], unique=False)
    op.create_index("ix_pay_duty_duty_id", "pay_duty", ["duty_id", "id"], unique=False)
    op.create_index("ix_pay_duty_invigilator_id", "pay_duty", ["invigilator_id", "id"], unique=False)
    op.create_index("ix_pay_duty_invigilator_name", "pay_duty", ["invigilator_name", "id"], unique=False)
    op.add_column("payee_account", sa.Column("invigilator_id", sa.BigInteger(), nullable=True))
    op.alter_column("payee_account", "tutor_id", existing_type=sa.BIGINT(), nullable=True)
    op.create_index("ix_payee_account_invigilator_id", "payee_account", ["invigilator_id", "id"], unique=False)
    op.create_index(
        "uq_payee_account_standing_invigilator",
        "payee_account",
        ["invigilator_id", "currency"],
        unique=True,
        postgresql_where=sa.text("replaced IS NULL"),
    )
    op.create_foreign_key(
        op.f("fk_payee_account_invigilator_id"), "payee_account", "invigilator", ["invigilator_id"], ["id"]
    )
    op.create_check_constraint(
        op.f("ck_payee_account_payee"), "payee_account", "num_nonnulls(tutor_id, invigilator_id) = 1"
    )
    op.execute(Path(__file__).with_suffix(".sql").read_text())
