"""The tables of the first release. The number is that of the last migration before it: databases created by those
migrations have these tables already."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0008"
down_revision: str | None = None
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = "kit_0009"


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
        sa.Column("pinned", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("locked", sa.Boolean(), server_default="false", nullable=False),
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
        "directory_invoice",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Text(), server_default="", nullable=False),
        sa.Column("is_credit_note", sa.Boolean(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("total", sa.BigInteger(), nullable=False),
        sa.Column("outstanding", sa.BigInteger(), nullable=False),
        sa.Column("person_kind", sa.Text(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("student_id", sa.BigInteger(), nullable=True),
        sa.Column("due_date", sa.Date(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_directory_invoice")),
    )
    op.create_table(
        "directory_person",
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("title", sa.Text(), server_default="", nullable=False),
        sa.Column("first_name", sa.Text(), server_default="", nullable=False),
        sa.Column("last_name", sa.Text(), server_default="", nullable=False),
        sa.Column("email", sa.Text(), server_default="", nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("kind", "id", name=op.f("pk_directory_person")),
    )
    op.create_index("ix_directory_person_user_id", "directory_person", ["user_id"], unique=False)
    op.create_table(
        "directory_slip",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("tutor_id", sa.BigInteger(), nullable=True),
        sa.Column("student_id", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_directory_slip")),
    )
    op.create_table(
        "directory_user",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("email", sa.Text(), server_default="", nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column("role_ids", postgresql.ARRAY(sa.Text()), server_default="{}", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_directory_user")),
    )
    op.create_index("ix_directory_user_role_ids", "directory_user", ["role_ids"], unique=False, postgresql_using="gin")
    op.create_table(
        "email_template",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("about", sa.Text(), server_default="person", nullable=False),
        sa.Column(
            "sent_to",
            postgresql.ARRAY(sa.Text()),
            server_default="{}",
            nullable=False,
            comment="kinds of person; none: all",
        ),
        sa.Column("subject", sa.Text(), nullable=False, comment="with merge fields in double braces (`rules.FIELDS`)"),
        sa.Column("body", sa.Text(), nullable=False, comment="sanitised html with merge fields"),
        sa.Column(
            "file_ids",
            postgresql.ARRAY(sa.BigInteger()),
            server_default="{}",
            nullable=False,
            comment="attachments, in files",
        ),
        sa.CheckConstraint("about IN ('person', 'invoice')", name=op.f("ck_email_template_about")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_email_template")),
    )
    op.create_index("ix_email_template_about", "email_template", ["about", "id"], unique=False)
    op.create_index("ix_email_template_modified", "email_template", ["modified", "id"], unique=False)
    op.create_index("ix_email_template_name", "email_template", ["name", "id"], unique=False)
    op.create_table(
        "error_fault",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("fingerprint", sa.Text(), nullable=False),
        sa.Column("affected", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("reports", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column(
            "first_reported", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False
        ),
        sa.Column("latest_report_id", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_error_fault")),
        sa.UniqueConstraint("fingerprint", name=op.f("uq_error_fault_fingerprint")),
    )
    op.create_table(
        "notice_setting",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("bell", sa.Boolean(), nullable=False),
        sa.Column("mail", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "kind", name=op.f("pk_notice_setting")),
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
        sa.Column("tracking_status", sa.Text(), server_default="submitted", nullable=False),
        sa.Column("description", sa.Text(), server_default="", nullable=False),
        sa.Column("message", sa.Text(), server_default="", nullable=False),
        sa.Column("optional_message", sa.Text(), server_default="", nullable=False),
        sa.Column("status", sa.Integer(), server_default="0", nullable=False),
        sa.Column("method", sa.Text(), server_default="", nullable=False),
        sa.Column("api", sa.Text(), server_default="", nullable=False),
        sa.Column("app", sa.Text(), server_default="", nullable=False),
        sa.Column("route", sa.Text(), server_default="", nullable=False),
        sa.Column("host", sa.Text(), server_default="", nullable=False),
        sa.Column("school", sa.Text(), server_default="", nullable=False),
        sa.Column("user_agent", sa.Text(), server_default="", nullable=False),
        sa.Column("platform", sa.Text(), server_default="", nullable=False),
        sa.Column("app_version", sa.Text(), server_default="", nullable=False),
        sa.Column("user_name", sa.Text(), server_default="", nullable=False),
        sa.Column("fault_id", sa.BigInteger(), nullable=False),
        sa.Column("reporter", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
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
        "ix_error_report_words_plain",
        "error_report",
        [sa.literal_column("plain(words)").label("plain")],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"plain": "gin_trgm_ops"},
    )
    op.create_table(
        "sent_mail",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("recipient", sa.Text(), nullable=False, comment="address"),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False, comment="sanitised html"),
        sa.Column("file_ids", postgresql.ARRAY(sa.BigInteger()), server_default="{}", nullable=False),
        sa.Column("template_name", sa.Text(), nullable=False),
        sa.Column("entity_type", sa.Text(), nullable=False),
        sa.Column("entity_type_id", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.Text(), server_default="queued", nullable=False),
        sa.Column("error", sa.Text(), server_default="", nullable=False, comment="why it failed, or what it waits for"),
        sa.Column("tries", sa.Integer(), server_default="0", nullable=False),
        sa.Column("message_id", sa.Text(), nullable=False),
        sa.Column("queued", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("sent", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_by_name", sa.Text(), server_default="", nullable=False),
        sa.Column("batch", sa.Uuid(), nullable=False, comment="the sending it belongs to"),
        sa.Column("template_id", sa.BigInteger(), nullable=True),
        sa.Column("reply_to", sa.Text(), server_default="", nullable=False),
        sa.Column("job_id", sa.BigInteger(), nullable=True, comment="whose work it is; absent until it has one"),
        sa.Column("created_by_id", sa.BigInteger(), nullable=False),
        sa.Column(
            "words",
            sa.Text(),
            sa.Computed("person || ' ' || recipient || ' ' || subject", persisted=True),
            nullable=False,
        ),
        sa.CheckConstraint("(state = 'sent') = (sent IS NOT NULL)", name=op.f("ck_sent_mail_sent")),
        sa.CheckConstraint(
            "state IN ('queued', 'sending', 'sent', 'failed', 'unknown')", name=op.f("ck_sent_mail_state")
        ),
        sa.ForeignKeyConstraint(
            ["template_id"], ["email_template.id"], name=op.f("fk_sent_mail_template_id"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sent_mail")),
        sa.UniqueConstraint("batch", "entity_type_id", name=op.f("uq_sent_mail_batch_entity_type_id")),
        sa.UniqueConstraint("message_id", name=op.f("uq_sent_mail_message_id")),
    )
    op.create_index("ix_sent_mail_entity", "sent_mail", ["entity_type", "entity_type_id", "id"], unique=False)
    op.create_index("ix_sent_mail_job_id", "sent_mail", ["job_id"], unique=False)
    op.create_index("ix_sent_mail_person", "sent_mail", ["person", "id"], unique=False)
    op.create_index("ix_sent_mail_queued", "sent_mail", ["queued", "id"], unique=False)
    op.create_index("ix_sent_mail_recipient", "sent_mail", ["recipient", "id"], unique=False)
    op.create_index("ix_sent_mail_template_id", "sent_mail", ["template_id"], unique=False)
    op.create_index(
        "ix_sent_mail_words_plain",
        "sent_mail",
        [sa.literal_column("plain(words)").label("plain")],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"plain": "gin_trgm_ops"},
    )
    op.create_table(
        "ticket",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("priority", sa.Integer(), server_default="3", nullable=False, comment="1 is urgent, 4 low"),
        sa.Column("meta_type", sa.Text(), nullable=False, comment="category"),
        sa.Column("type", sa.Text(), nullable=False, comment="the team it is for"),
        sa.Column("department_id", sa.BigInteger(), nullable=True),
        sa.Column(
            "responsible_id",
            sa.BigInteger(),
            nullable=True,
            comment="the member of the team who looks after it",  # allow words-of-a-manual: an applied migration
        ),
        sa.Column(
            "info_user_ids",
            postgresql.ARRAY(sa.BigInteger()),
            server_default="{}",
            nullable=False,
            comment="read and write too",
        ),
        sa.Column("status", sa.Text(), server_default="submitted", nullable=False),
        sa.Column(
            "last_message", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False
        ),
        sa.Column("messages", sa.Integer(), server_default="0", nullable=False),
        sa.Column("invoice_id", sa.BigInteger(), nullable=True),
        sa.Column("slip_id", sa.BigInteger(), nullable=True),
        sa.Column("user_id", sa.BigInteger(), nullable=False, comment="whose question it is"),
        sa.Column("error_id", sa.BigInteger(), nullable=True),
        sa.Column("created_by_id", sa.BigInteger(), nullable=False, comment="who wrote it down"),
        sa.CheckConstraint(
            "meta_type IN ('general', 'allocation', 'bug', 'featureRequest', 'recommendation')",
            name=op.f("ck_ticket_meta_type"),
        ),
        sa.CheckConstraint("status IN ('submitted', 'inprogress', 'resolved')", name=op.f("ck_ticket_status")),
        sa.CheckConstraint(
            "type IN ('academicOffice', 'techSupport', 'tutorSupport', 'error')", name=op.f("ck_ticket_type")
        ),
        sa.CheckConstraint("priority BETWEEN 1 AND 4", name=op.f("ck_ticket_priority")),
        sa.ForeignKeyConstraint(["error_id"], ["error_report.id"], name=op.f("fk_ticket_error_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ticket")),
    )
    op.create_index("ix_ticket_created", "ticket", ["created", "id"], unique=False)
    op.create_index(
        "ix_ticket_error_id", "ticket", ["error_id"], unique=False, postgresql_where=sa.text("error_id IS NOT NULL")
    )
    op.create_index(
        "ix_ticket_invoice_id",
        "ticket",
        ["invoice_id"],
        unique=False,
        postgresql_where=sa.text("invoice_id IS NOT NULL"),
    )
    op.create_index("ix_ticket_last_message", "ticket", ["last_message", "id"], unique=False)
    op.create_index("ix_ticket_priority", "ticket", ["priority", "id"], unique=False)
    op.create_index(
        "ix_ticket_slip_id", "ticket", ["slip_id"], unique=True, postgresql_where=sa.text("slip_id IS NOT NULL")
    )
    op.create_index("ix_ticket_status", "ticket", ["status", "id"], unique=False)
    op.create_index("ix_ticket_title", "ticket", ["title", "id"], unique=False)
    op.create_index(
        "ix_ticket_title_plain",
        "ticket",
        [sa.literal_column("plain(title)").label("plain")],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"plain": "gin_trgm_ops"},
    )
    op.create_index("ix_ticket_type", "ticket", ["type", "status", "id"], unique=False)
    op.create_index("ix_ticket_user_id", "ticket", ["user_id", "id"], unique=False)
    op.create_table(
        "ticket_message",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("ticket_id", sa.BigInteger(), nullable=False),
        sa.Column("author_id", sa.BigInteger(), nullable=False),
        sa.Column("acting_user_id", sa.BigInteger(), nullable=False),
        sa.Column("by_support", sa.Boolean(), nullable=False, comment="written by the team, not by who asks"),
        sa.Column("message", sa.Text(), nullable=False, comment="sanitised html"),
        sa.Column(
            "files",
            postgresql.JSONB(astext_type=sa.Text()),
            server_default="[]",
            nullable=False,
            comment="[{id, name}], the names as they were then",
        ),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.ForeignKeyConstraint(["ticket_id"], ["ticket.id"], name=op.f("fk_ticket_message_ticket_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ticket_message")),
    )
    op.create_index("ix_ticket_message_ticket", "ticket_message", ["ticket_id", "id"], unique=False)
    op.create_table(
        "ticket_read",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("read", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["message_id"], ["ticket_message.id"], name=op.f("fk_ticket_read_message_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ticket_read")),
        sa.UniqueConstraint("message_id", "user_id", name=op.f("uq_ticket_read_message_id_user_id")),
    )
