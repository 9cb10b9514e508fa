"""From the queue into the post, at most once.

`queued` → `sending` is committed before the server is spoken to, `sending` → `sent` after it said yes. Whoever finds a
mail in `sending` that nobody works on any more does not know whether it went: it becomes `unknown`, and only a person
sends it again (docs/finance.md, Sending).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from typing import Any

import sqlalchemy as sa

from finance.invoices.commands import changed, locked
from finance.sending import pdfs, queries, rules
from finance.sending.model import invoice_email
from finance.sending.pdfs import MEDIA_TYPE
from finance.sending.queries import Sheet
from kit import log, store, tables
from kit.db import Database
from kit.errors import Refused, Unavailable
from kit.jobs import Job, JobContext
from kit.mail import GIVE_UP, MOST_ATTACHED, STILL_SENDING, UNKNOWN, Attachment, Mail, Mailer, Unanswered
from kit.policy import Actor

_log = log.get(__name__)
_columns = invoice_email.c

Packed = tuple[Mail, int]


def deliver(
    db: Database, actor: Actor, email: int, mailer: Mailer, ahead: Callable[[], Packed] | None = None
) -> dict[str, Any]:
    """Send one queued mail; its row as it is then. `ahead` gives the mail where it was packed before its turn.

    Raises Unavailable when it has to wait: it is queued as before.
    """
    row = _row(db, email)
    if row["state"] == "sending":
        return _left_behind(db, row)
    if row["state"] != "queued":
        return row
    try:
        ready = ahead() if ahead else packed(db, actor, row)
    except Unavailable as error:
        return _wait(db, row, error)
    except Refused as error:
        return _ended(db, row, "failed", error.text)
    claimed = _write(db, row, "queued", state="sending", tries=_columns.tries + 1, error="", file_id=ready[1])
    if claimed is None:  # another worker was quicker
        return _row(db, email)
    try:
        mailer.send(ready[0])
    except Unanswered as error:
        _log.warning("mail_unanswered", email=email, error=error.text)
        return _ended(db, claimed, "unknown", UNKNOWN)
    except Unavailable as error:
        return _wait(db, claimed, error)
    except Refused as error:
        return _ended(db, claimed, "failed", error.text)
    return _sent(db, actor, claimed)


def packed(db: Database, actor: Actor, row: Mapping[str, Any], sheet: Sheet | None = None) -> Packed:
    """The mail with its PDF as the invoice is now (or as `sheet` has it), and the id of that file.

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
    return mail, file_id


def _row(db: Database, email: int) -> dict[str, Any]:
    with db.read() as connection:
        return dict(connection.execute(sa.select(invoice_email).where(_columns.id == email)).mappings().one())


def _write(db: Database, row: Mapping[str, Any], *states: str, **values: Any) -> dict[str, Any] | None:
    """Change the row where it is in one of `states`; None where it is not."""
    mine = sa.and_(_columns.id == row["id"], _columns.state.in_(states))
    statement = sa.update(invoice_email).where(mine).values(modified=tables.now(), **values).returning(*_columns)
    with db.read() as connection:
        found = connection.execute(statement).mappings().first()
    return dict(found) if found is not None else None


def _ended(db: Database, row: Mapping[str, Any], state: str, error: str) -> dict[str, Any]:
    return _write(db, row, "queued", "sending", state=state, error=error) or _row(db, row["id"])


def _wait(db: Database, row: Mapping[str, Any], error: Unavailable) -> dict[str, Any]:
    """Back into the queue with the reason, and the job waits; after an hour it fails. Raises Unavailable."""
    if dt.datetime.now(dt.UTC) - row["queued"] > GIVE_UP:
        return _ended(db, row, "failed", error.text)
    _write(db, row, "queued", "sending", state="queued", error=error.text)
    raise error


def _left_behind(db: Database, row: Mapping[str, Any]) -> dict[str, Any]:
    """A mail in `sending` that this run did not put there. Raises Unavailable while another may still be at it."""
    if dt.datetime.now(dt.UTC) - row["modified"] < STILL_SENDING:
        raise Unavailable("This mail is being sent")
    return _ended(db, row, "unknown", UNKNOWN)


def _sent(db: Database, actor: Actor, row: Mapping[str, Any]) -> dict[str, Any]:
    """The server has it: the log and the invoice say so."""
    with db.transaction(actor) as tx:
        locked(tx, row["invoice_id"], editable=False)
        mine = sa.and_(_columns.id == row["id"], _columns.state.in_(["sending", "unknown"]))
        values = {"state": "sent", "sent": tables.now(), "error": "", "modified": tables.now()}
        now = tx.one(sa.update(invoice_email).where(mine).values(**values).returning(*_columns))
        assert now is not None
        told = {} if row["kind"] == "receipt" else {"email_sent": now["sent"], "email_sent_by_name": actor.name}
        changed(tx, row["invoice_id"], **told)
    return now


def _run(context: JobContext) -> dict[str, Any]:
    with Mailer() as mailer:
        row = deliver(context.db, context.actor, context.params["email"], mailer)
    if row["state"] == "failed":
        raise Refused(row["error"])
    return {"id": row["id"], "state": row["state"], "error": row["error"], "fileId": row["file_id"]}


SEND = Job("sendInvoice", _run)
