"""Term reports with their mocks and papers, and their reminders."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0018"
down_revision: str | None = "0017"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_SETTINGS = """
INSERT INTO reminder_setting (reminder, rung, enabled) VALUES
('lateReport', 'before7', true), ('lateReport', 'before1', true), ('lateReport', 'due', true),
('lateReport', 'after2', true), ('lateReport', 'after4', true), ('lateReport', 'after6', true),
('lateReport', 'after8', true), ('calledReport', 'final', true), ('approvedReport', 'final', true)
"""
"""Every rung is on: there are no reports of an earlier system."""


def upgrade() -> None:
    op.create_table(
        "report",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("status", sa.Text(), server_default="called", nullable=False),
        sa.Column("student_name", sa.Text(), server_default="", nullable=False),
        sa.Column("tutor_name", sa.Text(), server_default="", nullable=False),
        sa.Column("course_title", sa.Text(), server_default="", nullable=False),
        sa.Column(
            "course_level",
            sa.Text(),
            server_default="",
            nullable=False,
            comment="decides the grades that can be predicted",
        ),
        sa.Column(
            "year_group",
            sa.Text(),
            server_default="",
            nullable=False,
            comment="of the student in the period, by their birth date",
        ),
        sa.Column("cws_id", sa.BigInteger(), nullable=False),
        sa.Column("course_id", sa.BigInteger(), nullable=False),
        sa.Column("student_id", sa.BigInteger(), nullable=False),
        sa.Column("tutor_id", sa.BigInteger(), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("department_id", sa.BigInteger(), nullable=False),
        sa.Column("date_from", sa.DateTime(timezone=True), nullable=False, comment="00:01 in London"),
        sa.Column("date_to", sa.DateTime(timezone=True), nullable=False, comment="23:59 in London"),
        sa.Column("deadline", sa.DateTime(timezone=True), nullable=False),
        sa.Column("predicted_grade", sa.Text(), server_default="", nullable=False),
        sa.Column("grade_achievement", sa.SmallInteger(), nullable=True),
        sa.Column("grade_effort", sa.SmallInteger(), nullable=True),
        sa.Column("field1", sa.Text(), server_default="", nullable=False),
        sa.Column("field2", sa.Text(), server_default="", nullable=False),
        sa.Column("field3", sa.Text(), server_default="", nullable=False),
        sa.Column("field4", sa.Text(), server_default="", nullable=False),
        sa.Column("field5", sa.Text(), server_default="", nullable=False),
        sa.Column("field6", sa.Text(), server_default="", nullable=False),
        sa.Column("field7", sa.Text(), server_default="", nullable=False),
        sa.Column("field8", sa.Text(), server_default="", nullable=False),
        sa.Column("return_reason", sa.Text(), server_default="", nullable=False),
        sa.Column(
            "opened",
            sa.Boolean(),
            server_default="false",
            nullable=False,
            comment="by its writer since it was returned: the return can be taken back until then",
        ),
        sa.Column("submitted", sa.DateTime(timezone=True), nullable=True),
        sa.Column("submitted_by_name", sa.Text(), server_default="", nullable=False),
        sa.Column("checked", sa.DateTime(timezone=True), nullable=True),
        sa.Column("checked_by_name", sa.Text(), server_default="", nullable=False),
        sa.Column("approved", sa.DateTime(timezone=True), nullable=True),
        sa.Column("approved_by_name", sa.Text(), server_default="", nullable=False),
        sa.Column("called_by_name", sa.Text(), server_default="", nullable=False),
        sa.Column("submitted_by_id", sa.BigInteger(), nullable=True, comment="user id"),
        sa.Column("checked_by_id", sa.BigInteger(), nullable=True, comment="user id"),
        sa.Column("approved_by_id", sa.BigInteger(), nullable=True, comment="user id"),
        sa.Column("called_by_id", sa.BigInteger(), nullable=True, comment="user id"),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed("student_name || ' ' || tutor_name || ' ' || course_title", persisted=True),
            nullable=False,
        ),
        sa.CheckConstraint("(status = 'approved') = (approved IS NOT NULL)", name=op.f("ck_report_approved")),
        sa.CheckConstraint(
            "status IN ('called', 'saved', 'submitted', 'returned', 'checked', 'approved')",
            name=op.f("ck_report_status"),
        ),
        sa.CheckConstraint("date_to > date_from AND deadline > date_to", name=op.f("ck_report_period")),
        sa.CheckConstraint(
            "grade_achievement BETWEEN 0 AND 5 AND grade_effort BETWEEN 0 AND 5", name=op.f("ck_report_grades")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_report")),
        sa.UniqueConstraint("cws_id", "tutor_id", "date_from", "date_to", name="uq_report_period"),
    )
    op.create_index(
        "ix_report_approved",
        "report",
        [sa.literal_column("coalesce(approved, '1970-01-01 00:00:00+00'::timestamp with time zone)"), "id"],
        unique=False,
    )
    op.create_index("ix_report_course", "report", ["course_title", "id"], unique=False)
    op.create_index("ix_report_course_id", "report", ["course_id", "deadline", "id"], unique=False)
    op.create_index("ix_report_cws_id", "report", ["cws_id", "date_to", "id"], unique=False)
    op.create_index("ix_report_date_to", "report", ["date_to", "id"], unique=False)
    op.create_index("ix_report_deadline", "report", ["deadline", "id"], unique=False)
    op.create_index("ix_report_department_id", "report", ["department_id", "deadline", "id"], unique=False)
    op.create_index(
        "ix_report_search_plain",
        "report",
        [sa.literal_column("plain(search)").label("plain")],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"plain": "gin_trgm_ops"},
    )
    op.create_index("ix_report_status", "report", ["status", "id"], unique=False)
    op.create_index(
        "ix_report_status_approved",
        "report",
        ["status", sa.literal_column("coalesce(approved, '1970-01-01 00:00:00+00'::timestamp with time zone)"), "id"],
        unique=False,
    )
    op.create_index("ix_report_status_dateto", "report", ["status", "date_to", "id"], unique=False)
    op.create_index("ix_report_status_deadline", "report", ["status", "deadline", "id"], unique=False)
    op.create_index(
        "ix_report_status_submitted",
        "report",
        ["status", sa.literal_column("coalesce(submitted, '1970-01-01 00:00:00+00'::timestamp with time zone)"), "id"],
        unique=False,
    )
    op.create_index("ix_report_student", "report", ["student_name", "id"], unique=False)
    op.create_index("ix_report_student_id", "report", ["student_id", "deadline", "id"], unique=False)
    op.create_index(
        "ix_report_submitted",
        "report",
        [sa.literal_column("coalesce(submitted, '1970-01-01 00:00:00+00'::timestamp with time zone)"), "id"],
        unique=False,
    )
    op.create_index("ix_report_tutor", "report", ["tutor_name", "id"], unique=False)
    op.create_index("ix_report_tutor_id", "report", ["tutor_id", "deadline", "id"], unique=False)
    op.create_table(
        "report_mock",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("report_id", sa.BigInteger(), nullable=False),
        sa.Column("month", sa.Text(), nullable=False),
        sa.Column("mark", sa.Integer(), nullable=False),
        sa.Column("max_mark", sa.Integer(), nullable=False),
        sa.Column("grade", sa.Text(), nullable=False),
        sa.Column("comment", sa.Text(), nullable=False),
        sa.CheckConstraint(
            "month IN ('January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', "
            "'November', 'December')",
            name=op.f("ck_report_mock_month"),
        ),
        sa.CheckConstraint("mark BETWEEN 0 AND max_mark", name=op.f("ck_report_mock_mark")),
        sa.ForeignKeyConstraint(
            ["report_id"], ["report.id"], name=op.f("fk_report_mock_report_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_report_mock")),
    )
    op.create_index("ix_report_mock_report_id", "report_mock", ["report_id", "id"], unique=False)
    op.create_table(
        "report_paper",
        sa.Column("report_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("digest", sa.LargeBinary(), nullable=False, comment="SHA-256 of the html it was drawn from"),
        sa.Column("version", sa.Integer(), nullable=False, comment="of the record when it was drawn"),
        sa.Column("file_id", sa.BigInteger(), nullable=False, comment="in files"),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.ForeignKeyConstraint(
            ["report_id"], ["report.id"], name=op.f("fk_report_paper_report_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("report_id", "kind", "digest", name=op.f("pk_report_paper")),
    )
    op.execute(_SETTINGS)
