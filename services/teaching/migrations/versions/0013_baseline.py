"""The tables of the first release. The number is that of the last of the migrations before it: a database made by them
has these tables already."""

from collections.abc import Sequence
from pathlib import Path

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0013"
down_revision: str | None = None
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = "kit_0009"


def upgrade() -> None:
    op.create_table(
        "client_student",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("client_id", sa.BigInteger(), nullable=False),
        sa.Column("student_id", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_client_student")),
    )
    op.create_index(op.f("ix_client_student_client_id"), "client_student", ["client_id"], unique=False)
    op.create_index(op.f("ix_client_student_student_id"), "client_student", ["student_id"], unique=False)
    op.create_table(
        "course",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("board", sa.Text(), nullable=False),
        sa.Column("level", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False, comment="group, indiv, shared, paired, workshop or seminar"),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("department_id", sa.BigInteger(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_course")),
    )
    op.create_table(
        "course_student",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("course_id", sa.BigInteger(), nullable=False),
        sa.Column("student_id", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False, comment="proposed, active, completed or withdrawn"),
        sa.Column("reach_grade", sa.Text(), server_default="", nullable=False),
        sa.Column("match_grade", sa.Text(), server_default="", nullable=False),
        sa.Column("safety_grade", sa.Text(), server_default="", nullable=False),
        sa.Column("previous_grade", sa.Text(), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_course_student")),
    )
    op.create_index(op.f("ix_course_student_course_id"), "course_student", ["course_id"], unique=False)
    op.create_index(op.f("ix_course_student_student_id"), "course_student", ["student_id"], unique=False)
    op.create_table(
        "course_tutor",
        sa.Column("course_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("tutor_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("course_id", "tutor_id", name=op.f("pk_course_tutor")),
    )
    op.create_index(op.f("ix_course_tutor_tutor_id"), "course_tutor", ["tutor_id"], unique=False)
    op.create_table(
        "department",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("color", sa.Text(), server_default="", nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_department")),
    )
    op.create_table(
        "event",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("type", sa.Text(), nullable=False, comment="an event type of teaching.md 3"),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("starts", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends", sa.DateTime(timezone=True), nullable=False),
        sa.Column("all_day", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("location", sa.Text(), server_default="", nullable=False),
        sa.Column("zoom_tutor_id", sa.BigInteger(), nullable=True),
        sa.Column("course_id", sa.BigInteger(), nullable=True),
        sa.Column("department_id", sa.BigInteger(), nullable=True),
        sa.Column("status", sa.Text(), nullable=False, comment="active or cancelled"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_event")),
    )
    op.create_index(op.f("ix_event_course_id"), "event", ["course_id"], unique=False)
    op.create_table(
        "event_person",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("event_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False, comment="tutor, student or invigilator"),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("cws_id", sa.BigInteger(), nullable=True),
        sa.Column("status", sa.Text(), nullable=False, comment="invited, accepted or declined"),
        sa.Column("starts", sa.DateTime(timezone=True), nullable=False, comment="when the event does"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_event_person")),
    )
    op.create_index(op.f("ix_event_person_cws_id"), "event_person", ["cws_id"], unique=False)
    op.create_index(op.f("ix_event_person_event_id"), "event_person", ["event_id"], unique=False)
    op.create_index("ix_event_person_starts", "event_person", ["kind", "starts"], unique=False)
    op.create_index("ix_event_person_week", "event_person", ["kind", "person_id", "starts"], unique=False)
    op.create_table(
        "homework",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("course_id", sa.BigInteger(), nullable=False),
        sa.Column("title", sa.Text(), server_default="", nullable=False),
        sa.Column("type", sa.Text(), server_default="", nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=False),
        sa.Column("instructions", sa.Text(), server_default="", nullable=False),
        sa.Column("time_estimation", sa.Integer(), nullable=True),
        sa.Column("file_ids", postgresql.ARRAY(sa.BigInteger()), server_default="{}", nullable=False),
        sa.Column("department_id", sa.BigInteger(), nullable=True),
        sa.Column("slip_set_id", sa.BigInteger(), nullable=True, comment="the slip from which it was set"),
        sa.Column(
            "tutor_id", sa.BigInteger(), nullable=True, comment="who set it; one of the course where the office did"
        ),
        sa.Column("set_by_id", sa.BigInteger(), server_default="0", nullable=False, comment="user id"),
        sa.Column("set_by_name", sa.Text(), server_default="", nullable=False),
        sa.CheckConstraint(
            "type IN ('written', 'indprep', 'other', 'ptTarget', 'ipTarget')", name=op.f("ck_homework_type")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_homework")),
        info={"nouns": ("piece of homework", "pieces of homework")},
    )
    op.create_index(op.f("ix_homework_course_id"), "homework", ["course_id"], unique=False)
    op.create_index(op.f("ix_homework_tutor_id"), "homework", ["tutor_id"], unique=False)
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
        sa.Column("title", sa.Text(), server_default="", nullable=False, comment="Mr, Miss and others"),
        sa.Column("agent_id", sa.BigInteger(), nullable=True, comment="through whom a student came"),
        sa.PrimaryKeyConstraint("kind", "id", name=op.f("pk_person")),
    )
    op.create_index(op.f("ix_person_agent_id"), "person", ["agent_id"], unique=False)
    op.create_table(
        "slip",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("type", sa.Text(), server_default="default", nullable=False),
        sa.Column(
            "slip_type",
            sa.Text(),
            sa.Computed(
                "CASE WHEN type = 'default' AND course_type IN ('workshop', 'seminar') THEN course_type ELSE type END",
                persisted=True,
            ),
            nullable=False,
        ),
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
        sa.Column("tutorial_id", sa.BigInteger(), nullable=True, comment="the calendar event"),
        sa.Column(
            "ewp_id",
            sa.BigInteger(),
            nullable=True,
            comment="the student or invigilator on the event; none on slips from before the calendar",
        ),
        sa.Column("tutorial_type", sa.Text(), nullable=False, comment="an event type of teaching.md 3"),
        sa.Column("tutorial_title", sa.Text(), server_default="", nullable=False),
        sa.Column("tutorial_start", sa.DateTime(timezone=True), nullable=False),
        sa.Column("tutorial_end", sa.DateTime(timezone=True), nullable=False),
        sa.Column("location", sa.Text(), server_default="", nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=False, comment="late when submitted after it"),
        sa.Column("return_reason", sa.Text(), server_default="", nullable=False),
        sa.Column(
            "opened",
            sa.Boolean(),
            server_default="false",
            nullable=False,
            comment="by its writer since it was returned: the return can be taken back until then",
        ),
        sa.Column("student_read", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("submitted", sa.DateTime(timezone=True), nullable=True),
        sa.Column("approved", sa.DateTime(timezone=True), nullable=True),
        sa.Column("approved_by_name", sa.Text(), server_default="", nullable=False),
        sa.Column("reviewed", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("present", sa.Text(), server_default="", nullable=False),
        sa.Column(
            "on_time", sa.SmallInteger(), nullable=True, comment="minutes late, a step of the timekeeping options"
        ),
        sa.Column("absence_reason", sa.Text(), server_default="", nullable=False),
        sa.Column("absence_intervention", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("absence_action_taken", sa.Text(), server_default="", nullable=False),
        sa.Column("ot1", sa.Text(), server_default="", nullable=False),
        sa.Column("ot2", sa.Text(), server_default="", nullable=False),
        sa.Column("ot3", sa.Text(), server_default="", nullable=False),
        sa.Column("cat1", sa.SmallInteger(), nullable=True),
        sa.Column("cat1_comment", sa.Text(), server_default="", nullable=False),
        sa.Column("cat2", sa.SmallInteger(), nullable=True),
        sa.Column("cat2_comment", sa.Text(), server_default="", nullable=False),
        sa.Column("cat3", sa.SmallInteger(), nullable=True),
        sa.Column("cat3_comment", sa.Text(), server_default="", nullable=False),
        sa.Column("cat4", sa.SmallInteger(), nullable=True),
        sa.Column("cat4_comment", sa.Text(), server_default="", nullable=False),
        sa.Column("cat5", sa.SmallInteger(), nullable=True),
        sa.Column("cat5_comment", sa.Text(), server_default="", nullable=False),
        sa.Column("cat6", sa.SmallInteger(), nullable=True),
        sa.Column("cat6_comment", sa.Text(), server_default="", nullable=False),
        sa.Column("pt_ot_details", sa.Text(), server_default="", nullable=False),
        sa.Column("pt_ip_hours", sa.Numeric(precision=5, scale=2), nullable=True),
        sa.Column("pt_weekly_target", sa.Text(), server_default="", nullable=False),
        sa.Column("pt_exam_prep_and_reflect", sa.Text(), server_default="", nullable=False),
        sa.Column("pt_concerns", sa.Boolean(), nullable=True, comment="null until the question is answered"),
        sa.Column("pt_additional_comment", sa.Text(), server_default="", nullable=False),
        sa.Column("comment", sa.Text(), server_default="", nullable=False),
        sa.Column("comment2", sa.Text(), server_default="", nullable=False),
        sa.Column("comment3", sa.Text(), server_default="", nullable=False),
        sa.Column("private", sa.Text(), server_default="", nullable=False),
        sa.Column("reach_grade", sa.Text(), server_default="", nullable=False),
        sa.Column("match_grade", sa.Text(), server_default="", nullable=False),
        sa.Column("safety_grade", sa.Text(), server_default="", nullable=False),
        sa.Column("previous_grade", sa.Text(), server_default="", nullable=False),
        sa.Column("approved_by_id", sa.BigInteger(), nullable=True, comment="user id"),
        sa.Column("written_by_id", sa.BigInteger(), nullable=True, comment="user id of who began it"),
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
    op.create_index("ix_slip_present", "slip", ["present", "tutorial_start", "id"], unique=False)
    op.create_index(
        "ix_slip_search_plain",
        "slip",
        [sa.literal_column("plain(search)").label("plain")],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"plain": "gin_trgm_ops"},
    )
    op.create_index(
        "ix_slip_sort_approved",
        "slip",
        [sa.literal_column("coalesce(approved, '1970-01-01 00:00:00+00'::timestamp with time zone)"), "id"],
        unique=False,
    )
    op.create_index("ix_slip_sort_course", "slip", ["course_title", "id"], unique=False)
    op.create_index("ix_slip_sort_due", "slip", ["due", "id"], unique=False)
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
    op.create_index("ix_slip_tutorial_id", "slip", ["tutorial_id"], unique=False)
    op.create_index(
        "uq_slip_ewp",
        "slip",
        ["ewp_id"],
        unique=True,
        postgresql_where=sa.text("ewp_id IS NOT NULL AND status != 'deleted'"),
    )
    op.create_table(
        "slip_deadline",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("department_id", sa.BigInteger(), nullable=False),
        sa.Column("hours", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_slip_deadline")),
        sa.UniqueConstraint("department_id", name="uq_slip_deadline_department"),
        info={"nouns": ("time for slips", "times for slips")},
    )
    op.create_table(
        "support_ticket",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("slip_id", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_support_ticket")),
    )
    op.create_index(op.f("ix_support_ticket_slip_id"), "support_ticket", ["slip_id"], unique=False)
    op.create_table(
        "homework_with_student",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("homework_id", sa.BigInteger(), nullable=False),
        sa.Column("title", sa.Text(), server_default="", nullable=False),
        sa.Column("type", sa.Text(), server_default="", nullable=False),
        sa.Column("student_name", sa.Text(), server_default="", nullable=False),
        sa.Column("tutor_name", sa.Text(), server_default="", nullable=False, comment="who set it"),
        sa.Column("course_title", sa.Text(), server_default="", nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=False),
        sa.Column("status", sa.Text(), server_default="saved", nullable=False),
        sa.Column("course_id", sa.BigInteger(), nullable=False),
        sa.Column("student_id", sa.BigInteger(), nullable=False),
        sa.Column("tutor_id", sa.BigInteger(), nullable=True),
        sa.Column("cws_id", sa.BigInteger(), nullable=False),
        sa.Column("submitted", sa.DateTime(timezone=True), nullable=True),
        sa.Column("student_comment", sa.Text(), server_default="", nullable=False),
        sa.Column("student_files", postgresql.ARRAY(sa.BigInteger()), server_default="{}", nullable=False),
        sa.Column("mark", sa.Text(), server_default="", nullable=False),
        sa.Column("on_time", sa.Boolean(), nullable=True),
        sa.Column("quality", sa.Text(), server_default="", nullable=False),
        sa.Column("effort", sa.Text(), server_default="", nullable=False),
        sa.Column("comment", sa.Text(), server_default="", nullable=False),
        sa.Column("time_spent", sa.Integer(), nullable=True),
        sa.Column("tutor_files", postgresql.ARRAY(sa.BigInteger()), server_default="{}", nullable=False),
        sa.Column("slip_marked_id", sa.BigInteger(), nullable=True, comment="the slip with which it was marked"),
        sa.Column(
            "released", sa.Boolean(), server_default="false", nullable=False, comment="the student sees the marks"
        ),
        sa.Column("slip_set_id", sa.BigInteger(), nullable=True),
        sa.Column(
            "slip_postponed",
            postgresql.ARRAY(sa.BigInteger()),
            server_default="{}",
            nullable=False,
            comment="ids of the slips with which it was postponed",
        ),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed("student_name || ' ' || tutor_name || ' ' || course_title || ' ' || title", persisted=True),
            nullable=False,
        ),
        sa.CheckConstraint(
            "status IN ('saved', 'set', 'submitted', 'marked', 'postponed', 'writeOff')",
            name=op.f("ck_homework_with_student_status"),
        ),
        sa.CheckConstraint(
            "type IN ('written', 'indprep', 'other', 'ptTarget', 'ipTarget')",
            name=op.f("ck_homework_with_student_type"),
        ),
        sa.ForeignKeyConstraint(["homework_id"], ["homework.id"], name=op.f("fk_homework_with_student_homework_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_homework_with_student")),
        sa.UniqueConstraint("homework_id", "cws_id", name="uq_homework_with_student"),
        info={"nouns": ("piece of homework of a student", "pieces of homework of students")},
    )
    op.create_index("ix_homework_with_student_course", "homework_with_student", ["course_title", "id"], unique=False)
    op.create_index(
        "ix_homework_with_student_course_id", "homework_with_student", ["course_id", "due", "id"], unique=False
    )
    op.create_index(op.f("ix_homework_with_student_cws_id"), "homework_with_student", ["cws_id"], unique=False)
    op.create_index("ix_homework_with_student_due_date", "homework_with_student", ["due", "id"], unique=False)
    op.create_index(
        "ix_homework_with_student_search_plain",
        "homework_with_student",
        [sa.literal_column("plain(search)").label("plain")],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"plain": "gin_trgm_ops"},
    )
    op.create_index("ix_homework_with_student_status", "homework_with_student", ["status", "id"], unique=False)
    op.create_index("ix_homework_with_student_student", "homework_with_student", ["student_name", "id"], unique=False)
    op.create_index(
        "ix_homework_with_student_student_id", "homework_with_student", ["student_id", "due", "id"], unique=False
    )
    op.create_index("ix_homework_with_student_tabs", "homework_with_student", ["status", "due", "id"], unique=False)
    op.create_index("ix_homework_with_student_title", "homework_with_student", ["title", "id"], unique=False)
    op.create_index("ix_homework_with_student_tutor", "homework_with_student", ["tutor_name", "id"], unique=False)
    op.create_index(
        "ix_homework_with_student_tutor_id", "homework_with_student", ["tutor_id", "due", "id"], unique=False
    )
    op.create_index("ix_homework_with_student_types", "homework_with_student", ["type", "due", "id"], unique=False)
    op.execute(Path(__file__).with_suffix(".sql").read_text())
