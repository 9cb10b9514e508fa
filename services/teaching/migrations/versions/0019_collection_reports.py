"""Collection reports, with interviewers, mocks and papers. `kit replay teaching people.person.changed` fills the copies
of staff, who interview."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0019"
down_revision: str | None = "0018"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "collection_report",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("status", sa.Text(), server_default="draft", nullable=False),
        sa.Column("student_name", sa.Text(), server_default="", nullable=False),
        sa.Column("course_title", sa.Text(), server_default="", nullable=False),
        sa.Column("academic_year_id", sa.BigInteger(), nullable=False),
        sa.Column("term", sa.Text(), nullable=False),
        sa.Column("date", sa.Date(), nullable=True, comment="of the interview"),
        sa.Column(
            "interviewers",
            postgresql.ARRAY(sa.Text()),
            server_default="{}",
            nullable=False,
            comment="kind:id, as collection_interviewer has them",
        ),
        sa.Column(
            "interviewer_names", sa.Text(), server_default="", nullable=False, comment="of the interviewers, by name"
        ),
        sa.Column("event_id", sa.BigInteger(), nullable=True, comment="of the booked interview"),
        sa.Column("cws_id", sa.BigInteger(), nullable=False),
        sa.Column("course_id", sa.BigInteger(), nullable=False),
        sa.Column("student_id", sa.BigInteger(), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("department_id", sa.BigInteger(), nullable=False),
        sa.Column("cat1", sa.Text(), server_default="", nullable=False),
        sa.Column("cat2", sa.Text(), server_default="", nullable=False),
        sa.Column("cat3", sa.Text(), server_default="", nullable=False),
        sa.Column("cat4", sa.Text(), server_default="", nullable=False),
        sa.Column("cat5", sa.Text(), server_default="", nullable=False),
        sa.Column("cat6", sa.Text(), server_default="", nullable=False),
        sa.Column("cat7", sa.Text(), server_default="", nullable=False, comment="kept, and on no form (teaching.md 3)"),
        sa.Column("cat8", sa.Text(), server_default="", nullable=False, comment="kept, and on no form (teaching.md 3)"),
        sa.Column("predicted_grade", sa.Text(), server_default="", nullable=False),
        sa.Column("submitted", sa.DateTime(timezone=True), nullable=True),
        sa.Column("submitted_by_name", sa.Text(), server_default="", nullable=False),
        sa.Column("approved", sa.DateTime(timezone=True), nullable=True),
        sa.Column("approved_by_name", sa.Text(), server_default="", nullable=False),
        sa.Column("submitted_by_id", sa.BigInteger(), nullable=True, comment="user id"),
        sa.Column("approved_by_id", sa.BigInteger(), nullable=True, comment="user id"),
        sa.Column(
            "interviewer_ids",
            postgresql.ARRAY(sa.BigInteger()),
            server_default="{}",
            nullable=False,
            comment="user ids of the interviewers",
        ),
        sa.Column(
            "writer_ids",
            postgresql.ARRAY(sa.BigInteger()),
            server_default="{}",
            nullable=False,
            comment="user ids of those who wrote in it",
        ),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed("student_name || ' ' || course_title || ' ' || interviewer_names", persisted=True),
            nullable=False,
        ),
        sa.CheckConstraint(
            "(status = 'approved') = (approved IS NOT NULL)", name=op.f("ck_collection_report_approved")
        ),
        sa.CheckConstraint("status IN ('draft', 'submitted', 'approved')", name=op.f("ck_collection_report_status")),
        sa.CheckConstraint("term IN ('mt', 'ht', 'tt')", name=op.f("ck_collection_report_term")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_collection_report")),
        sa.UniqueConstraint("cws_id", "academic_year_id", "term", name="uq_collection_report_term"),
    )
    op.create_index(
        "ix_collection_report_approved",
        "collection_report",
        [sa.literal_column("coalesce(approved, '1970-01-01 00:00:00+00'::timestamp with time zone)"), "id"],
        unique=False,
    )
    op.create_index("ix_collection_report_course", "collection_report", ["course_title", "id"], unique=False)
    op.create_index(
        "ix_collection_report_course_id",
        "collection_report",
        ["course_id", sa.literal_column("coalesce(date, '9999-12-31'::date)"), "id"],
        unique=False,
    )
    op.create_index(
        "ix_collection_report_date",
        "collection_report",
        [sa.literal_column("coalesce(date, '9999-12-31'::date)"), "id"],
        unique=False,
    )
    op.create_index(
        "ix_collection_report_department_id",
        "collection_report",
        ["department_id", sa.literal_column("coalesce(date, '9999-12-31'::date)"), "id"],
        unique=False,
    )
    op.create_index(
        "ix_collection_report_interviewers", "collection_report", ["interviewers"], unique=False, postgresql_using="gin"
    )
    op.create_index(
        "ix_collection_report_search_plain",
        "collection_report",
        [sa.literal_column("plain(search)").label("plain")],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"plain": "gin_trgm_ops"},
    )
    op.create_index("ix_collection_report_status", "collection_report", ["status", "id"], unique=False)
    op.create_index(
        "ix_collection_report_status_approved",
        "collection_report",
        ["status", sa.literal_column("coalesce(approved, '1970-01-01 00:00:00+00'::timestamp with time zone)"), "id"],
        unique=False,
    )
    op.create_index(
        "ix_collection_report_status_date",
        "collection_report",
        ["status", sa.literal_column("coalesce(date, '9999-12-31'::date)"), "id"],
        unique=False,
    )
    op.create_index(
        "ix_collection_report_status_submitted",
        "collection_report",
        ["status", sa.literal_column("coalesce(submitted, '1970-01-01 00:00:00+00'::timestamp with time zone)"), "id"],
        unique=False,
    )
    op.create_index("ix_collection_report_student", "collection_report", ["student_name", "id"], unique=False)
    op.create_index(
        "ix_collection_report_student_id",
        "collection_report",
        ["student_id", sa.literal_column("coalesce(date, '9999-12-31'::date)"), "id"],
        unique=False,
    )
    op.create_index(
        "ix_collection_report_submitted",
        "collection_report",
        [sa.literal_column("coalesce(submitted, '1970-01-01 00:00:00+00'::timestamp with time zone)"), "id"],
        unique=False,
    )
    op.create_index("ix_collection_report_term", "collection_report", ["term", "id"], unique=False)
    op.create_table(
        "collection_interviewer",
        sa.Column("collection_report_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False, comment="staff or tutor"),
        sa.Column("person_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), server_default="0", nullable=False, comment="0 without a user account"),
        sa.Column("name", sa.Text(), nullable=False),
        sa.CheckConstraint("kind IN ('staff', 'tutor')", name=op.f("ck_collection_interviewer_kind")),
        sa.ForeignKeyConstraint(
            ["collection_report_id"],
            ["collection_report.id"],
            name=op.f("fk_collection_interviewer_collection_report_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("collection_report_id", "kind", "person_id", name=op.f("pk_collection_interviewer")),
    )
    op.create_index("ix_collection_interviewer_person", "collection_interviewer", ["kind", "person_id"], unique=False)
    op.create_index("ix_collection_interviewer_user_id", "collection_interviewer", ["user_id"], unique=False)
    op.create_table(
        "collection_mock",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("collection_report_id", sa.BigInteger(), nullable=False),
        sa.Column("month", sa.Text(), nullable=False),
        sa.Column("mark", sa.Integer(), nullable=False),
        sa.Column("max_mark", sa.Integer(), nullable=False),
        sa.Column("grade", sa.Text(), nullable=False),
        sa.Column("comment", sa.Text(), nullable=False),
        sa.CheckConstraint(
            "month IN ('January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', "
            "'November', 'December')",
            name=op.f("ck_collection_mock_month"),
        ),
        sa.CheckConstraint("mark BETWEEN 0 AND max_mark", name=op.f("ck_collection_mock_mark")),
        sa.ForeignKeyConstraint(
            ["collection_report_id"],
            ["collection_report.id"],
            name=op.f("fk_collection_mock_collection_report_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_collection_mock")),
    )
    op.create_index(
        "ix_collection_mock_collection_report_id", "collection_mock", ["collection_report_id", "id"], unique=False
    )
    op.create_table(
        "collection_paper",
        sa.Column("collection_report_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("digest", sa.LargeBinary(), nullable=False, comment="SHA-256 of the html it was drawn from"),
        sa.Column("version", sa.Integer(), nullable=False, comment="of the record when it was drawn"),
        sa.Column("file_id", sa.BigInteger(), nullable=False, comment="in files"),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.ForeignKeyConstraint(
            ["collection_report_id"],
            ["collection_report.id"],
            name=op.f("fk_collection_paper_collection_report_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("collection_report_id", "kind", "digest", name=op.f("pk_collection_paper")),
    )
