"""Email templates, and the log of mails, which is at the same time their queue."""

import sqlalchemy as sa

from kit.database.constraints import constraint_text
from kit.database.searching import search_index
from kit.database.tables import one_of, record_columns
from kit.mail.queue import MailQueue
from support.mail.attributes import ABOUT, MAIL, QUEUE, TEMPLATE
from support.schema import metadata

email_template = sa.Table(
    "email_template",
    metadata,
    *record_columns(),
    *TEMPLATE.table_columns(),
    one_of("about", tuple(str(option.value) for option in ABOUT)),
    sa.Index("ix_email_template_modified", "modified", "id"),
)
TEMPLATE.index_sorts(email_template)

sent_mail = sa.Table(
    "sent_mail",
    metadata,
    *record_columns(),
    sa.Column("batch", sa.Uuid, nullable=False, comment="the sending it belongs to"),
    sa.Column("template_id", sa.BigInteger, sa.ForeignKey("email_template.id", ondelete="SET NULL")),
    sa.Column("reply_to", sa.Text, nullable=False, server_default=""),
    *MAIL.table_columns(),
    *QUEUE,
    sa.Column(
        "words",
        sa.Text,
        sa.Computed("person || ' ' || recipient || ' ' || subject", persisted=True),
        nullable=False,
    ),
    sa.UniqueConstraint("batch", "entity_type_id"),
    sa.Index("ix_sent_mail_queued", "queued", "id"),
    sa.Index("ix_sent_mail_entity", "entity_type", "entity_type_id", "id"),
    sa.Index("ix_sent_mail_template_id", "template_id"),
    sa.Index("ix_sent_mail_job_id", "job_id"),
)
"""One row a recipient: the log and the queue at once (`kit.mail.queue`)."""
MAIL.index_sorts(sent_mail)
search_index(sent_mail.c.words)
MAILS = MailQueue(sent_mail)

constraint_text("ck_sent_mail_sent", "Sent: only a mail that was sent has the time of it", about="sent")
