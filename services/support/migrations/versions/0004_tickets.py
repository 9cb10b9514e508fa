"""Support tickets, their messages, who read them; whose a slip is."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "directory_slip",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("tutor_id", sa.BigInteger(), nullable=True),
        sa.Column("student_id", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_directory_slip")),
    )
    op.create_table(
        "ticket",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("type", sa.Text(), nullable=False, comment="the team it is for"),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("priority", sa.Integer(), server_default="3", nullable=False, comment="1 is urgent, 4 low"),
        sa.Column("meta_type", sa.Text(), nullable=False, comment="category"),
        sa.Column("status", sa.Text(), server_default="submitted", nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False, comment="whose question it is"),
        sa.Column("created_by_id", sa.BigInteger(), nullable=False, comment="who wrote it down"),
        sa.Column("department_id", sa.BigInteger(), nullable=True),
        sa.Column(
            "responsible_id", sa.BigInteger(), nullable=True, comment="the member of the team who looks after it"
        ),
        sa.Column(
            "info_user_ids",
            postgresql.ARRAY(sa.BigInteger()),
            server_default="{}",
            nullable=False,
            comment="read and write too",
        ),
        sa.Column("invoice_id", sa.BigInteger(), nullable=True),
        sa.Column("slip_id", sa.BigInteger(), nullable=True),
        sa.Column("error_id", sa.BigInteger(), nullable=True),
        sa.Column("messages", sa.Integer(), server_default="0", nullable=False),
        sa.Column(
            "last_message", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False
        ),
        sa.CheckConstraint(
            "type IN ('academicOffice', 'techSupport', 'tutorSupport', 'error')", name=op.f("ck_ticket_type")
        ),
        sa.CheckConstraint(
            "meta_type IN ('general', 'allocation', 'bug', 'featureRequest', 'recommendation')",
            name=op.f("ck_ticket_meta_type"),
        ),
        sa.CheckConstraint("status IN ('submitted', 'inprogress', 'resolved')", name=op.f("ck_ticket_status")),
        sa.CheckConstraint("priority BETWEEN 1 AND 4", name=op.f("ck_ticket_priority")),
        sa.ForeignKeyConstraint(["error_id"], ["error_report.id"], name=op.f("fk_ticket_error_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ticket")),
    )
    op.create_index("ix_ticket_created", "ticket", ["created", "id"], unique=False)
    op.create_index("ix_ticket_last_message", "ticket", ["last_message", "id"], unique=False)
    op.create_index("ix_ticket_priority", "ticket", ["priority", "id"], unique=False)
    op.create_index("ix_ticket_status", "ticket", ["status", "id"], unique=False)
    op.create_index("ix_ticket_type", "ticket", ["type", "status", "id"], unique=False)
    op.create_index("ix_ticket_title", "ticket", ["title", "id"], unique=False)
    op.create_index("ix_ticket_user_id", "ticket", ["user_id", "id"], unique=False)
    op.create_index(
        "ix_ticket_invoice_id",
        "ticket",
        ["invoice_id"],
        unique=False,
        postgresql_where=sa.text("invoice_id IS NOT NULL"),
    )
    op.create_index(
        "ix_ticket_slip_id", "ticket", ["slip_id"], unique=True, postgresql_where=sa.text("slip_id IS NOT NULL")
    )
    op.create_index(
        "ix_ticket_error_id", "ticket", ["error_id"], unique=False, postgresql_where=sa.text("error_id IS NOT NULL")
    )
    op.create_index(
        "ix_ticket_words",
        "ticket",
        ["title"],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"title": "gin_trgm_ops"},
    )
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


def downgrade() -> None:
    for table in ("ticket_read", "ticket_message", "ticket", "directory_slip"):
        op.drop_table(table)
