"""Comments, error reports, notifications, and the copies of users and course members."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0001"
down_revision = None
depends_on = "kit_0001"


def upgrade() -> None:
    op.create_table(
        "comment",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("entity_type", sa.Text(), nullable=False),
        sa.Column("entity_type_id", sa.BigInteger(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("comment", sa.Text(), nullable=False),
        sa.Column("author_id", sa.BigInteger(), nullable=False),
        sa.Column("acting_user_id", sa.BigInteger(), nullable=False),
        sa.Column("edited", sa.DateTime(timezone=True), nullable=True),
        sa.Column("edits", sa.Integer(), server_default="0", nullable=False),
        sa.Column("pinned", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("locked", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("deleted", sa.DateTime(timezone=True), nullable=True),
        sa.Column("deleted_by", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_comment")),
    )
    op.create_index(
        "ix_comment_entity",
        "comment",
        ["entity_type", "entity_type_id", "pinned", "id"],
        unique=False,
        postgresql_where=sa.text("deleted IS NULL"),
    )
    op.create_table(
        "directory_course_member",
        sa.Column("course_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("course_id", "kind", "person_id", name=op.f("pk_directory_course_member")),
    )
    op.create_index(
        "ix_directory_course_member_person", "directory_course_member", ["kind", "person_id", "course_id"], unique=False
    )
    op.create_table(
        "directory_user",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column("role_ids", postgresql.ARRAY(sa.Text()), server_default="{}", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_directory_user")),
    )
    op.create_index("ix_directory_user_role_ids", "directory_user", ["role_ids"], unique=False, postgresql_using="gin")
    op.create_table(
        "error_fault",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("fingerprint", sa.Text(), nullable=False),
        sa.Column("reports", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("affected", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("latest_report_id", sa.BigInteger(), nullable=True),
        sa.Column(
            "first_reported", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_error_fault")),
        sa.UniqueConstraint("fingerprint", name=op.f("uq_error_fault_fingerprint")),
    )
    op.create_table(
        "notification",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("target", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("read", sa.DateTime(timezone=True), nullable=True),
        sa.Column("event_id", sa.Uuid(), nullable=True),
        sa.PrimaryKeyConstraint("user_id", "number", name=op.f("pk_notification")),
    )
    op.create_index(
        "ix_notification_event",
        "notification",
        ["event_id", "user_id"],
        unique=True,
        postgresql_where=sa.text("event_id IS NOT NULL"),
    )
    op.create_index(
        "ix_notification_unread",
        "notification",
        ["user_id", "number"],
        unique=False,
        postgresql_where=sa.text("read IS NULL"),
    )
    op.create_table(
        "notification_counter",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("last_number", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_notification_counter")),
    )
    op.create_table(
        "comment_revision",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("comment_id", sa.BigInteger(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("comment", sa.Text(), nullable=False),
        sa.Column("replaced", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("replaced_by", sa.BigInteger(), nullable=False),
        sa.Column("acting_user_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["comment_id"], ["comment.id"], name=op.f("fk_comment_revision_comment_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_comment_revision")),
    )
    op.create_index("ix_comment_revision_comment", "comment_revision", ["comment_id", "id"], unique=False)
    op.create_table(
        "error_report",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("fault_id", sa.BigInteger(), nullable=False),
        sa.Column("tracking_status", sa.Text(), server_default="submitted", nullable=False),
        sa.Column("reporter", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("user_name", sa.Text(), server_default="", nullable=False),
        sa.Column("status", sa.Integer(), server_default="0", nullable=False),
        sa.Column("api", sa.Text(), server_default="", nullable=False),
        sa.Column("method", sa.Text(), server_default="", nullable=False),
        sa.Column("message", sa.Text(), server_default="", nullable=False),
        sa.Column("optional_message", sa.Text(), server_default="", nullable=False),
        sa.Column("description", sa.Text(), server_default="", nullable=False),
        sa.Column("app", sa.Text(), server_default="", nullable=False),
        sa.Column("app_version", sa.Text(), server_default="", nullable=False),
        sa.Column("host", sa.Text(), server_default="", nullable=False),
        sa.Column("route", sa.Text(), server_default="", nullable=False),
        sa.Column("school", sa.Text(), server_default="", nullable=False),
        sa.Column("user_agent", sa.Text(), server_default="", nullable=False),
        sa.Column("platform", sa.Text(), server_default="", nullable=False),
        sa.Column("request", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.Column("response", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.Column(
            "words",
            sa.Text(),
            sa.Computed(
                "message || ' ' || description || ' ' || api || ' ' || route || ' ' || user_name", persisted=True
            ),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(["fault_id"], ["error_fault.id"], name=op.f("fk_error_report_fault_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_error_report")),
    )
    op.create_index("ix_error_report_api", "error_report", ["api", "id"], unique=False)
    op.create_index("ix_error_report_created", "error_report", ["created", "id"], unique=False)
    op.create_index("ix_error_report_fault", "error_report", ["fault_id", "reporter"], unique=False)
    op.create_index("ix_error_report_reporter", "error_report", ["reporter", "created"], unique=False)
    op.create_index("ix_error_report_route", "error_report", ["route", "id"], unique=False)
    op.create_index("ix_error_report_status", "error_report", ["status", "id"], unique=False)
    op.create_index("ix_error_report_tracking_status", "error_report", ["tracking_status", "id"], unique=False)
    op.create_index("ix_error_report_user_name", "error_report", ["user_name", "id"], unique=False)
    op.create_index(
        "ix_error_report_words",
        "error_report",
        ["words"],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"words": "gin_trgm_ops"},
    )
