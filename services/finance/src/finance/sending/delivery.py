"""From the queue into the post, at most once (`kit.mail.queue`; docs/finance.md, Sending)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sqlalchemy as sa

from finance.invoices.commands import changed, locked
from finance.sending import pdfs, queries, rules
from finance.sending.model import MAILS
from finance.sending.pdfs import MEDIA_TYPE
from finance.sending.queries import Row, Sheet
from kit.database import Database, Tx
from kit.documents import store
from kit.errors import Refused
from kit.jobs import Job, JobContext
from kit.mail import MOST_ATTACHED, Attachment, Mail, Mailer
from kit.mail.queue import Pack, Packed
from kit.policy import Actor


def deliver(
    db: Database, actor: Actor, email: int, mailer: Mailer, ahead: Callable[[], Packed] | None = None, job: int = 0
) -> dict[str, Any]:
    """Send one queued mail, as work of `job`; its row as it is then. `ahead` gives the mail where it was packed before
    its turn.

    Raises Unavailable when it has to wait: it is queued as before.
    """
    pack: Pack = lambda row: ahead() if ahead else packed(db, actor, row)  # noqa: E731
    return MAILS.deliver(db, actor, email, mailer, pack, _sent, job)


def packed(db: Database, actor: Actor, row: Row, sheet: Sheet | None = None) -> Packed:
    """The mail with its PDF as the invoice is now (or as `sheet` has it); the log notes the id of that file.

    Raises Unavailable, Refused.
    """
    if sheet is None:
        with db.read() as connection:
            found = queries.sheets(connection, actor, [row["invoice_id"]])
        if not found:
            raise Refused("The invoice is gone")
        sheet = found[0]
    refusal = rules.refuse(row["kind"], sheet.invoice)
    if refusal is not None:  # it was cancelled while the mail waited, say
        raise refusal
    made = pdfs.paper(sheet, rules.document_kind(row["kind"]))
    file_id, content = pdfs.kept(db, actor, made)
    attached = [Attachment(made.name, MEDIA_TYPE, content)]
    left = MOST_ATTACHED - len(content)
    for other in row["attachments"]:
        more = store.get(other, actor, most=max(left, 0))
        left -= len(more.content)
        attached.append(Attachment(more.name, more.media_type.partition(";")[0], more.content))
    to = row["recipient"]
    mail = Mail(
        to=to,
        name=sheet.invoice["name"] if to == sheet.invoice["email"] else "",
        subject=row["subject"],
        html=row["body"],
        message_id=row["message_id"],
        reply_to=sheet.letterhead["email"],
        attachments=attached,
    )
    return Packed(mail, {"file_id": file_id})


def _sent(tx: Tx, row: Row) -> None:
    """The invoice says when it was sent and by whom; of a receipt it says nothing."""
    before = locked(tx, row["invoice_id"], editable=False)
    told = {} if row["kind"] == "receipt" else {"email_sent": sa.func.now(), "email_sent_by_name": tx.actor.name}
    changed(tx, before, **told)


def _run(context: JobContext) -> dict[str, Any]:
    with Mailer() as mailer:
        row = deliver(context.db, context.actor, context.params["email"], mailer, job=context.id)
    if row["state"] == "failed":
        raise Refused(row["error"])
    return {"id": row["id"], "state": row["state"], "error": row["error"], "fileId": row["file_id"]}


SEND = Job("sendInvoice", _run)
