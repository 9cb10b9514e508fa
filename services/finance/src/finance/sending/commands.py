"""Putting a mail into the queue: previewed, edited, sent once (`money.md 2`, Email preview)."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from finance.days import today
from finance.invoices import issuing
from finance.invoices import rules as invoices
from finance.invoices.commands import changed, locked
from finance.invoices.policy import sends
from finance.pay.rules import address_of
from finance.sending import document, queries, rules
from finance.sending.delivery import SEND
from finance.sending.model import MAILS, invoice_email
from finance.sending.queries import Sheet
from kit import jobs, mail
from kit.database import Tx
from kit.errors import Conflict, Forbidden, Invalid, NotFound
from kit.policy import Actor
from kit.records.pipeline import NOT_ALLOWED
from kit.values import Email, richtext

LONGEST_SUBJECT = 250
LONGEST_BODY = 100_000
MOST_ATTACHMENTS = 20
_ADDRESS = Email(required=True)


def preview(connection: sa.Connection, actor: Actor, record: int, kind: str) -> dict[str, Any]:
    """`{person, to, subject, body, attachments, warning}` of the mail as it would go (`money.md 3`, Email preview).

    Raises NotFound, Invalid and Conflict as the sending itself would.
    """
    sheet = _sheet(connection, actor, record)
    refusal = rules.refuse(kind, sheet.invoice) or rules.nowhere_to_pay(kind, sheet.invoice, sheet.invoice["holder"])
    if refusal is not None:
        raise refusal
    if kind != "receipt":
        issuing.check_sending(connection, sheet.invoice)
    subject, body = composed(connection, sheet, kind, _words(sheet, actor.name) | _number_to_come(sheet.invoice))
    name = f"{document.title(sheet, rules.document_kind(kind))}.pdf"
    return {
        "id": record,
        "kind": kind,
        "person": rules.addressed(sheet.invoice),
        "to": sheet.invoice["email"],
        "subject": subject,
        "body": body,
        "attachments": [{"id": None, "name": name}],
        "warning": None if kind == "receipt" else rules.other_account(sheet.invoice),
    }


def _number_to_come(row: Mapping[str, Any]) -> dict[str, str]:
    return {"number": rules.NUMBER_TO_COME} if row["status"] == "draft" else {}


def composed(connection: sa.Connection, sheet: Sheet, kind: str, words: Mapping[str, str | None]) -> tuple[str, str]:
    """Subject and body of a kind of mail for an invoice, from its template."""
    text = queries.template(connection, rules.template_kind(kind, sheet.invoice))
    return rules.filled(text["subject"], words, escape=False), rules.filled(text["body"], words, escape=True)


def _words(sheet: Sheet, sender: str) -> dict[str, str | None]:
    link = address_of(sheet.invoice["uuid"])
    return rules.words_of(sheet.invoice, sheet.plan, sheet.letterhead, link, sender, today())


def send(tx: Tx, record: int, kind: str, edited: Mapping[str, Any]) -> dict[str, Any]:
    """Queue the mail and its job; `edited` are `to`, `subject`, `body` and `attachments` as the person left them.

    Answers `{id, jobId, state, notice}`. Raises NotFound, Invalid, Conflict.
    """
    row = queue(tx, record, kind, edited)
    number = _enqueue(tx, row)
    notice = rules.notice_of(kind, credit=row["credit"], proposed=row["proposed"])
    return {"id": row["id"], "jobId": jobs.public_id(number), "state": row["state"], "notice": notice}


def queue(
    tx: Tx,
    record: int,
    kind: str,
    edited: Mapping[str, Any],
    batch: uuid.UUID | None = None,
    job_id: int | None = None,
) -> dict[str, Any]:
    """The row in the log of a mail that waits; `proposed` in it says whether a draft was proposed on the way."""
    row = locked(tx, record, editable=False)
    if not sends(tx.actor, row):
        raise Forbidden(NOT_ALLOWED)
    refusal = rules.refuse(kind, row)
    if refusal is not None:
        raise refusal
    if kind != "receipt":
        issuing.check_sending(tx.connection, row)
    proposed = row["status"] == "draft"
    if proposed:
        _propose(tx, row)
    sheet = _sheet(tx.connection, tx.actor, record)  # as it is now: a draft has got its number
    nowhere = rules.nowhere_to_pay(kind, sheet.invoice, sheet.invoice["holder"])
    if nowhere is not None:
        raise nowhere
    words = _words(sheet, tx.actor.name)
    subject, body = composed(tx.connection, sheet, kind, words)
    coming = rules.number_arrived if proposed else str
    values = {
        "invoice_id": record,
        "kind": kind,
        "recipient": _address(edited.get("to") or row["email"]),
        "subject": rules.filled(coming(_subject(edited.get("subject") or subject)), words, escape=False),
        "body": rules.filled(coming(_body(edited.get("body") or body)), words, escape=True),
        "attachments": list(edited.get("attachments") or ())[:MOST_ATTACHMENTS],
        "message_id": mail.new_message_id(),
        "batch": batch,
        "job_id": job_id,
        "created_by_id": tx.actor.user_id,
        "created_by_name": tx.actor.name,
    }
    MAILS.close_given_up(tx, invoice_email.c.invoice_id == record)  # what was cancelled stands in no other's way
    under_way = sa.text("state IN ('queued', 'sending')")
    once = insert(invoice_email).values(**values)
    once = once.on_conflict_do_nothing(index_elements=["invoice_id", "kind"], index_where=under_way)
    made = tx.one(once.returning(*invoice_email.c))
    if made is None:
        raise Conflict("This invoice is being sent already; please wait until it is through", code="under_way")
    return made | {"proposed": proposed, "credit": invoices.is_credit(row)}


def checked(edited: Mapping[str, Any]) -> dict[str, Any]:
    """The mail as a person edited it, fit to be kept until it is sent. Raises Invalid."""
    checks = {"to": _address, "subject": _subject, "body": _body}
    return {name: checks[name](value) if name in checks else value for name, value in edited.items()}


def retry(tx: Tx, record: int, email: int) -> dict[str, Any]:
    """Send a mail again that failed, or of which nobody knows. Raises NotFound, Conflict."""
    locked(tx, record, editable=False)
    now = MAILS.again(tx, sa.and_(invoice_email.c.id == email, invoice_email.c.invoice_id == record))
    return {"id": email, "jobId": jobs.public_id(_enqueue(tx, now)), "state": "queued", "notice": rules.SENT}


def _enqueue(tx: Tx, row: Mapping[str, Any]) -> int:
    return MAILS.give(tx, row, SEND, {"email": row["id"]})


def _propose(tx: Tx, row: Mapping[str, Any]) -> None:
    """A draft that is sent is proposed: it gets its number (`money.md 4`, Old invoice flow)."""
    changed(tx, row, status="proposed", **issuing.issue(tx, row))


def _sheet(connection: sa.Connection, actor: Actor, record: int) -> Sheet:
    found = queries.sheets(connection, actor, [record], whole=False)
    if not found:
        raise NotFound()
    return found[0]


def _address(text: Any) -> str:
    try:
        return str(_ADDRESS.parse(text))
    except Invalid as refusal:
        raise Invalid(refusal.text, fields={"to": refusal.text}) from None


def _subject(text: str) -> str:
    plain = " ".join(text.split())
    if len(plain) > LONGEST_SUBJECT:
        told = f"Field must have at most {LONGEST_SUBJECT} characters"
        raise Invalid(told, fields={"subject": told})
    return plain


def _body(text: str) -> str:
    """As the editors of `money.md 5` do it: sanitised to the allowed tags, attributes and styles."""
    if len(text) > LONGEST_BODY:
        told = f"Field must have at most {LONGEST_BODY:,} characters"
        raise Invalid(told, fields={"body": told})
    return richtext.sanitise(text)
