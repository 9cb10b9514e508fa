"""Service levels with working hours and holidays, the clocks of tickets, canned answers.

Existing tickets get the times of their answers; the next morning's job computes the due times of the open ones.
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0012"
down_revision: str | None = "0011"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


_DEFAULTS = """
INSERT INTO service_level (title, priority, first_answer, resolution) VALUES
('Urgent', 1, 1, 8), ('High', 2, 4, 16), ('Normal', 3, 8, 40), ('Low', 4, 16, 80);
INSERT INTO support_hours (day, start, ends) VALUES
('Monday', '09:00', '17:30'), ('Tuesday', '09:00', '17:30'), ('Wednesday', '09:00', '17:30'),
('Thursday', '09:00', '17:30'), ('Friday', '09:00', '17:30');
INSERT INTO reminder_setting (reminder, rung, enabled, since) VALUES
('ticketDue', 'before1', true, (now() AT TIME ZONE 'Europe/London')::date),
('ticketDue', 'due', true, (now() AT TIME ZONE 'Europe/London')::date),
('ticketDue', 'after4', true, (now() AT TIME ZONE 'Europe/London')::date);
"""
"""Insert office hours and a level for each priority, which support staff change in Setup."""
_FROM_BEFORE = """
UPDATE ticket SET resolved = last_message WHERE status = 'resolved';
UPDATE ticket SET first_answered = answered.first
FROM (
    SELECT ticket_id, min(created) AS first FROM ticket_message
    WHERE by_support AND NOT internal AND status = 'sent' GROUP BY ticket_id
) answered WHERE answered.ticket_id = ticket.id;
"""


def upgrade() -> None:
    _canned_answers()
    _levels()
    _clocks()
    op.execute(_DEFAULTS)
    op.execute(_FROM_BEFORE)


def _canned_answers() -> None:
    op.create_table(
        "canned_answer",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("shortcut", sa.Text(), server_default="", nullable=False),
        sa.Column("team", sa.Text(), nullable=True),
        sa.Column("text", sa.Text(), nullable=False, comment="sanitised html with merge fields"),
        sa.Column("used", sa.Integer(), server_default="0", nullable=False, comment="times that it was inserted"),
        sa.Column("last_used", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "team IN ('academicOffice', 'techSupport', 'tutorSupport', 'error')", name=op.f("ck_canned_answer_team")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_canned_answer")),
    )
    op.create_index("ix_canned_answer_shortcut", "canned_answer", ["shortcut", "id"], unique=False)
    op.create_index(
        "ix_canned_answer_shortcut_one",
        "canned_answer",
        ["shortcut", "team"],
        unique=True,
        postgresql_nulls_not_distinct=True,
        postgresql_where=sa.text("shortcut <> ''"),
    )
    op.create_index("ix_canned_answer_title", "canned_answer", ["title", "id"], unique=False)
    op.create_index("ix_canned_answer_used", "canned_answer", ["used", "id"], unique=False)


def _levels() -> None:
    op.create_table(
        "service_level",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("team", sa.Text(), nullable=True),
        sa.Column("priority", sa.Integer(), nullable=True),
        sa.Column("first_answer", sa.Numeric(precision=8, scale=2), nullable=False),
        sa.Column("resolution", sa.Numeric(precision=8, scale=2), nullable=False),
        sa.CheckConstraint(
            "team IN ('academicOffice', 'techSupport', 'tutorSupport', 'error')", name=op.f("ck_service_level_team")
        ),
        sa.CheckConstraint("priority BETWEEN 1 AND 4", name=op.f("ck_service_level_priority")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_service_level")),
    )
    op.create_index(
        "ix_service_level_of", "service_level", ["team", "priority"], unique=True, postgresql_nulls_not_distinct=True
    )
    op.create_index("ix_service_level_title", "service_level", ["title", "id"], unique=False)
    op.create_table(
        "support_holiday",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_support_holiday")),
    )
    op.create_index("ix_support_holiday_day", "support_holiday", ["day", "id"], unique=False)
    op.create_index("ix_support_holiday_one", "support_holiday", ["day"], unique=True)
    op.create_index("ix_support_holiday_title", "support_holiday", ["title", "id"], unique=False)
    op.create_table(
        "support_hours",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("start", sa.Text(), nullable=False),
        sa.Column("ends", sa.Text(), nullable=False),
        sa.CheckConstraint(
            "day IN ('Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday')",
            name=op.f("ck_support_hours_day"),
        ),
        sa.CheckConstraint("ends > start", name=op.f("ck_support_hours_end")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_support_hours")),
    )
    op.create_index("ix_support_hours_start", "support_hours", ["start", "id"], unique=False)


def _clocks() -> None:
    op.create_table(
        "ticket_pause",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("ticket_id", sa.BigInteger(), nullable=False),
        sa.Column(
            "reason", sa.Text(), nullable=False, comment="waiting: on an answer; resolved: until it was reopened"
        ),
        sa.Column("began", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended", sa.DateTime(timezone=True), nullable=True),
        sa.Column("minutes", sa.Integer(), nullable=True, comment="working minutes, once it has ended"),
        sa.Column(
            "user_id", sa.BigInteger(), nullable=False, comment="the user with whose act it began, or was reopened"
        ),
        sa.CheckConstraint("reason IN ('waiting', 'resolved')", name=op.f("ck_ticket_pause_reason")),
        sa.ForeignKeyConstraint(["ticket_id"], ["ticket.id"], name=op.f("fk_ticket_pause_ticket_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ticket_pause")),
    )
    op.create_index("ix_ticket_pause_ticket_id", "ticket_pause", ["ticket_id", "id"], unique=False)
    op.add_column(
        "ticket",
        sa.Column(
            "due",
            sa.DateTime(timezone=True),
            nullable=True,
            comment="the team owes an answer or a solution by then; null: none",
        ),
    )
    op.add_column("ticket", sa.Column("first_answer_due", sa.DateTime(timezone=True), nullable=True))
    op.add_column("ticket", sa.Column("resolve_due", sa.DateTime(timezone=True), nullable=True))
    op.add_column(
        "ticket",
        sa.Column("first_answered", sa.DateTime(timezone=True), nullable=True, comment="the first message of the team"),
    )
    op.add_column("ticket", sa.Column("resolved", sa.DateTime(timezone=True), nullable=True))
    op.add_column(
        "ticket",
        sa.Column(
            "waiting_since",
            sa.DateTime(timezone=True),
            nullable=True,
            comment="the clock stands still until the asker answers",
        ),
    )
    op.add_column(
        "ticket",
        sa.Column("answer_minutes", sa.Integer(), nullable=True, comment="working minutes until the first answer"),
    )
    op.add_column(
        "ticket",
        sa.Column(
            "resolve_minutes",
            sa.Integer(),
            nullable=True,
            comment="working minutes until it was resolved, without pauses",
        ),
    )
    op.create_index(
        "ix_ticket_due",
        "ticket",
        [sa.literal_column("coalesce(due, '9999-12-31 00:00:00+00'::timestamp with time zone)"), "id"],
        unique=False,
    )
    op.create_index("ix_ticket_due_next", "ticket", ["due"], unique=False, postgresql_where=sa.text("due IS NOT NULL"))
    op.create_index(
        "ix_ticket_resolved",
        "ticket",
        [sa.literal_column("coalesce(resolved, '9999-12-31 00:00:00+00'::timestamp with time zone)"), "id"],
        unique=False,
    )
