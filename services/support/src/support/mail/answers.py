"""Answers to calls about email templates, other than the declared ones (`money.md 3`)."""

from __future__ import annotations

from typing import TypedDict


class TemplateParts(TypedDict):
    """The merge fields of subject and body, with their meaning."""

    mergeFields: dict[str, str]


class SentParts(TypedDict):
    """The status of a mail: one whose job was given up has failed."""

    state: str
    error: str


class SendingParts(TypedDict):
    """The number of mails of a sending by their outcome so far; `waiting` are still to be sent."""

    sent: int
    failed: int
    unknown: int
    skipped: int
    waiting: int


class TemplateAttachment(TypedDict):
    """A file attached to a mail; a deleted one has no name."""

    id: int
    name: str | None


class TemplateMail(TypedDict):
    """A mail as it would be sent; `problem` is why it cannot be."""

    id: int
    person: str
    to: str
    problem: str | None
    subject: str
    body: str
    attachments: list[TemplateAttachment]


class NotMailed(TypedDict):
    """A skipped recipient, and the reason."""

    id: int
    person: str
    reason: str


class MailsQueued(TypedDict):
    """The job that sends the first mails (none if all are scheduled or wait for their turn), the sending, the number of
    mails, and the notice for the person."""

    id: str | None
    sendingId: int
    queued: int
    skipped: list[NotMailed]
    title: str
    notice: str


class MailAgain(TypedDict):
    """A repeated mail, and its job."""

    id: int
    jobId: str
    state: str
    notice: str
