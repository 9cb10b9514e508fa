"""Answers of the calls of email templates beside the declared ones (`money.md 3`)."""

from __future__ import annotations

from typing import TypedDict


class TemplateParts(TypedDict):
    """The merge fields of subject and body, with their meaning."""

    mergeFields: dict[str, str]


class SentParts(TypedDict):
    """The status of a mail: one that waits for a job that was given up has failed."""

    state: str
    error: str


class SendingParts(TypedDict):
    """The number of mails of a sending by their outcome so far; `waiting` are those that still go."""

    sent: int
    failed: int
    unknown: int
    skipped: int
    waiting: int


class TemplateAttachment(TypedDict):
    """A file that goes with a mail; one that is gone has no name."""

    id: int
    name: str | None


class TemplateMail(TypedDict):
    """A mail as it would go; `problem` is why it cannot be sent."""

    id: int
    person: str
    to: str
    problem: str | None
    subject: str
    body: str
    attachments: list[TemplateAttachment]


class NotMailed(TypedDict):
    """Somebody who gets none, and why."""

    id: int
    person: str
    reason: str


class MailsQueued(TypedDict):
    """The job that sends the first of them (none where all wait for their time or their turn), the sending, how many,
    and what to tell the person."""

    id: str | None
    sendingId: int
    queued: int
    skipped: list[NotMailed]
    title: str
    notice: str


class MailAgain(TypedDict):
    """A mail that is sent again, and its job."""

    id: int
    jobId: str
    state: str
    notice: str
