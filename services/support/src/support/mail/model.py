"""Email templates, and the log of mails, which is at the same time their queue."""

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from kit.database.constraints import constraint_text
from kit.database.searching import search_index
from kit.database.tables import one_of, record_columns
from kit.mail.queue import MailQueue, mail_columns
from support.schema import metadata

ABOUT = ("person", "invoice")
"""The subjects of a template: somebody, or an invoice (`kinds.py`)."""


email_template = sa.Table(
    "email_template",
    metadata,
    *record_columns(),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("about", sa.Text, nullable=False, server_default="person"),
    sa.Column("sent_to", ARRAY(sa.Text), nullable=False, server_default="{}", comment="kinds of person; none: all"),
    sa.Column("subject", sa.Text, nullable=False, comment="with merge fields in double braces (`rules.FIELDS`)"),
    sa.Column("body", sa.Text, nullable=False, comment="sanitised html with merge fields"),
    sa.Column("file_ids", ARRAY(sa.BigInteger), nullable=False, server_default="{}", comment="attachments, in files"),
    one_of("about", ABOUT),
    sa.Index("ix_email_template_name", "name", "id"),
    sa.Index("ix_email_template_about", "about", "id"),
    sa.Index("ix_email_template_modified", "modified", "id"),
)

sent_mail = sa.Table(
    "sent_mail",
    metadata,
    *record_columns(),
    sa.Column("batch", sa.Uuid, nullable=False, comment="the sending it belongs to"),
    sa.Column("template_id", sa.BigInteger, sa.ForeignKey("email_template.id", ondelete="SET NULL")),
    sa.Column("template_name", sa.Text, nullable=False),
    sa.Column("entity_type", sa.Text, nullable=False),
    sa.Column("entity_type_id", sa.BigInteger, nullable=False),
    sa.Column("person", sa.Text, nullable=False),
    sa.Column("recipient", sa.Text, nullable=False, comment="address"),
    sa.Column("reply_to", sa.Text, nullable=False, server_default=""),
    sa.Column("subject", sa.Text, nullable=False),
    sa.Column("body", sa.Text, nullable=False, comment="sanitised html"),
    sa.Column("file_ids", ARRAY(sa.BigInteger), nullable=False, server_default="{}"),
    *mail_columns(),
    sa.Column(
        "words",
        sa.Text,
        sa.Computed("person || ' ' || recipient || ' ' || subject", persisted=True),
        nullable=False,
    ),
    sa.UniqueConstraint("batch", "entity_type_id"),
    sa.Index("ix_sent_mail_queued", "queued", "id"),
    sa.Index("ix_sent_mail_person", "person", "id"),
    sa.Index("ix_sent_mail_recipient", "recipient", "id"),
    sa.Index("ix_sent_mail_entity", "entity_type", "entity_type_id", "id"),
    sa.Index("ix_sent_mail_template_id", "template_id"),
    sa.Index("ix_sent_mail_job_id", "job_id"),
)
"""One row a recipient: the log and the queue at once (`kit.mail.queue`)."""
search_index(sent_mail.c.words)
MAILS = MailQueue(sent_mail)

constraint_text("ck_sent_mail_sent", "Sent: only a mail that was sent has the time of it", about="sent")
