"""Approved hours of invigilators as people publishes them, their rates, and the lines of pay runs for them."""

from __future__ import annotations

import sqlalchemy as sa

from finance.payouts.invigilators.attributes import HOURS, RATE
from finance.schema import metadata
from kit.changes.hands import hands_column
from kit.database.constraints import constraint_text
from kit.database.tables import copy_table, now, record_columns

invigilator = copy_table(
    "invigilator",
    metadata,
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("email", sa.Text, nullable=False, server_default=""),
)
"""A copy, written only by events."""

duty_hours = sa.Table(
    "duty_hours",
    metadata,
    sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False, comment="of the duty, in people"),
    *HOURS.table_columns(),
    sa.Column("duty_version", sa.Integer, nullable=False, server_default="0"),
    sa.Column(
        "paid_minutes",
        sa.Integer,
        nullable=False,
        server_default="0",
        info={"derived": True},
        comment="of all lines of pay runs, those of drafts too",
    ),
    sa.Column(
        "due_minutes",
        sa.Integer,
        sa.Computed("CASE WHEN approved THEN minutes ELSE 0 END - paid_minutes", persisted=True),
        nullable=False,
        comment="below zero: paid, and no longer approved",
    ),
    sa.Column("modified", sa.DateTime(timezone=True), nullable=False, server_default=now()),
    sa.Index("ix_duty_hours_due", "organisation_id", "day", "id", postgresql_where=sa.text("due_minutes <> 0")),
)
"""A trigger computes the paid minutes; only events write the rest."""
HOURS.index_sorts(duty_hours)

invigilator_rate = sa.Table(
    "invigilator_rate",
    metadata,
    *record_columns(),
    *RATE.table_columns(),
    hands_column(),
    *RATE.choice_checks("currency", "role"),
    sa.CheckConstraint("hourly > 0", name="hourly"),
    sa.UniqueConstraint("invigilator_id", "role", "currency", "starts", postgresql_nulls_not_distinct=True),
)
RATE.index_sorts(invigilator_rate)

pay_duty = sa.Table(
    "pay_duty",
    metadata,
    *record_columns(),
    sa.Column("run_id", sa.BigInteger, sa.ForeignKey("pay_run.id", ondelete="CASCADE"), nullable=False),
    sa.Column("duty_id", sa.BigInteger, sa.ForeignKey("duty_hours.id"), nullable=False),
    sa.Column("invigilator_id", sa.BigInteger, nullable=False),
    sa.Column("invigilator_name", sa.Text, nullable=False, server_default=""),
    sa.Column("session", sa.Text, nullable=False, server_default=""),
    sa.Column("role", sa.Text, nullable=False),
    sa.Column("day", sa.Date, nullable=False),
    sa.Column("minutes", sa.Integer, nullable=False, comment="below zero: sets off what was paid before"),
    sa.Column("hourly", sa.BigInteger, nullable=False),
    sa.Column(
        "amount", sa.BigInteger, sa.Computed("round(minutes * hourly / 60.0)::bigint", persisted=True), nullable=False
    ),
    sa.CheckConstraint("minutes <> 0", name="minutes"),
    sa.CheckConstraint("hourly > 0", name="hourly"),
    sa.UniqueConstraint("run_id", "duty_id"),
    sa.Index("ix_pay_duty_duty_id", "duty_id", "id"),
    sa.Index("ix_pay_duty_invigilator_id", "invigilator_id", "id"),
    sa.Index("ix_pay_duty_invigilator_name", "invigilator_name", "id"),
    sa.Index("ix_pay_duty_day", "day", "id"),
)
"""The hours of a duty as a run pays or sets them off. Triggers compute what is paid for a duty and sum the lines of a
run. They refuse a line that pays more or less than the amount due."""

constraint_text("uq_invigilator_rate_invigilator_id_role_currency_starts", "A rate from this day already exists")
constraint_text("pay_duty_once", "These hours are already in a pay run")
