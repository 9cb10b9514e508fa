"""Tables of mailboxes, incoming mails, blocked senders, and outgoing mails of tickets."""

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from kit.database.constraints import constraint_text, unique
from kit.database.searching import search_column
from kit.database.tables import record_columns, sort_indexes
from kit.mail.queue import MailQueue, mail_columns
from support.mailboxes.attributes import BLOCKED, MAIL_IN, MAILBOX
from support.schema import metadata

mailbox = MAILBOX.table(
    "mailbox",
    metadata,
    sa.Column("imap_password", sa.Text, nullable=False, server_default="", comment="encrypted (`kit.encryption`)"),
    sa.Column("uid_validity", sa.BigInteger, nullable=False, server_default="0", comment="UIDVALIDITY of last_uid"),
    sa.Column("last_uid", sa.BigInteger, nullable=False, server_default="0", comment="the last UID that is stored"),
    *MAILBOX.choice_checks("type"),
    unique("uq_mailbox_address", "This address is already a mailbox", "address"),
)
"""An address whose mail becomes tickets of a team."""
MAILBOX.index_sorts(mailbox)

mail_in = MAIL_IN.table(
    "mail_in",
    metadata,
    sa.Column("mailbox_id", sa.ForeignKey("mailbox.id", ondelete="SET NULL")),
    sa.Column("ticket_message_id", sa.ForeignKey("ticket_message.id")),
    sa.Column("is_stored", sa.Boolean, nullable=False, server_default="false", comment="its attachments are"),
    search_column("sender || ' ' || sender_name || ' ' || subject", "words"),
    *MAIL_IN.choice_checks("state"),
    sa.UniqueConstraint("mailbox_id", "message_id"),
    sa.Index("ix_mail_in_message_id", "message_id"),
    sa.Index("ix_mail_in_sender_received", "sender", "received"),
    sa.Index("ix_mail_in_ticket_id", "ticket_id", postgresql_where=sa.text("ticket_id IS NOT NULL")),
    sa.Index(
        "ix_mail_in_ticket_message_id",
        "ticket_message_id",
        postgresql_where=sa.text("ticket_message_id IS NOT NULL"),
    ),
)
"""An incoming mail of a mailbox, once per Message-ID."""
MAIL_IN.index_sorts(mail_in)

mail_raw = sa.Table(
    "mail_raw",
    metadata,
    sa.Column("mail_in_id", sa.ForeignKey("mail_in.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    sa.Column("content", sa.LargeBinary, nullable=False),
)
"""The raw mail, in a separate table that lists never read."""

blocked_sender = BLOCKED.table(
    "blocked_sender", metadata, unique("uq_blocked_sender_address", "This sender is already blocked", "address")
)
"""An address whose mail becomes no ticket."""
BLOCKED.index_sorts(blocked_sender)

ticket_mail = sa.Table(
    "ticket_mail",
    metadata,
    *record_columns(),
    sa.Column("ticket_id", sa.ForeignKey("ticket.id"), nullable=False),
    sa.Column("ticket_message_id", sa.ForeignKey("ticket_message.id"), comment="the answer; a receipt has none"),
    sa.Column("mailbox_id", sa.ForeignKey("mailbox.id", ondelete="SET NULL")),
    sa.Column("recipient", sa.Text, nullable=False, comment="address"),
    sa.Column("subject", sa.Text, nullable=False),
    sa.Column("body", sa.Text, nullable=False, comment="sanitised html"),
    sa.Column("in_reply_to", sa.Text, nullable=False, server_default=""),
    sa.Column("references", ARRAY(sa.Text), nullable=False, server_default="{}"),
    sa.Column("reply_to", sa.Text, nullable=False, comment="the signed address of the ticket"),
    sa.Column("file_ids", ARRAY(sa.BigInteger), nullable=False, server_default="{}"),
    sa.Column("automatic", sa.Boolean, nullable=False, comment="no person wrote it"),
    sa.Column("bounced", sa.DateTime(timezone=True)),
    sa.Column("bounce_reason", sa.Text, nullable=False, server_default=""),
    *mail_columns(),
    sa.Index("ix_ticket_mail_ticket_id", "ticket_id", "id"),
    sa.Index("ix_ticket_mail_recipient", "recipient", "queued"),
)
"""An outgoing mail of a ticket: the queue and the log (`kit.mail.queue`)."""
sort_indexes(ticket_mail, "queued")
TICKET_MAILS = MailQueue(ticket_mail)

constraint_text("ck_ticket_mail_sent", "Sent: only a mail that was sent has the time of it", about="sent")
