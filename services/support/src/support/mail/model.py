"""Email templates, and the log of mails, which is at the same time their queue."""

import sqlalchemy as sa

from kit.database.constraints import constraint_text, unique
from kit.database.searching import search_column
from kit.database.tables import sort_indexes
from kit.mail.queue import MailQueue
from support.mail.attributes import BOUNCED, MAIL, QUEUE, TEMPLATE
from support.schema import metadata

email_template = TEMPLATE.table("email_template", metadata, *TEMPLATE.choice_checks("about"))
TEMPLATE.index_sorts(email_template)
sort_indexes(email_template, "modified")

sent_mail = MAIL.table(
    "sent_mail",
    metadata,
    sa.Column("batch", sa.Uuid, nullable=False, comment="the sending it belongs to"),
    sa.Column("template_id", sa.BigInteger, sa.ForeignKey("email_template.id", ondelete="SET NULL")),
    sa.Column("reply_to", sa.Text, nullable=False, server_default=""),
    *QUEUE,
    search_column("person || ' ' || recipient || ' ' || subject", "words"),
    sa.UniqueConstraint("batch", "entity_type_id"),
    sa.Index("ix_sent_mail_entity", "entity_type", "entity_type_id", "id"),
    sa.Index("ix_sent_mail_template_id", "template_id"),
    sa.Index("ix_sent_mail_job_id", "job_id"),
)
"""One row a recipient: the log and the queue at once (`kit.mail.queue`)."""
MAIL.index_sorts(sent_mail)
sort_indexes(sent_mail, "queued")
MAILS = MailQueue(sent_mail)

bounced_address = BOUNCED.table(
    "bounced_address", metadata, unique("uq_bounced_address_address", "This address is noted already", "address")
)
"""An address from which mail came back: nothing is sent there until somebody has put it right."""
BOUNCED.index_sorts(bounced_address)

constraint_text("ck_sent_mail_sent", "Sent: only a mail that was sent has the time of it", about="sent")
