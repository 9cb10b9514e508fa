"""Preview, edit and queue a mail, sent at most once (`money.md 2`, Email preview)."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from finance.invoices import issuing
from finance.invoices import rules as invoices
from finance.invoices.commands import change_invoice, lock_invoice
from finance.invoices.policy import sends
from finance.pay.rules import address_of
from finance.sending import document, queries, rules
from finance.sending.delivery import SEND
from finance.sending.model import MAILS, UNDER_WAY, invoice_email
from finance.sending.queries import Sheet
from kit import jobs
from kit.database import Tx
from kit.errors import Invalid, raise_if
from kit.policy import Actor
from kit.values import Email, richtext
from kit.values.days import today

MAX_SUBJECT = 250
MAX_BODY = 100_000
MAX_ATTACHMENTS = 20
_ADDRESS = Email(required=True)


def preview(
    connection: sa.Connection, actor: Actor, record: int, kind: str, *, text: str = "", sender: str = ""
) -> dict[str, Any]:
    """Return `{id, kind, person, to, subject, body, attachments, warning}` of the mail (`money.md 3`, Email preview).

    `text` replaces the template of the kind, `sender` the actor's name. Raises NotFound, Invalid and Conflict as `send`
    does.
    """
    sheet = queries.sheet(connection, actor, record, all_parts=False)
    raise_if(rules.refuse(kind, sheet.invoice) or rules.refuse_without_account(kind, sheet.invoice))
    if kind != "receipt":
        issuing.check_sending(connection, sheet.invoice)
    values = _merge_values(sheet, sender or actor.name)
    if sheet.invoice["status"] == "draft":
        values["number"] = rules.NUMBER_TO_COME
    subject, body = compose(connection, sheet, kind, values, text)
    name = f"{document.title(sheet, rules.document_kind(kind))}.pdf"
    return {
        "id": record,
        "kind": kind,
        "person": rules.addressee(sheet.invoice),
        "to": sheet.invoice["email"],
        "subject": subject,
        "body": body,
        "attachments": [{"id": None, "name": name}],
        "warning": None if kind == "receipt" else rules.other_currency_warning(sheet.invoice),
    }


def compose(
    connection: sa.Connection, sheet: Sheet, kind: str, values: Mapping[str, str | None], text: str = ""
) -> tuple[str, str]:
    """Return subject and body of a kind of mail for an invoice, from its template or from another `text`."""
    own = rules.template_kind(kind, sheet.invoice)
    wanted = own if own == "reminderProposal" else text or own
    template = queries.template(connection, wanted, own)
    return (
        rules.fill_in(template["subject"], values, escape=False),
        rules.fill_in(template["body"], values, escape=True),
    )


def _merge_values(sheet: Sheet, sender: str) -> dict[str, str | None]:
    link = address_of(sheet.invoice["uuid"])
    return rules.merge_values(sheet.invoice, sheet.plan, sheet.letterhead, link, sender, today())


def send(tx: Tx, record: int, kind: str, edited: Mapping[str, Any], text: str = "") -> dict[str, Any]:
    """Queue the mail and its job; `edited` has `to`, `subject`, `body` and `attachments` as edited by a person.

    `text` replaces the template of the kind. Returns `{id, jobId, state, notice}`.

    Raises NotFound, Invalid, Conflict.
    """
    row = queue(tx, record, kind, edited, text=text)
    job_id = _enqueue(tx, row)
    notice = rules.notice_of(kind, credit=row["credit"], proposed=row["proposed"])
    return {"id": row["id"], "jobId": jobs.public_id(job_id), "state": row["state"], "notice": notice}


def queue(
    tx: Tx,
    record: int,
    kind: str,
    edited: Mapping[str, Any],
    batch: uuid.UUID | None = None,
    job_id: int | None = None,
    text: str = "",
) -> dict[str, Any]:
    """Queue the mail; returns its row of the log, with `proposed` (whether a draft was issued) and `credit`.

    Raises NotFound, Forbidden, Invalid, Conflict.
    """
    row = lock_invoice(tx, record, editable=False)
    sends.require(tx.actor, row)
    raise_if(rules.refuse(kind, row))
    if kind != "receipt":
        issuing.check_sending(tx.connection, row)
    proposed = row["status"] == "draft"
    if proposed:  # sending a draft proposes it and assigns its number (`money.md 4`, Old invoice flow)
        change_invoice(tx, row, status="proposed", **issuing.issue(tx, row))
    sheet = queries.sheet(tx.connection, tx.actor, record, all_parts=False)  # read again: the draft has its number now
    raise_if(rules.refuse_without_account(kind, sheet.invoice))
    merge = _merge_values(sheet, tx.actor.name)
    subject, body = compose(tx.connection, sheet, kind, merge, text)
    finish = rules.with_number_field if proposed else str
    values = {
        "invoice_id": record,
        "kind": kind,
        "recipient": _address(edited.get("to") or row["email"]),
        "subject": rules.fill_in(finish(_subject(edited.get("subject") or subject)), merge, escape=False),
        "body": rules.fill_in(finish(_body(edited.get("body") or body)), merge, escape=True),
        "attachments": list(edited.get("attachments") or ())[:MAX_ATTACHMENTS],
        "batch": batch,
        "job_id": job_id,
    }
    MAILS.fail_abandoned(tx, invoice_email.c.invoice_id == record)  # a cancelled mail must not block this one
    mail_row = MAILS.add(tx, values, ("invoice_id", "kind"), UNDER_WAY)
    return mail_row | {"proposed": proposed, "credit": invoices.is_credit(row)}


def check_edited(edited: Mapping[str, Any]) -> dict[str, Any]:
    """Return the validated and sanitised values of an edited mail. Raises Invalid."""
    checks = {"to": _address, "subject": _subject, "body": _body}
    return {name: checks[name](value) if name in checks else value for name, value in edited.items()}


def retry(tx: Tx, record: int, email: int) -> dict[str, Any]:
    """Retry a mail that failed or whose outcome is unknown. Raises NotFound, Conflict."""
    lock_invoice(tx, record, editable=False)
    row = MAILS.requeue(tx, sa.and_(invoice_email.c.id == email, invoice_email.c.invoice_id == record))
    return {"id": email, "jobId": jobs.public_id(_enqueue(tx, row)), "state": "queued", "notice": rules.SENT}


def _enqueue(tx: Tx, row: Mapping[str, Any]) -> int:
    return MAILS.assign_job(tx, row, SEND, {"email": row["id"]})


def _address(text: Any) -> str:
    try:
        return str(_ADDRESS.parse(text))
    except Invalid as refusal:
        raise Invalid(refusal.text, field="to") from None


def _subject(text: str) -> str:
    plain = " ".join(text.split())
    if len(plain) > MAX_SUBJECT:
        raise Invalid(f"Field must have at most {MAX_SUBJECT} characters", field="subject")
    return plain


def _body(text: str) -> str:
    """Return rich text, sanitised to the tags, attributes and styles of `money.md 5`. Raises Invalid."""
    if len(text) > MAX_BODY:
        raise Invalid(f"Field must have at most {MAX_BODY:,} characters", field="body")
    return richtext.sanitise(text)
