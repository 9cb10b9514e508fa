"""The day of exams: rules, the register, rosters of invigilators, plans of rooms and days."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0043"
down_revision: str | None = "0041"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "exam_rule",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("rule", sa.Text(), server_default="veryLate", nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("valid_from", sa.Date(), nullable=False),
        sa.Column("source", sa.Text(), server_default="", nullable=False),
        sa.CheckConstraint(
            "rule IN ('late', 'veryLate', 'dayMinutes', 'dayMinutesUpper', 'distance', 'packetDays', 'linkDays')",
            name=op.f("ck_exam_rule_rule"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exam_rule")),
        sa.UniqueConstraint("rule", "valid_from", name="uq_exam_rule"),
        info={"nouns": ("rule of exams", "rules of exams")},
    )
    op.create_index("ix_exam_rule_valid_from", "exam_rule", ["valid_from", "id"], unique=False)
    op.create_table(
        "invigilator_away",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("invigilator_id", sa.BigInteger(), nullable=False),
        sa.Column("starts", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends", sa.DateTime(timezone=True), nullable=False),
        sa.Column("note", sa.Text(), server_default="", nullable=False),
        sa.CheckConstraint("ends > starts", name=op.f("ck_invigilator_away_order")),
        sa.ForeignKeyConstraint(
            ["invigilator_id"], ["invigilator.id"], name=op.f("fk_invigilator_away_invigilator_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invigilator_away")),
        info={"nouns": ("absence of an invigilator", "absences of invigilators")},
    )
    op.create_index(op.f("ix_invigilator_away_invigilator_id"), "invigilator_away", ["invigilator_id"], unique=False)
    op.create_index("ix_invigilator_away_starts", "invigilator_away", ["starts", "id"], unique=False)
    op.create_table(
        "exam_day_plan",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("candidate_id", sa.BigInteger(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("papers", sa.Text(), nullable=False),
        sa.Column("supervision", sa.Text(), nullable=False),
        sa.Column("overnight", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("agreed_by", sa.Text(), server_default="", nullable=False),
        sa.ForeignKeyConstraint(["candidate_id"], ["candidate.id"], name=op.f("fk_exam_day_plan_candidate_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exam_day_plan")),
        sa.UniqueConstraint("candidate_id", "day", name="uq_exam_day_plan"),
        info={"nouns": ("plan of a day", "plans of days")},
    )
    op.create_index(op.f("ix_exam_day_plan_candidate_id"), "exam_day_plan", ["candidate_id"], unique=False)
    op.create_index("ix_exam_day_plan_day", "exam_day_plan", ["day", "id"], unique=False)
    op.create_table(
        "invigilator_relative",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("invigilator_id", sa.BigInteger(), nullable=False),
        sa.Column("candidate_id", sa.BigInteger(), nullable=False),
        sa.Column("relation", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["candidate_id"], ["candidate.id"], name=op.f("fk_invigilator_relative_candidate_id")),
        sa.ForeignKeyConstraint(
            ["invigilator_id"], ["invigilator.id"], name=op.f("fk_invigilator_relative_invigilator_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invigilator_relative")),
        sa.UniqueConstraint("invigilator_id", "candidate_id", name="uq_invigilator_relative"),
        info={"nouns": ("relative of an invigilator", "relatives of invigilators")},
    )
    op.create_index(
        op.f("ix_invigilator_relative_candidate_id"), "invigilator_relative", ["candidate_id"], unique=False
    )
    op.create_index(
        op.f("ix_invigilator_relative_invigilator_id"), "invigilator_relative", ["invigilator_id"], unique=False
    )
    op.create_index("ix_invigilator_relative_relation", "invigilator_relative", ["relation", "id"], unique=False)
    op.create_table(
        "duty_swap",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("duty_id", sa.BigInteger(), nullable=False),
        sa.Column("from_id", sa.BigInteger(), nullable=False),
        sa.Column("to_id", sa.BigInteger(), nullable=True),
        sa.Column("status", sa.Text(), server_default="asked", nullable=False),
        sa.Column("note", sa.Text(), server_default="", nullable=False),
        sa.Column("taken_by_id", sa.BigInteger(), nullable=True),
        sa.Column("answered", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("status IN ('asked', 'taken', 'refused', 'withdrawn')", name=op.f("ck_duty_swap_status")),
        sa.CheckConstraint("to_id <> from_id", name=op.f("ck_duty_swap_other")),
        sa.ForeignKeyConstraint(
            ["duty_id"], ["invigilation.id"], name=op.f("fk_duty_swap_duty_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["from_id"], ["invigilator.id"], name=op.f("fk_duty_swap_from_id")),
        sa.ForeignKeyConstraint(["taken_by_id"], ["invigilator.id"], name=op.f("fk_duty_swap_taken_by_id")),
        sa.ForeignKeyConstraint(["to_id"], ["invigilator.id"], name=op.f("fk_duty_swap_to_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_duty_swap")),
        info={"nouns": ("swap of a duty", "swaps of duties")},
    )
    op.create_index(op.f("ix_duty_swap_duty_id"), "duty_swap", ["duty_id"], unique=False)
    op.create_index("ix_duty_swap_status", "duty_swap", ["status", "id"], unique=False)
    op.create_index("uq_duty_swap", "duty_swap", ["duty_id"], unique=True, postgresql_where=sa.text("status = 'asked'"))
    op.create_table(
        "exam_mark",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("seat_id", sa.BigInteger(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False, comment="of the device: a mark that is sent again is known"),
        sa.Column("mark", sa.Text(), server_default="present", nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by_name", sa.Text(), server_default="", nullable=False),
        sa.Column("by_id", sa.BigInteger(), nullable=True, comment="user id"),
        sa.Column(
            "counted",
            sa.Boolean(),
            server_default="false",
            nullable=False,
            comment="false where a later mark of the seat was known already",
        ),
        sa.CheckConstraint(
            "mark IN ('present', 'late', 'absent', 'expected', 'identity', 'noIdentity')",
            name=op.f("ck_exam_mark_mark"),
        ),
        sa.ForeignKeyConstraint(["seat_id"], ["exam_seat.id"], name=op.f("fk_exam_mark_seat_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exam_mark")),
        sa.UniqueConstraint("key", name="uq_exam_mark_key"),
        info={"nouns": ("mark of the register", "marks of the register")},
    )
    op.create_index("ix_exam_mark_at", "exam_mark", ["at", "id"], unique=False)
    op.create_index("ix_exam_mark_seat", "exam_mark", ["seat_id", "at"], unique=False)
    op.add_column("exam_room", sa.Column("rows", sa.Integer(), nullable=True))
    op.add_column("exam_room", sa.Column("columns", sa.Integer(), nullable=True))
    op.create_check_constraint(op.f("ck_exam_room_plan"), "exam_room", "capacity <= rows * columns")
    op.add_column("exam_seat", sa.Column("late_by", sa.Integer(), nullable=True))
    op.add_column(
        "exam_session",
        sa.Column("event_id", sa.BigInteger(), nullable=True, comment="the calendar's event of its invigilators"),
    )
    op.create_index(op.f("ix_exam_session_event_id"), "exam_session", ["event_id"], unique=False)
    op.create_foreign_key(op.f("fk_exam_session_event_id"), "exam_session", "event", ["event_id"], ["id"])
    op.add_column("exam_session", sa.Column("mailed_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("invigilation", sa.Column("override", sa.Text(), server_default="", nullable=False))
    op.add_column("invigilation", sa.Column("override_by", sa.Text(), server_default="", nullable=False))
    op.add_column("invigilation", sa.Column("mailed_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("invigilation", sa.Column("answered_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("invigilation", sa.Column("minutes", sa.Integer(), nullable=True))
    op.add_column("invigilation", sa.Column("hours_approved", sa.DateTime(timezone=True), nullable=True))
    op.add_column("invigilation", sa.Column("hours_approved_by", sa.Text(), server_default="", nullable=False))
    # As JCQ's instructions for conducting examinations have them; the exams office checks them every September.
    op.execute(
        "INSERT INTO exam_rule (rule, number, valid_from, source) SELECT rule, number, '2019-09-01', "
        "'JCQ, Instructions for conducting examinations; verify every September' FROM (VALUES ('late', 0), "
        "('veryLate', 60), ('dayMinutes', 330), ('dayMinutesUpper', 360), ('distance', 125)) AS made (rule, number)"
    )
    op.execute(
        "INSERT INTO exam_rule (rule, number, valid_from, source) VALUES "
        "('packetDays', 7, '2019-09-01', 'The exams office'), ('linkDays', 21, '2019-09-01', 'The exams office')"
    )
