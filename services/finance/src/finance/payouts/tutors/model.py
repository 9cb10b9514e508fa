"""Slips as teaching tells of them, rates, pay runs and their lines."""

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB

from finance.payouts.tutors.attributes import RATE, RUN
from finance.schema import metadata
from kit.database.constraints import constraint_text
from kit.database.tables import copy_table, record_columns

_MONTH = "date_trunc('month', timezone('Europe/London', tutorial_start))::date"


def _text(name: str) -> sa.Column[str]:
    """A text, empty where there is none."""
    return sa.Column(name, sa.Text, nullable=False, server_default="")


tutor = copy_table(
    "tutor",
    metadata,
    sa.Column("name", sa.Text, nullable=False),
    _text("email"),
)
"""A copy, written by events alone."""

course = copy_table(
    "course",
    metadata,
    sa.Column("title", sa.Text, nullable=False),
)
"""A copy, written by events alone."""

slip = copy_table(
    "slip",
    metadata,
    sa.Column("tutor_id", sa.BigInteger, nullable=False),
    sa.Column("course_id", sa.BigInteger),
    sa.Column("student_id", sa.BigInteger),
    sa.Column("organisation_id", sa.BigInteger, nullable=False),
    sa.Column("slip_type", sa.Text, nullable=False),
    sa.Column("status", sa.Text, nullable=False),
    _text("present"),
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
    *RATE.table_columns(),
    *RATE.choice_checks("currency"),
    sa.CheckConstraint("hourly > 0", name="hourly"),
    sa.UniqueConstraint("tutor_id", "course_id", "currency", "starts", postgresql_nulls_not_distinct=True),
)
RATE.index_sorts(tutor_rate)

pay_run = sa.Table(
    "pay_run",
    metadata,
    *record_columns(),
    *RUN.table_columns(),
    sa.Column("accounts", JSONB, comment="as approved: tutor id to id of the bank details, null where there are none"),
    *RUN.choice_checks("status", "currency"),
    sa.CheckConstraint("extract(day from month) = 1", name="month"),
    sa.CheckConstraint(
        "status NOT IN ('approved', 'paid') OR coalesce(checked_by_id <> approved_by_id "
        "AND prepared_by_id NOT IN (checked_by_id, approved_by_id), false)",
        name="two_approvers",
    ),
    sa.Index("ix_pay_run_status", "status", "id"),
)
RUN.index_sorts(pay_run)

pay_line = sa.Table(
    "pay_line",
    metadata,
    *record_columns(),
    sa.Column("run_id", sa.BigInteger, sa.ForeignKey("pay_run.id", ondelete="CASCADE"), nullable=False),
    sa.Column("slip_id", sa.BigInteger, nullable=False, unique=True, comment="a slip is paid once"),
    sa.Column("tutor_id", sa.BigInteger, nullable=False),
    _text("tutor_name"),
    sa.Column("course_id", sa.BigInteger),
    _text("course_title"),
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
