"""Delivery of queued mails, at most once (`kit.mail.queue`; docs/finance.md, Sending)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sqlalchemy as sa

from finance.invoices.commands import change_invoice, lock_invoice
from finance.sending import pdfs, queries, rules
from finance.sending.model import MAILS
from finance.sending.queries import Row, Sheet
from kit import store
from kit.database import Database, Tx
from kit.documents.stored import MEDIA_TYPE
from kit.errors import Refused, raise_if
from kit.jobs import Job, JobContext
from kit.mail import MOST_ATTACHED, Attachment, Mail, Mailer
from kit.mail.queue import ComposedMail
from kit.policy import Actor


def deliver(
    db: Database,
    actor: Actor,
    email: int,
    mailer: Mailer,
    ahead: Callable[[], ComposedMail] | None = None,
    job: int = 0,
) -> dict[str, Any]:
    """Send one queued mail as part of `job`; returns its new row. `ahead` returns the mail if it was packed ahead.

    Raises Unavailable if it must wait; it then stays queued.
    """

    def pack(row: Row) -> ComposedMail:
        return ahead() if ahead else pack_mail(db, actor, row)

    return MAILS.deliver(db, actor, email, mailer, pack, _record_sent, job)


def pack_mail(db: Database, actor: Actor, row: Row, sheet: Sheet | None = None) -> ComposedMail:
    """Return the mail with the PDF of the current invoice, or of `sheet`, and the file id of that PDF for the log.

    Raises Unavailable, Refused.
    """
    if sheet is None:
        with db.read() as connection:
            sheets = queries.sheets(connection, actor, [row["invoice_id"]])
        if not sheets:
            raise Refused("The invoice no longer exists")
        sheet = sheets[0]
    raise_if(rules.refuse(row["kind"], sheet.invoice))  # for example cancelled while the mail was queued
    paper = pdfs.paper(sheet, rules.document_kind(row["kind"]))
    file_id, content = pdfs.PAPERS.stored(db, actor, paper)
    attachments = [Attachment(paper.name, MEDIA_TYPE, content)]
    remaining = MOST_ATTACHED - len(content)
    for attachment_id in row["attachments"]:
        file = store.get(attachment_id, actor, most=max(remaining, 0))
        remaining -= len(file.content)
        attachments.append(Attachment(file.name, file.media_type, file.content))
    to = row["recipient"]
    mail = Mail(
        to=to,
        name=sheet.invoice["name"] if to == sheet.invoice["email"] else "",
        subject=row["subject"],
        html=row["body"],
        message_id=row["message_id"],
        reply_to=sheet.letterhead["email"],
        attachments=attachments,
    )
    return ComposedMail(mail, {"file_id": file_id})


def _record_sent(tx: Tx, row: Row) -> None:
    """Record on the invoice when it was sent and by whom; receipts are not recorded."""
    before = lock_invoice(tx, row["invoice_id"], editable=False)
    values = {} if row["kind"] == "receipt" else {"email_sent": sa.func.now(), "email_sent_by_name": tx.actor.name}
    change_invoice(tx, before, **values)


def _run(context: JobContext) -> dict[str, Any]:
    with Mailer() as mailer:
        row = deliver(context.db, context.actor, context.params["email"], mailer, job=context.id)
    if row["state"] == "failed":
        raise Refused(row["error"])
    return {"id": row["id"], "state": row["state"], "error": row["error"], "fileId": row["file_id"]}


SEND = Job("sendInvoice", _run)
