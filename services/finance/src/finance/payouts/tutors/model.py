"""Slips as teaching tells of them, rates, pay runs and their lines. A trigger (migration 0010) adds the lines up."""

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB

from finance.payouts.columns import CURRENCIES, one_of, pence, signature, text
from finance.schema import metadata
from kit.database.constraints import constraint_text
from kit.database.tables import record_columns

RUN_STATUSES = ("draft", "checked", "approved", "paid")
_MONTH = "date_trunc('month', timezone('Europe/London', tutorial_start))::date"

tutor = sa.Table(
    "tutor",
    metadata,
    sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("name", sa.Text, nullable=False),
    text("email"),
)
"""A copy, written by events alone."""

course = sa.Table(
    "course",
    metadata,
    sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("title", sa.Text, nullable=False),
)
"""A copy, written by events alone."""

slip = sa.Table(
    "slip",
    metadata,
    sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("tutor_id", sa.BigInteger, nullable=False),
    sa.Column("course_id", sa.BigInteger),
    sa.Column("student_id", sa.BigInteger),
    sa.Column("organisation_id", sa.BigInteger, nullable=False),
    sa.Column("slip_type", sa.Text, nullable=False),
    sa.Column("status", sa.Text, nullable=False),
    text("present"),
    sa.Column("tutorial_start", sa.DateTime(timezone=True), nullable=False),
    sa.Column("minutes", sa.Integer, nullable=False),
    sa.Column("month", sa.Date, sa.Computed(_MONTH, persisted=True), nullable=False),
    sa.Index("ix_slip_month", "organisation_id", "month", "id"),
    sa.Index("ix_slip_tutorial_start", "tutorial_start", "id"),
)
"""A copy of the slips that have a tutor, written by events alone."""

tutor_rate = sa.Table(
    "tutor_rate",
    metadata,
    *record_columns(),
    sa.Column("tutor_id", sa.BigInteger, sa.ForeignKey("tutor.id"), nullable=False),
    sa.Column("course_id", sa.BigInteger, sa.ForeignKey("course.id"), comment="absent: every course without its own"),
    sa.Column("currency", sa.Text, nullable=False, server_default="GBP"),
    sa.Column("starts", sa.Date, nullable=False, comment="holds from this day until the next one starts"),
    pence("hourly"),
    one_of("currency", CURRENCIES),
    sa.CheckConstraint("hourly > 0", name="hourly"),
    sa.UniqueConstraint("tutor_id", "course_id", "currency", "starts", postgresql_nulls_not_distinct=True),
    sa.Index("ix_tutor_rate_starts", "starts", "id"),
)

pay_run = sa.Table(
    "pay_run",
    metadata,
    *record_columns(),
    sa.Column("organisation_id", sa.BigInteger, nullable=False),
    sa.Column("month", sa.Date, nullable=False, comment="its first day"),
    sa.Column("currency", sa.Text, nullable=False),
    sa.Column("status", sa.Text, nullable=False, server_default="draft"),
    pence("total", info={"derived": True}),
    sa.Column("lines", sa.Integer, nullable=False, server_default="0", info={"derived": True}),
    text("note"),
    *signature("prepared"),
    *signature("checked"),
    *signature("approved"),
    *signature("paid"),
    sa.Column("paid_date", sa.Date),
    sa.Column("accounts", JSONB, comment="as approved: tutor id to id of the bank details, null where there are none"),
    one_of("status", RUN_STATUSES),
    one_of("currency", CURRENCIES),
    sa.CheckConstraint("extract(day from month) = 1", name="month"),
    sa.CheckConstraint(
        "status NOT IN ('approved', 'paid') OR coalesce(checked_by_id <> approved_by_id "
        "AND prepared_by_id NOT IN (checked_by_id, approved_by_id), false)",
        name="two_approvers",
    ),
    sa.Index("ix_pay_run_month", "month", "id"),
    sa.Index("ix_pay_run_status", "status", "id"),
)

pay_line = sa.Table(
    "pay_line",
    metadata,
    *record_columns(),
    sa.Column("run_id", sa.BigInteger, sa.ForeignKey("pay_run.id", ondelete="CASCADE"), nullable=False),
    sa.Column("slip_id", sa.BigInteger, nullable=False, unique=True, comment="a slip is paid once"),
    sa.Column("tutor_id", sa.BigInteger, nullable=False),
    text("tutor_name"),
    sa.Column("course_id", sa.BigInteger),
    text("course_title"),
    sa.Column("student_id", sa.BigInteger),
    sa.Column("day", sa.Date, nullable=False),
    sa.Column("minutes", sa.Integer, nullable=False),
    sa.Column("hourly", sa.BigInteger, nullable=False),
    sa.Column(
        "amount", sa.BigInteger, sa.Computed("round(minutes * hourly / 60.0)::bigint", persisted=True), nullable=False
    ),
    sa.CheckConstraint("minutes > 0", name="minutes"),
    sa.Index("ix_pay_line_run_id", "run_id", "tutor_name", "id"),
    sa.Index("ix_pay_line_tutor_name", "tutor_name", "id"),
    sa.Index("ix_pay_line_day", "day", "id"),
)

constraint_text("uq_pay_line_slip_id", "A slip is paid once")
constraint_text("ck_pay_run_two_approvers", "A pay run needs two approvers, and neither of them prepared it")

constraint_text("ck_pay_run_month", "Month: please enter the first day of a month")
