"""Email templates, sendings, and the log of mails, which is also their queue."""

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB

from kit.database.constraints import constraint_text, unique
from kit.database.searching import search_column
from kit.database.tables import INTERNAL, sort_indexes
from kit.mail.queue import MailQueue
from support.mail.attributes import BOUNCED, MAIL, QUEUE, SENDING, TEMPLATE, UNSUBSCRIBED
from support.schema import metadata

email_template = TEMPLATE.table("email_template", metadata, *TEMPLATE.choice_checks("about"))
TEMPLATE.index_sorts(email_template)
sort_indexes(email_template, "modified")

mail_sending = SENDING.table(
    "mail_sending",
    metadata,
    sa.Column("batch", sa.Uuid, nullable=False, unique=True),
    sa.Column("template_id", sa.BigInteger, sa.ForeignKey("email_template.id", ondelete="SET NULL")),
    sa.Column("created_by_id", sa.BigInteger, nullable=False, comment="user id", info=dict(INTERNAL)),
    sa.Column("actor", JSONB, nullable=False, comment="the sender, whose jobs send the mails", info=dict(INTERNAL)),
    *SENDING.choice_checks("state"),
    sa.Index("ix_mail_sending_template_id", "template_id"),
    sa.Index("ix_mail_sending_open", "id", postgresql_where=sa.text("state IN ('queued', 'sending')")),
)
"""The mails of one call, sent in portions (`sendings.py`); `sent_mail` has the outcome of each."""
sort_indexes(mail_sending, "created")

sent_mail = MAIL.table(
    "sent_mail",
    metadata,
    sa.Column("batch", sa.Uuid, nullable=False, comment="that of its sending"),
    sa.Column("sending_id", sa.BigInteger, sa.ForeignKey("mail_sending.id"), comment="absent of mails before sendings"),
    sa.Column("contractual", sa.Boolean, nullable=False, server_default="true", comment="as its template was"),
    sa.Column("template_id", sa.BigInteger, sa.ForeignKey("email_template.id", ondelete="SET NULL")),
    sa.Column("reply_to", sa.Text, nullable=False, server_default=""),
    *QUEUE,
    search_column("person || ' ' || recipient || ' ' || subject", "words"),
    sa.UniqueConstraint("batch", "entity_type_id"),
    sa.Index("ix_sent_mail_entity", "entity_type", "entity_type_id", "id"),
    sa.Index("ix_sent_mail_template_id", "template_id"),
    sa.Index("ix_sent_mail_job_id", "job_id"),
    sa.Index("ix_sent_mail_sending_id", "sending_id", "state"),
)
"""One row per recipient: the log and the queue (`kit.mail.queue`)."""
MAIL.index_sorts(sent_mail)
sort_indexes(sent_mail, "queued")
MAILS = MailQueue(sent_mail)

bounced_address = BOUNCED.table(
    "bounced_address", metadata, unique("uq_bounced_address_address", "This address is already noted", "address")
)
"""An address that bounced: no mail is sent there until somebody corrects it."""
BOUNCED.index_sorts(bounced_address)

unsubscribed_address = UNSUBSCRIBED.table(
    "unsubscribed_address",
    metadata,
    unique("uq_unsubscribed_address_address", "This address is already on the list", "address"),
)
"""An address, in lower case, that gets only contractual mails."""
UNSUBSCRIBED.index_sorts(unsubscribed_address)
sort_indexes(unsubscribed_address, "created")

constraint_text("ck_sent_mail_sent", "Sent: only a mail that was sent has the time of it", about="sent")
