"""Journal entries and their readers, and a copy of users, which `kit replay teaching identity.user.changed` fills."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0021"
down_revision: str | None = "0020"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "account",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column(
            "staff_id", sa.BigInteger(), server_default="0", nullable=False, comment="0 where the user is no staff"
        ),
        sa.Column(
            "tutor_id", sa.BigInteger(), server_default="0", nullable=False, comment="0 where the user is no tutor"
        ),
        sa.Column(
            "department_id", sa.BigInteger(), server_default="0", nullable=False, comment="the primary department"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account")),
    )
    op.create_table(
        "journal_entry",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("date", sa.Date(), nullable=False),
        sa.Column("author_name", sa.Text(), server_default="", nullable=False),
        sa.Column("content", sa.Text(), server_default="", nullable=False),
        sa.Column(
            "user_ids",
            postgresql.ARRAY(sa.BigInteger()),
            server_default="{}",
            nullable=False,
            comment="users who are named on it and read it",
        ),
        sa.Column("department_id", sa.BigInteger(), nullable=True),
        sa.Column("parent_id", sa.BigInteger(), nullable=True),
        sa.Column("slip_id", sa.BigInteger(), nullable=True),
        sa.Column("course_id", sa.BigInteger(), nullable=True),
        sa.Column("event_id", sa.BigInteger(), nullable=True),
        sa.Column("homework_id", sa.BigInteger(), nullable=True),
        sa.Column("course_title", sa.Text(), server_default="", nullable=False),
        sa.Column("slip_title", sa.Text(), server_default="", nullable=False),
        sa.Column("event_title", sa.Text(), server_default="", nullable=False),
        sa.Column("homework_title", sa.Text(), server_default="", nullable=False),
        sa.Column("author_user_id", sa.BigInteger(), nullable=False),
        sa.Column(
            "thread_id", sa.BigInteger(), nullable=True, comment="the first entry of its thread; null of that one"
        ),
        sa.Column("of_course_id", sa.BigInteger(), nullable=True, comment="the course of what it is about"),
        sa.Column("of_student_id", sa.BigInteger(), nullable=True, comment="the student of the slip that it is about"),
        sa.Column("words", sa.Text(), server_default="", nullable=False, comment="the content without markup"),
        sa.Column("read_count", sa.Integer(), server_default="0", nullable=False, comment="readers who have read it"),
        sa.Column("reply_count", sa.Integer(), server_default="0", nullable=False),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed(
                "author_name || ' ' || words || ' ' || course_title || ' ' || slip_title || ' ' || event_title || ' ' || "
                "homework_title",
                persisted=True,
            ),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(["parent_id"], ["journal_entry.id"], name=op.f("fk_journal_entry_parent_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_journal_entry")),
    )
    op.create_index("ix_journal_entry_author", "journal_entry", ["author_name", "id"], unique=False)
    op.create_index("ix_journal_entry_author_user_id", "journal_entry", ["author_user_id", "date", "id"], unique=False)
    op.create_index("ix_journal_entry_date", "journal_entry", ["date", "id"], unique=False)
    op.create_index("ix_journal_entry_event_id", "journal_entry", ["event_id", "date", "id"], unique=False)
    op.create_index("ix_journal_entry_homework_id", "journal_entry", ["homework_id", "date", "id"], unique=False)
    op.create_index("ix_journal_entry_of_course_id", "journal_entry", ["of_course_id", "date", "id"], unique=False)
    op.create_index("ix_journal_entry_of_student_id", "journal_entry", ["of_student_id", "date", "id"], unique=False)
    op.create_index(op.f("ix_journal_entry_parent_id"), "journal_entry", ["parent_id"], unique=False)
    op.create_index(
        "ix_journal_entry_search_plain",
        "journal_entry",
        [sa.literal_column("plain(search)").label("plain")],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"plain": "gin_trgm_ops"},
    )
    op.create_index("ix_journal_entry_slip_id", "journal_entry", ["slip_id", "date", "id"], unique=False)
    op.create_index("ix_journal_entry_thread_id", "journal_entry", ["thread_id", "date", "id"], unique=False)
    op.create_table(
        "journal_reader",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False, comment="the journalWithUserId"),
        sa.Column("entry_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("user_name", sa.Text(), server_default="", nullable=False),
        sa.Column(
            "named", sa.Boolean(), server_default=sa.text("true"), nullable=False, comment="false once taken off again"
        ),
        sa.Column("is_read", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("read", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["entry_id"], ["journal_entry.id"], name=op.f("fk_journal_reader_entry_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_journal_reader")),
        sa.UniqueConstraint("entry_id", "user_id", name="uq_journal_reader"),
    )
    op.create_index("ix_journal_reader_user", "journal_reader", ["user_id", "is_read", "entry_id"], unique=False)
