"""Email templates, the log of sent mails, and the copies of people and invoices they are written from."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
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
        "email_template",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("about", sa.Text(), server_default="person", nullable=False),
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
        "sent_mail",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("batch", sa.Uuid(), nullable=False, comment="the sending it belongs to"),
        sa.Column("template_id", sa.BigInteger(), nullable=True),
        sa.Column("template_name", sa.Text(), nullable=False),
        sa.Column("entity_type", sa.Text(), nullable=False),
        sa.Column("entity_type_id", sa.BigInteger(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("recipient", sa.Text(), nullable=False, comment="address"),
        sa.Column("reply_to", sa.Text(), server_default="", nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False, comment="sanitised html"),
        sa.Column("file_ids", postgresql.ARRAY(sa.BigInteger()), server_default="{}", nullable=False),
        sa.Column("state", sa.Text(), server_default="queued", nullable=False),
        sa.Column("error", sa.Text(), server_default="", nullable=False, comment="why it failed, or what it waits for"),
        sa.Column("tries", sa.Integer(), server_default="0", nullable=False),
        sa.Column("message_id", sa.Text(), nullable=False),
        sa.Column("job_id", sa.BigInteger(), nullable=True, comment="whose work it is"),
        sa.Column("queued", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("sent", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_by_id", sa.BigInteger(), nullable=False),
        sa.Column("created_by_name", sa.Text(), server_default="", nullable=False),
        sa.Column(
            "words",
            sa.Text(),
            sa.Computed("person || ' ' || recipient || ' ' || subject", persisted=True),
            nullable=False,
        ),
        sa.CheckConstraint("(state = 'sent') = (sent IS NOT NULL)", name=op.f("ck_sent_mail_sent")),
        sa.CheckConstraint("state IN ('queued', 'sending', 'sent', 'failed')", name=op.f("ck_sent_mail_state")),
        sa.ForeignKeyConstraint(
            ["template_id"], ["email_template.id"], name=op.f("fk_sent_mail_template_id"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sent_mail")),
        sa.UniqueConstraint("batch", "entity_type_id", name=op.f("uq_sent_mail_batch_entity_type_id")),
        sa.UniqueConstraint("message_id", name=op.f("uq_sent_mail_message_id")),
    )
    op.create_index("ix_sent_mail_entity", "sent_mail", ["entity_type", "entity_type_id", "id"], unique=False)
    op.create_index("ix_sent_mail_person", "sent_mail", ["person", "id"], unique=False)
    op.create_index("ix_sent_mail_queued", "sent_mail", ["queued", "id"], unique=False)
    op.create_index("ix_sent_mail_recipient", "sent_mail", ["recipient", "id"], unique=False)
    op.create_index("ix_sent_mail_template_id", "sent_mail", ["template_id"], unique=False)
    op.create_index(
        "ix_sent_mail_words",
        "sent_mail",
        ["words"],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"words": "gin_trgm_ops"},
    )
