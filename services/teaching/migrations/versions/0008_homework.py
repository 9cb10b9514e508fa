"""Homework, and the homework of each student"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0008"
down_revision: str | None = "0007"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
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


def downgrade() -> None:
    op.drop_index("ix_homework_with_student_tutor_id", table_name="homework_with_student")
    op.drop_index("ix_homework_with_student_tutor", table_name="homework_with_student")
    op.drop_index("ix_homework_with_student_title", table_name="homework_with_student")
    op.drop_index("ix_homework_with_student_tabs", table_name="homework_with_student")
    op.drop_index("ix_homework_with_student_student_id", table_name="homework_with_student")
    op.drop_index("ix_homework_with_student_student", table_name="homework_with_student")
    op.drop_index("ix_homework_with_student_status", table_name="homework_with_student")
    op.drop_index(
        "ix_homework_with_student_search_plain",
        table_name="homework_with_student",
        postgresql_using="gin",
        postgresql_ops={"plain": "gin_trgm_ops"},
    )
    op.drop_index("ix_homework_with_student_due_date", table_name="homework_with_student")
    op.drop_index(op.f("ix_homework_with_student_cws_id"), table_name="homework_with_student")
    op.drop_index("ix_homework_with_student_course_id", table_name="homework_with_student")
    op.drop_index("ix_homework_with_student_course", table_name="homework_with_student")
    op.drop_table("homework_with_student")
    op.drop_index(op.f("ix_homework_tutor_id"), table_name="homework")
    op.drop_index(op.f("ix_homework_course_id"), table_name="homework")
    op.drop_table("homework")
