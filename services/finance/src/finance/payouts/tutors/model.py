"""Slips as teaching publishes them, rates, pay runs and their lines."""

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB

from finance.payouts.tutors.attributes import BASES, RATE, RUN
from finance.schema import metadata
from kit.changes.hands import hands_column
from kit.database.constraints import constraint_text
from kit.database.tables import copy_table, one_of, record_columns, text_column

_MONTH = "date_trunc('month', timezone('Europe/London', tutorial_start))::date"
_SESSION = (
    "tutor_id::text || coalesce(':' || event_id::text, '@' || coalesce(course_id, 0)::text || ':' || "
    "extract(epoch FROM timezone('UTC', tutorial_start))::bigint::text || '+' || minutes::text)"
)
_STUDENTS = "(former + students)"


def _a_minute(students: str) -> str:
    """Return SQL for a sixtieth of the pay for a tutorial with this number of `students`."""
    supplement = f"group_supplement * greatest({students} - group_from + 1, 0)"
    return (
        f"CASE WHEN {students} = 0 THEN 0 WHEN basis = 'perStudent' THEN hourly * {students} "
        f"ELSE hourly + {supplement} END"
    )


_AMOUNT = (
    f"(round(minutes * ({_a_minute(_STUDENTS)}) / 60.0) - round(minutes * ({_a_minute('former')}) / 60.0))::bigint"
)


tutor = copy_table(
    "tutor",
    metadata,
    sa.Column("name", sa.Text, nullable=False),
    text_column("email"),
)
"""A copy, written only by events."""

course = copy_table(
    "course",
    metadata,
    sa.Column("title", sa.Text, nullable=False),
)
"""A copy, written only by events."""

slip = copy_table(
    "slip",
    metadata,
    sa.Column("tutor_id", sa.BigInteger, nullable=False),
    sa.Column("event_id", sa.BigInteger, comment="the calendar event, where it is known"),
    sa.Column("course_id", sa.BigInteger),
    sa.Column("student_id", sa.BigInteger),
    sa.Column("organisation_id", sa.BigInteger, nullable=False),
    sa.Column("slip_type", sa.Text, nullable=False),
    sa.Column("status", sa.Text, nullable=False),
    text_column("present"),
    sa.Column("tutorial_start", sa.DateTime(timezone=True), nullable=False),
    sa.Column("minutes", sa.Integer, nullable=False),
    sa.Column("month", sa.Date, sa.Computed(_MONTH, persisted=True), nullable=False),
    sa.Column(
        "session",
        sa.Text,
        sa.Computed(_SESSION, persisted=True),
        nullable=False,
        comment="the same for all slips of one tutorial of a tutor: its event, else its course and time",
    ),
    sa.Index("ix_slip_session", "session", "id"),
    sa.Index("ix_slip_month", "organisation_id", "month", "id"),
    sa.Index("ix_slip_tutorial_start", "tutorial_start", "id"),
)
"""A copy of the slips with a tutor, written only by events."""

tutor_rate = sa.Table(
    "tutor_rate",
    metadata,
    *record_columns(),
    *RATE.table_columns(),
    hands_column(),
    *RATE.choice_checks("currency", "basis"),
    sa.CheckConstraint("hourly > 0", name="hourly"),
    sa.CheckConstraint("group_supplement >= 0 AND (basis = 'perHour' OR group_supplement = 0)", name="supplement"),
    sa.CheckConstraint("group_from >= 2", name="group_from"),
    sa.UniqueConstraint("tutor_id", "course_id", "currency", "starts", postgresql_nulls_not_distinct=True),
)
RATE.index_sorts(tutor_rate)

pay_run = sa.Table(
    "pay_run",
    metadata,
    *record_columns(),
    *RUN.table_columns(),
    hands_column(),
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
    sa.Column("session", sa.Text, nullable=False, comment="as on its slips"),
    sa.Column("tutor_id", sa.BigInteger, nullable=False),
    text_column("tutor_name"),
    sa.Column("event_id", sa.BigInteger),
    sa.Column("course_id", sa.BigInteger),
    text_column("course_title"),
    sa.Column("day", sa.Date, nullable=False),
    sa.Column("minutes", sa.Integer, nullable=False, comment="length of the tutorial"),
    sa.Column("students", sa.Integer, nullable=False, server_default="0", info={"derived": True}),
    sa.Column(
        "former",
        sa.Integer,
        nullable=False,
        server_default="0",
        comment="students for whom the tutorial was paid before: then the line pays what further ones add",
    ),
    sa.Column("hourly", sa.BigInteger, nullable=False),
    sa.Column("basis", sa.Text, nullable=False, server_default="perHour"),
    sa.Column("group_supplement", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("group_from", sa.Integer, nullable=False, server_default="2"),
    sa.Column("amount", sa.BigInteger, sa.Computed(_AMOUNT, persisted=True), nullable=False),
    sa.Column(
        "worked",
        sa.Integer,
        sa.Computed("CASE WHEN former = 0 THEN minutes ELSE 0 END", persisted=True),
        nullable=False,
        comment="minutes by the clock: those of a tutorial count once",
    ),
    one_of("basis", tuple(str(option.value) for option in BASES)),
    sa.CheckConstraint("minutes > 0", name="minutes"),
    sa.CheckConstraint("former >= 0", name="former"),
    sa.Index("ix_pay_line_run_id", "run_id", "tutor_name", "id"),
    sa.Index("ix_pay_line_tutor_name", "tutor_name", "id"),
    sa.Index("ix_pay_line_day", "day", "id"),
    sa.Index("ix_pay_line_session", "session"),
)
"""A tutorial of a tutor as paid by a run. Triggers count its students and sum the lines of a run."""

pay_line_slip = sa.Table(
    "pay_line_slip",
    metadata,
    sa.Column("id", sa.BigInteger, sa.Identity(always=False), primary_key=True),
    sa.Column("line_id", sa.BigInteger, sa.ForeignKey("pay_line.id", ondelete="CASCADE"), nullable=False),
    sa.Column("slip_id", sa.BigInteger, nullable=False, unique=True, comment="a slip is paid once"),
    sa.Column("student_id", sa.BigInteger),
    sa.Index("ix_pay_line_slip_line_id", "line_id", "id"),
)
"""The slips of a line: one per student."""

constraint_text("uq_pay_line_slip_slip_id", "A slip is paid once")
constraint_text("ck_tutor_rate_supplement", "A rate for each student has no supplement for a group")
constraint_text("ck_pay_run_two_approvers", "A pay run needs two approvers, and neither of them prepared it")

constraint_text("ck_pay_run_month", "Month: please enter the first day of a month")
