"""Study plans, and what they read of courses and academic years. Running systems: `kit replay teaching people.course.changed`
brings the years of courses; exam options and academic years come with their next change in people and identity."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0020"
down_revision: str | None = "0019"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "academic_year",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("year", sa.Integer(), nullable=False, comment="the calendar year it starts in"),
        sa.Column(
            "mt",
            postgresql.JSONB(astext_type=sa.Text()),
            nullable=False,
            comment="first day, last day, number of weeks",
        ),
        sa.Column(
            "ht",
            postgresql.JSONB(astext_type=sa.Text()),
            nullable=False,
            comment="first day, last day, number of weeks",
        ),
        sa.Column(
            "tt",
            postgresql.JSONB(astext_type=sa.Text()),
            nullable=False,
            comment="first day, last day, number of weeks",
        ),
        sa.Column(
            "weeks_to_iso",
            postgresql.JSONB(astext_type=sa.Text()),
            nullable=False,
            comment="the study weeks, as identity counts them",
        ),
        sa.Column("archived", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_academic_year")),
    )
    op.create_table(
        "study_plan",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("course_id", sa.BigInteger(), nullable=False),
        sa.Column("academic_year_id", sa.BigInteger(), nullable=False),
        sa.Column("type_version", sa.Integer(), server_default="2", nullable=False, comment="1 or 2"),
        sa.Column("syllabus", sa.Text(), server_default="", nullable=False),
        sa.Column("deleted", sa.Boolean(), server_default="false", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_study_plan")),
        info={"nouns": ("study plan", "study plans")},
    )
    op.create_index(op.f("ix_study_plan_academic_year_id"), "study_plan", ["academic_year_id"], unique=False)
    op.create_index(
        "uq_study_plan_course",
        "study_plan",
        ["course_id", "academic_year_id"],
        unique=True,
        postgresql_where=sa.text("NOT deleted"),
    )
    op.create_table(
        "study_plan_week",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("term", sa.Text(), nullable=False),
        sa.Column("week", sa.Integer(), nullable=False),
        sa.Column("iso_week", sa.Integer(), nullable=False),
        sa.Column("starts", sa.Date(), nullable=False, comment="a Monday"),
        sa.Column("ends", sa.Date(), nullable=False, comment="a Sunday"),
        sa.Column("content", sa.Text(), server_default="", nullable=False),
        sa.Column("status", sa.Text(), server_default="planned", nullable=False),
        sa.Column(
            "cws_ids",
            postgresql.ARRAY(sa.BigInteger()),
            server_default="{}",
            nullable=False,
            comment="ids of students on the course; empty where it is for all",
        ),
        sa.Column("details", sa.Text(), server_default="", nullable=False),
        sa.Column("custom", sa.Text(), server_default="", nullable=False),
        sa.Column("study_plan_id", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("status IN ('planned', 'taught', 'closed')", name=op.f("ck_study_plan_week_status")),
        sa.CheckConstraint("term IN ('mt', 'ht', 'tt')", name=op.f("ck_study_plan_week_term")),
        sa.ForeignKeyConstraint(
            ["study_plan_id"], ["study_plan.id"], name=op.f("fk_study_plan_week_study_plan_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_study_plan_week")),
        info={"nouns": ("week of a study plan", "weeks of study plans")},
    )
    op.create_index("ix_study_plan_week_plan", "study_plan_week", ["study_plan_id", "starts", "id"], unique=False)
    op.create_table(
        "study_plan_week_student",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("week_id", sa.BigInteger(), nullable=False),
        sa.Column("cws_id", sa.BigInteger(), nullable=False),
        sa.Column("ot", sa.Text(), nullable=True),
        sa.Column("actual", sa.Text(), server_default="", nullable=False),
        sa.ForeignKeyConstraint(
            ["week_id"], ["study_plan_week.id"], name=op.f("fk_study_plan_week_student_week_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_study_plan_week_student")),
        sa.UniqueConstraint("week_id", "cws_id", name="uq_study_plan_week_student"),
        info={"nouns": ("week of a student", "weeks of students")},
    )
    op.create_index(op.f("ix_study_plan_week_student_cws_id"), "study_plan_week_student", ["cws_id"], unique=False)
    op.add_column("course", sa.Column("academic_year_id", sa.BigInteger(), server_default="0", nullable=False))
    op.add_column(
        "course", sa.Column("study_plan_not_required", sa.Boolean(), server_default=sa.text("false"), nullable=False)
    )
    op.create_index(op.f("ix_course_academic_year_id"), "course", ["academic_year_id"], unique=False)
    op.create_index("ix_course_subject", "course", ["subject", "id"], unique=False)
    op.add_column("course_student", sa.Column("syllabus", sa.Text(), server_default="", nullable=False))
    op.add_column("course_student", sa.Column("option", sa.Text(), server_default="", nullable=False))
