"""Slips and the copies beside them."""
# ruff: noqa: E501  one statement a column, as Alembic writes them

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0001"
down_revision: str | None = None
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = "kit_0001"


def upgrade() -> None:
    op.create_table(
        "course",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("board", sa.Text(), nullable=False),
        sa.Column("level", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False, comment="group, indiv, shared, paired, workshop or seminar"),
        sa.Column("status", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_course")),
    )
    op.create_table(
        "department",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("color", sa.Text(), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_department")),
    )
    op.create_table(
        "organisation",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_organisation")),
    )
    op.create_table(
        "person",
        sa.Column("kind", sa.Text(), nullable=False, comment="tutor, student or invigilator"),
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False, comment="counts within the kind"),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), server_default="0", nullable=False, comment="0 without a user account"),
        sa.PrimaryKeyConstraint("kind", "id", name=op.f("pk_person")),
    )
    op.create_table(
        "slip",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("type", sa.Text(), server_default="default", nullable=False),
        sa.Column(
            "form_version", sa.Integer(), server_default="4", nullable=False, comment="4 is current (teaching.md 9)"
        ),
        sa.Column("status", sa.Text(), server_default="saved", nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("department_id", sa.BigInteger(), nullable=False),
        sa.Column(
            "course_id", sa.BigInteger(), nullable=True, comment="absent on invigilation slips, like cws and student"
        ),
        sa.Column("cws_id", sa.BigInteger(), nullable=True),
        sa.Column("student_id", sa.BigInteger(), nullable=True),
        sa.Column("tutor_id", sa.BigInteger(), nullable=True),
        sa.Column("invigilator_id", sa.BigInteger(), nullable=True),
        sa.Column("course_title", sa.Text(), server_default="", nullable=False),
        sa.Column("course_type", sa.Text(), server_default="", nullable=False),
        sa.Column("student_name", sa.Text(), server_default="", nullable=False),
        sa.Column(
            "tutor_name", sa.Text(), server_default="", nullable=False, comment="of the tutor, or the invigilator"
        ),
        sa.Column(
            "slip_type",
            sa.Text(),
            sa.Computed(
                "CASE WHEN type = 'default' AND course_type IN ('workshop', 'seminar') THEN course_type ELSE type END",
                persisted=True,
            ),
            nullable=False,
        ),
        sa.Column("tutorial_id", sa.BigInteger(), nullable=True, comment="the calendar event"),
        sa.Column("tutorial_type", sa.Text(), nullable=False, comment="an event type of teaching.md 3"),
        sa.Column("tutorial_title", sa.Text(), server_default="", nullable=False),
        sa.Column("tutorial_start", sa.DateTime(timezone=True), nullable=False),
        sa.Column("tutorial_end", sa.DateTime(timezone=True), nullable=False),
        sa.Column("location", sa.Text(), server_default="", nullable=False),
        sa.Column("return_reason", sa.Text(), server_default="", nullable=False),
        sa.Column("student_read", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("submitted", sa.DateTime(timezone=True), nullable=True),
        sa.Column("approved", sa.DateTime(timezone=True), nullable=True),
        sa.Column("approved_by_id", sa.BigInteger(), nullable=True, comment="user id"),
        sa.Column("approved_by_name", sa.Text(), server_default="", nullable=False),
        sa.Column("reviewed", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("present", sa.Text(), server_default="", nullable=False),
        sa.Column(
            "on_time", sa.SmallInteger(), nullable=True, comment="minutes late, a step of the timekeeping options"
        ),
        sa.Column("comment", sa.Text(), server_default="", nullable=False),
        sa.Column("comment2", sa.Text(), server_default="", nullable=False),
        sa.Column("comment3", sa.Text(), server_default="", nullable=False),
        sa.Column("private", sa.Text(), server_default="", nullable=False),
        sa.Column("absence_reason", sa.Text(), server_default="", nullable=False),
        sa.Column("absence_action_taken", sa.Text(), server_default="", nullable=False),
        sa.Column("absence_intervention", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("cat1", sa.SmallInteger(), nullable=True),
        sa.Column("cat2", sa.SmallInteger(), nullable=True),
        sa.Column("cat3", sa.SmallInteger(), nullable=True),
        sa.Column("cat4", sa.SmallInteger(), nullable=True),
        sa.Column("cat5", sa.SmallInteger(), nullable=True),
        sa.Column("cat6", sa.SmallInteger(), nullable=True),
        sa.Column("cat1_comment", sa.Text(), server_default="", nullable=False),
        sa.Column("cat2_comment", sa.Text(), server_default="", nullable=False),
        sa.Column("cat3_comment", sa.Text(), server_default="", nullable=False),
        sa.Column("cat4_comment", sa.Text(), server_default="", nullable=False),
        sa.Column("cat5_comment", sa.Text(), server_default="", nullable=False),
        sa.Column("cat6_comment", sa.Text(), server_default="", nullable=False),
        sa.Column("ot1", sa.Text(), server_default="", nullable=False),
        sa.Column("ot2", sa.Text(), server_default="", nullable=False),
        sa.Column("ot3", sa.Text(), server_default="", nullable=False),
        sa.Column("pt_weekly_target", sa.Text(), server_default="", nullable=False),
        sa.Column("pt_exam_prep_and_reflect", sa.Text(), server_default="", nullable=False),
        sa.Column("pt_additional_comment", sa.Text(), server_default="", nullable=False),
        sa.Column("pt_ot_details", sa.Text(), server_default="", nullable=False),
        sa.Column("pt_ip_hours", sa.Numeric(precision=5, scale=2), nullable=True),
        sa.Column("reach_grade", sa.Text(), server_default="", nullable=False),
        sa.Column("match_grade", sa.Text(), server_default="", nullable=False),
        sa.Column("safety_grade", sa.Text(), server_default="", nullable=False),
        sa.Column("previous_grade", sa.Text(), server_default="", nullable=False),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed("student_name || ' ' || tutor_name || ' ' || course_title", persisted=True),
            nullable=False,
        ),
        sa.CheckConstraint("(status = 'approved') = (approved IS NOT NULL)", name=op.f("ck_slip_approved")),
        sa.CheckConstraint(
            "present IN ('', 'present', 'plannedAbsence', 'unplannedAbsence')", name=op.f("ck_slip_present")
        ),
        sa.CheckConstraint(
            "status IN ('active', 'saved', 'returned', 'submitted', 'checked', 'approved', 'deleted')",
            name=op.f("ck_slip_status"),
        ),
        sa.CheckConstraint("type IN ('default', 'PT', 'invigilation')", name=op.f("ck_slip_type")),
        sa.CheckConstraint(
            "cat1 BETWEEN 0 AND 5 AND cat2 BETWEEN 0 AND 5 AND cat3 BETWEEN 0 AND 5 AND cat4 BETWEEN 0 AND 5 AND cat5 BETWEEN 0 AND 5 AND cat6 BETWEEN 0 AND 5",
            name=op.f("ck_slip_performance"),
        ),
        sa.CheckConstraint("tutorial_end >= tutorial_start", name=op.f("ck_slip_tutorial")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_slip")),
    )
    op.create_index("ix_slip_course_id", "slip", ["course_id", "tutorial_start", "id"], unique=False)
    op.create_index(
        "ix_slip_invigilator_id",
        "slip",
        ["invigilator_id"],
        unique=False,
        postgresql_where=sa.text("invigilator_id IS NOT NULL"),
    )
    op.create_index(
        "ix_slip_search",
        "slip",
        ["search"],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"search": "gin_trgm_ops"},
    )
    op.create_index(
        "ix_slip_sort_approved",
        "slip",
        [sa.literal_column("coalesce(approved, '1970-01-01 00:00:00+00'::timestamp with time zone)"), "id"],
        unique=False,
    )
    op.create_index("ix_slip_sort_course", "slip", ["course_title", "id"], unique=False)
    op.create_index("ix_slip_sort_status", "slip", ["status", "id"], unique=False)
    op.create_index("ix_slip_sort_student", "slip", ["student_name", "id"], unique=False)
    op.create_index(
        "ix_slip_sort_submitted",
        "slip",
        [sa.literal_column("coalesce(submitted, '1970-01-01 00:00:00+00'::timestamp with time zone)"), "id"],
        unique=False,
    )
    op.create_index("ix_slip_sort_tutor", "slip", ["tutor_name", "id"], unique=False)
    op.create_index("ix_slip_sort_tutorialdate", "slip", ["tutorial_start", "id"], unique=False)
    op.create_index(
        "ix_slip_status_sort_approved",
        "slip",
        ["status", sa.literal_column("coalesce(approved, '1970-01-01 00:00:00+00'::timestamp with time zone)"), "id"],
        unique=False,
    )
    op.create_index(
        "ix_slip_status_sort_submitted",
        "slip",
        ["status", sa.literal_column("coalesce(submitted, '1970-01-01 00:00:00+00'::timestamp with time zone)"), "id"],
        unique=False,
    )
    op.create_index("ix_slip_status_sort_tutorialdate", "slip", ["status", "tutorial_start", "id"], unique=False)
    op.create_index("ix_slip_student_id", "slip", ["student_id", "tutorial_start", "id"], unique=False)
    op.create_index("ix_slip_tabs", "slip", ["slip_type", "status", "id"], unique=False)
    op.create_index("ix_slip_tutor_id", "slip", ["tutor_id", "tutorial_start", "id"], unique=False)


def downgrade() -> None:
    op.drop_index("ix_slip_tutor_id", table_name="slip")
    op.drop_index("ix_slip_tabs", table_name="slip")
    op.drop_index("ix_slip_student_id", table_name="slip")
    op.drop_index("ix_slip_status_sort_tutorialdate", table_name="slip")
    op.drop_index("ix_slip_status_sort_submitted", table_name="slip")
    op.drop_index("ix_slip_status_sort_approved", table_name="slip")
    op.drop_index("ix_slip_sort_tutorialdate", table_name="slip")
    op.drop_index("ix_slip_sort_tutor", table_name="slip")
    op.drop_index("ix_slip_sort_submitted", table_name="slip")
    op.drop_index("ix_slip_sort_student", table_name="slip")
    op.drop_index("ix_slip_sort_status", table_name="slip")
    op.drop_index("ix_slip_sort_course", table_name="slip")
    op.drop_index("ix_slip_sort_approved", table_name="slip")
    op.drop_index(
        "ix_slip_search", table_name="slip", postgresql_using="gin", postgresql_ops={"search": "gin_trgm_ops"}
    )
    op.drop_index("ix_slip_invigilator_id", table_name="slip", postgresql_where=sa.text("invigilator_id IS NOT NULL"))
    op.drop_index("ix_slip_course_id", table_name="slip")
    op.drop_table("slip")
    op.drop_table("person")
    op.drop_table("organisation")
    op.drop_table("department")
    op.drop_table("course")
