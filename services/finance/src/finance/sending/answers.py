"""Answers to calls about sending and printing."""

from __future__ import annotations

from typing import TypedDict

from kit.values.schemas import Moment


class SentEmail(TypedDict):
    """A mail in the log of an invoice."""

    id: int
    kind: str
    to: str
    subject: str
    state: str
    error: str
    date: Moment
    by: str
    fileId: int | None


class StoredPdf(TypedDict):
    """The file of an invoice."""

    fileId: int
    name: str


class MailAttachment(TypedDict):
    """A file attached to a mail; the invoice's own is rendered on sending and has no id yet."""

    id: int | None
    name: str


class MailPreview(TypedDict):
    """The mail as it would be sent (`money.md 3`); `warning` is for the sender."""

    id: int
    kind: str
    person: str
    to: str
    subject: str
    body: str
    attachments: list[MailAttachment]
    warning: str | None


class MailQueued(TypedDict):
    """The mail in the log, the job that sends it, and the notice for the person."""

    id: int
    jobId: str
    state: str
    notice: str


class LeftOut(TypedDict):
    """A skipped invoice, and the reason."""

    id: int
    number: str | None
    name: str
    reason: str


class PrintSummary(TypedDict):
    """The contents of a print."""

    total: int
    ready: int
    drafts: int
    skipped: list[LeftOut]


class SendSummary(PrintSummary):
    """The effect of a sending; `ids` are the invoices that are ready."""

    ids: list[int]
