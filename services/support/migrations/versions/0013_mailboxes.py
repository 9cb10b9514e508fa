"""Incoming mail becomes tickets, answers are mailed, and bounced addresses are recorded."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0013"
down_revision: str | None = "0012"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    _senders_and_mailboxes()
    _mail_in()
    _mail_out()
    op.create_table(
        "mail_raw",
        sa.Column("mail_in_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["mail_in_id"], ["mail_in.id"], name=op.f("fk_mail_raw_mail_in_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("mail_in_id", name=op.f("pk_mail_raw")),
    )
    op.add_column("sent_mail", sa.Column("bounced", sa.DateTime(timezone=True), nullable=True))
    op.add_column("sent_mail", sa.Column("bounce_reason", sa.Text(), server_default="", nullable=False))
    op.add_column(
        "ticket",
        sa.Column(
            "from_address", sa.Text(), server_default="", nullable=False, comment="of an asker who wrote by mail"
        ),
    )
    op.add_column(
        "ticket_message",
        sa.Column(
            "sender",
            sa.Text(),
            server_default="",
            nullable=False,
            comment="name and address of an author without an account",
        ),
    )


def _senders_and_mailboxes() -> None:
    op.create_table(
        "blocked_sender",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_blocked_sender")),
        sa.UniqueConstraint("address", name="uq_blocked_sender_address"),
    )
    op.create_index("ix_blocked_sender_address", "blocked_sender", ["address", "id"], unique=False)
    op.create_table(
        "bounced_address",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), server_default="", nullable=False),
        sa.Column("count", sa.Integer(), server_default="1", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bounced_address")),
        sa.UniqueConstraint("address", name="uq_bounced_address_address"),
    )
    op.create_index("ix_bounced_address_address", "bounced_address", ["address", "id"], unique=False)
    op.create_table(
        "mailbox",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False, comment="the team its tickets are for"),
        sa.Column("active", sa.Boolean(), server_default="true", nullable=False),
        sa.Column("receipts", sa.Boolean(), server_default="true", nullable=False),
        sa.Column("imap_host", sa.Text(), server_default="", nullable=False),
        sa.Column("imap_port", sa.Integer(), server_default="993", nullable=False),
        sa.Column("imap_tls", sa.Boolean(), server_default="true", nullable=False),
        sa.Column("imap_user", sa.Text(), server_default="", nullable=False),
        sa.Column("imap_folder", sa.Text(), server_default="INBOX", nullable=False),
        sa.Column("polled", sa.DateTime(timezone=True), nullable=True),
        sa.Column("problem", sa.Text(), server_default="", nullable=False, comment="why the last look failed"),
        sa.Column(
            "imap_password", sa.Text(), server_default="", nullable=False, comment="encrypted (`kit.encryption`)"
        ),
        sa.Column(
            "uid_validity", sa.BigInteger(), server_default="0", nullable=False, comment="UIDVALIDITY of last_uid"
        ),
        sa.Column(
            "last_uid", sa.BigInteger(), server_default="0", nullable=False, comment="the last UID that is stored"
        ),
        sa.CheckConstraint(
            "type IN ('academicOffice', 'techSupport', 'tutorSupport', 'error')", name=op.f("ck_mailbox_type")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_mailbox")),
        sa.UniqueConstraint("address", name="uq_mailbox_address"),
    )
    op.create_index("ix_mailbox_address", "mailbox", ["address", "id"], unique=False)


def _mail_in() -> None:
    op.create_table(
        "mail_in",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("received", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("state", sa.Text(), server_default="received", nullable=False),
        sa.Column("sender", sa.Text(), server_default="", nullable=False, comment="address, in lower case"),
        sa.Column("sender_name", sa.Text(), server_default="", nullable=False),
        sa.Column("subject", sa.Text(), server_default="", nullable=False),
        sa.Column("reason", sa.Text(), server_default="", nullable=False, comment="why it is no message on a ticket"),
        sa.Column("ticket_id", sa.BigInteger(), nullable=True),
        sa.Column("type", sa.Text(), nullable=True),
        sa.Column("size", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("message_id", sa.Text(), nullable=False),
        sa.Column(
            "folded",
            sa.Text(),
            server_default="",
            nullable=False,
            comment="sanitised html: what it quotes, and the signature",
        ),
        sa.Column(
            "on_ticket", sa.Boolean(), server_default="true", nullable=False, comment="its sender is on the ticket"
        ),
        sa.Column(
            "attachments",
            postgresql.JSONB(astext_type=sa.Text()),
            server_default="[]",
            nullable=False,
            comment="[{name, size, fileId, refused}]",
        ),
        sa.Column("mailbox_id", sa.BigInteger(), nullable=True),
        sa.Column("ticket_message_id", sa.BigInteger(), nullable=True),
        sa.Column("is_stored", sa.Boolean(), server_default="false", nullable=False, comment="its attachments are"),
        sa.Column(
            "words",
            sa.Text(),
            sa.Computed("sender || ' ' || sender_name || ' ' || subject", persisted=True),
            nullable=False,
        ),
        sa.CheckConstraint(
            "state IN ('received', 'taken', 'answer', 'bounce', 'automatic', 'blocked', 'unreadable')",
            name=op.f("ck_mail_in_state"),
        ),
        sa.ForeignKeyConstraint(
            ["mailbox_id"], ["mailbox.id"], name=op.f("fk_mail_in_mailbox_id"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(["ticket_id"], ["ticket.id"], name=op.f("fk_mail_in_ticket_id")),
        sa.ForeignKeyConstraint(
            ["ticket_message_id"], ["ticket_message.id"], name=op.f("fk_mail_in_ticket_message_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_mail_in")),
        sa.UniqueConstraint("mailbox_id", "message_id", name=op.f("uq_mail_in_mailbox_id_message_id")),
    )
    op.create_index("ix_mail_in_message_id", "mail_in", ["message_id"], unique=False)
    op.create_index("ix_mail_in_received", "mail_in", ["received", "id"], unique=False)
    op.create_index("ix_mail_in_sender", "mail_in", ["sender", "id"], unique=False)
    op.create_index("ix_mail_in_sender_received", "mail_in", ["sender", "received"], unique=False)
    op.create_index(
        "ix_mail_in_ticket_id",
        "mail_in",
        ["ticket_id"],
        unique=False,
        postgresql_where=sa.text("ticket_id IS NOT NULL"),
    )
    op.create_index(
        "ix_mail_in_ticket_message_id",
        "mail_in",
        ["ticket_message_id"],
        unique=False,
        postgresql_where=sa.text("ticket_message_id IS NOT NULL"),
    )
    op.create_index(
        "ix_mail_in_words_plain",
        "mail_in",
        [sa.literal_column("plain(words)").label("plain")],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"plain": "gin_trgm_ops"},
    )


def _mail_out() -> None:
    op.create_table(
        "ticket_mail",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("ticket_id", sa.BigInteger(), nullable=False),
        sa.Column("ticket_message_id", sa.BigInteger(), nullable=True, comment="the answer; a receipt has none"),
        sa.Column("mailbox_id", sa.BigInteger(), nullable=True),
        sa.Column("recipient", sa.Text(), nullable=False, comment="address"),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False, comment="sanitised html"),
        sa.Column("in_reply_to", sa.Text(), server_default="", nullable=False),
        sa.Column("references", postgresql.ARRAY(sa.Text()), server_default="{}", nullable=False),
        sa.Column("reply_to", sa.Text(), nullable=False, comment="the signed address of the ticket"),
        sa.Column("file_ids", postgresql.ARRAY(sa.BigInteger()), server_default="{}", nullable=False),
        sa.Column("automatic", sa.Boolean(), nullable=False, comment="no person wrote it"),
        sa.Column("bounced", sa.DateTime(timezone=True), nullable=True),
        sa.Column("bounce_reason", sa.Text(), server_default="", nullable=False),
        sa.Column("state", sa.Text(), server_default="queued", nullable=False),
        sa.Column("error", sa.Text(), server_default="", nullable=False, comment="why it failed, or what it waits for"),
        sa.Column("tries", sa.Integer(), server_default="0", nullable=False),
        sa.Column("message_id", sa.Text(), nullable=False),
        sa.Column("job_id", sa.BigInteger(), nullable=True, comment="whose work it is; absent until it has one"),
        sa.Column("queued", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("sent", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_by_id", sa.BigInteger(), nullable=False),
        sa.Column("created_by_name", sa.Text(), server_default="", nullable=False),
        sa.CheckConstraint("(state = 'sent') = (sent IS NOT NULL)", name=op.f("ck_ticket_mail_sent")),
        sa.CheckConstraint(
            "state IN ('queued', 'sending', 'sent', 'failed', 'unknown')", name=op.f("ck_ticket_mail_state")
        ),
        sa.ForeignKeyConstraint(
            ["mailbox_id"], ["mailbox.id"], name=op.f("fk_ticket_mail_mailbox_id"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(["ticket_id"], ["ticket.id"], name=op.f("fk_ticket_mail_ticket_id")),
        sa.ForeignKeyConstraint(
            ["ticket_message_id"], ["ticket_message.id"], name=op.f("fk_ticket_mail_ticket_message_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ticket_mail")),
        sa.UniqueConstraint("message_id", name=op.f("uq_ticket_mail_message_id")),
    )
    op.create_index("ix_ticket_mail_queued", "ticket_mail", ["queued", "id"], unique=False)
    op.create_index("ix_ticket_mail_recipient", "ticket_mail", ["recipient", "queued"], unique=False)
    op.create_index("ix_ticket_mail_ticket_id", "ticket_mail", ["ticket_id", "id"], unique=False)
