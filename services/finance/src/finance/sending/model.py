"""Letterheads, the texts of mails, the log of mails, and the stored PDFs."""

from __future__ import annotations

import sqlalchemy as sa

from finance.schema import metadata
from finance.sending.attributes import LETTERHEAD, TEMPLATE
from kit.database.constraints import constraint_text
from kit.database.tables import one_of, record_columns
from kit.documents.stored import papers_columns
from kit.mail import queue
from kit.mail.queue import MailQueue, mail_columns

KINDS = ("invoice", "receipt", "reminder")
"""Kinds of mail; an invoice and a reminder carry the invoice, a receipt the receipt."""

letterhead = sa.Table(
    "letterhead",
    metadata,
    *LETTERHEAD.table_columns(),
    *record_columns()[1:],
)
LETTERHEAD.index_sorts(letterhead)

email_template = sa.Table(
    "invoice_email_template",
    metadata,
    *record_columns(),
    *TEMPLATE.table_columns(),
    *TEMPLATE.choice_checks("kind"),
)
TEMPLATE.index_sorts(email_template)

invoice_document = sa.Table(
    "invoice_document",
    metadata,
    sa.Column("invoice_id", sa.BigInteger, sa.ForeignKey("invoice.id", ondelete="CASCADE"), primary_key=True),
    *papers_columns("invoice"),
    one_of("kind", ("invoice", "receipt")),
)

invoice_email = sa.Table(
    "invoice_email",
    metadata,
    *record_columns(),
    sa.Column("invoice_id", sa.BigInteger, sa.ForeignKey("invoice.id", ondelete="CASCADE"), nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("recipient", sa.Text, nullable=False),
    sa.Column("subject", sa.Text, nullable=False),
    sa.Column("body", sa.Text, nullable=False, comment="sanitised html"),
    sa.Column("attachments", sa.ARRAY(sa.BigInteger), nullable=False, server_default="{}", comment="further file ids"),
    sa.Column("file_id", sa.BigInteger, comment="the PDF that went with it"),
    sa.Column("batch", sa.Uuid, comment="the bulk sending it belongs to"),
    *mail_columns(),
    one_of("kind", KINDS),
    sa.Index("ix_invoice_email_invoice_id", "invoice_id", "id"),
    sa.UniqueConstraint(
        "batch",
        "invoice_id",
        name=constraint_text("uq_invoice_email_batch", "This invoice is already in this sending"),
    ),
    sa.Index(
        "ix_invoice_email_under_way",
        "invoice_id",
        "kind",
        unique=True,
        postgresql_where=queue.UNDER_WAY,
    ),
)
"""The log, which is also the queue (`kit.mail.queue`); each invoice has at most one queued mail of a kind."""
MAILS = MailQueue(invoice_email)

UNDER_WAY = "This invoice is already being sent; please wait until it is through"
constraint_text("ix_invoice_email_under_way", UNDER_WAY)

constraint_text("ck_invoice_email_sent", "Sent: only a mail that was sent has the time of it", about="sent")
