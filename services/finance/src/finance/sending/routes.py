"""Calls for sending and printing (`money.md 7`)."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from finance.invoices.lists import INVOICES
from finance.invoices.policy import reads, sends
from finance.sending import bulk, commands, pdfs
from finance.sending.answers import MailPreview, MailQueued, SendSummary, StoredPdf
from finance.statistics.lists import UNPAID
from kit.http.fastapi import Body, Call, Id, Routes
from kit.http.shapes import Started

routes = Routes()
_LISTS = {"invoices": INVOICES, "unpaid": UNPAID}

Kind = Literal["invoice", "receipt", "reminder"]


class PreviewBody(Body):
    """The kind of mail, for a reminder."""

    kind: Literal["invoice", "reminder"] = "invoice"


class MailBody(Body):
    """The mail as edited by the person; absent fields are as in the preview. `attachments` are further file ids."""

    to: str | None = Field(default=None, max_length=255)
    subject: str | None = Field(default=None, max_length=commands.MAX_SUBJECT)
    body: str | None = Field(default=None, max_length=commands.MAX_BODY)
    attachments: list[Id] = Field(default=[], max_length=commands.MAX_ATTACHMENTS)


class InvoiceMailBody(MailBody):
    """An invoice, or a reminder of it."""

    kind: Literal["invoice", "reminder"] = "invoice"


class ChoiceBody(Body):
    """The chosen invoices: `ids`, or all that match `query` except `except` (as in an export)."""

    ids: list[Id] | None = Field(default=None, max_length=bulk.MAX_INVOICES)
    except_: list[Id] | None = Field(default=None, alias="except", max_length=bulk.MAX_INVOICES)
    query: dict[str, str | int | bool] = Field(default_factory=dict)


class SendBody(ChoiceBody):
    """`of`: the list that `query` belongs to. `again` includes invoices already sent today; `mails` are those a person
    edited, by invoice id."""

    of: Literal["invoices", "unpaid"] = "invoices"
    kind: Kind = "invoice"
    again: bool = False
    mails: dict[Id, MailBody] = Field(default_factory=dict)


@routes.get("/invoice/{id}/generate/pdf", may=reads, answers=StoredPdf)
def generate_pdf(call: Call, id: int) -> dict[str, Any]:
    """Return the invoice as a stored PDF."""
    return pdfs.generate(call.db, call.actor, id)


@routes.post("/invoice/{id}/send/email/preview", may=sends, answers=MailPreview)
def preview_email(call: Call, id: int, body: PreviewBody | None = None) -> dict[str, Any]:
    """Return the mail as it would be sent."""
    return call.read(commands.preview, id, (body or PreviewBody()).kind)


@routes.post("/invoice/{id}/send/receipt/preview", may=sends, answers=MailPreview)
def preview_receipt(call: Call, id: int) -> dict[str, Any]:
    """Return the receipt as it would be sent."""
    return call.read(commands.preview, id, "receipt")


@routes.post("/invoice/{id}/send/email", may=sends, status=202, answers=MailQueued)
def send_email(call: Call, id: int, body: InvoiceMailBody | None = None) -> dict[str, Any]:
    """Send the invoice by email."""
    edited = (body or InvoiceMailBody()).model_dump(exclude_none=True)
    return commands.send(call.tx, id, edited.pop("kind"), edited)


@routes.post("/invoice/{id}/send/receipt", may=sends, status=202, answers=MailQueued)
def send_receipt(call: Call, id: int, body: MailBody | None = None) -> dict[str, Any]:
    """Send the receipt of a paid invoice."""
    return commands.send(call.tx, id, "receipt", (body or MailBody()).model_dump(exclude_none=True))


@routes.post("/invoice/{id}/email/{emailId}/retry", may=sends, status=202, answers=MailQueued)
def retry(call: Call, id: int, emailId: int) -> dict[str, Any]:
    """Send a failed mail again."""
    return commands.retry(call.tx, id, emailId)


@routes.post("/invoices/send/summary", may=sends, answers=SendSummary)
def send_summary(call: Call, body: SendBody) -> dict[str, Any]:
    """Return the preview of a sending."""
    ids = call.read(bulk.select_ids, _LISTS[body.of], body.ids, body.except_, body.query)
    return call.read(bulk.send_summary, ids, body.kind, body.again)


@routes.post("/invoices/send", may=sends, status=202, answers=Started)
def send_many(call: Call, body: SendBody) -> dict[str, Any]:
    """Send many invoices."""
    ids = call.read(bulk.select_ids, _LISTS[body.of], body.ids, body.except_, body.query)
    mails = {record: mail.model_dump(exclude_none=True) for record, mail in body.mails.items()}
    return bulk.start_sending(call.tx, ids, body.kind, body.again, mails)
