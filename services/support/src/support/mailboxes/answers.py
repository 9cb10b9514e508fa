"""Answers to calls about mailboxes."""

from __future__ import annotations

from typing import TypedDict

from kit.values.schemas import Moment


class MailboxParts(TypedDict):
    """Whether a password for IMAP is stored; it is never returned."""

    hasPassword: bool


class PasswordKept(TypedDict):
    id: int
    hasPassword: bool


class MailAttachment(TypedDict):
    """An attachment of a mail; `refused` is why it is not a file of the ticket."""

    name: str
    size: int
    fileId: int | None
    refused: str


class MailInParts(TypedDict):
    """The attachments with their files, and whether its sender is blocked."""

    attachments: list[MailAttachment]
    senderBlocked: bool


class SenderBlocked(TypedDict):
    """The sender, and whether they are blocked now."""

    id: int
    sender: str
    blocked: bool


class TicketMailIn(TypedDict):
    """The mail of a message. `onTicket`: its sender is on the ticket; `folded` is the quoted html."""

    id: int
    messageId: int
    sender: str
    senderName: str
    received: Moment
    subject: str
    onTicket: bool
    folded: str
    attachments: list[MailAttachment]


class TicketMailOut(TypedDict):
    """An outgoing mail: the message it carries (none for a receipt), its state, and why it bounced."""

    id: int
    messageId: int | None
    recipient: str
    state: str
    error: str
    sent: Moment | None
    bounced: Moment | None
    bounceReason: str


class TicketMails(TypedDict):
    """The mails of a ticket; `address` is the address of an asker by mail."""

    address: str
    incoming: list[TicketMailIn]
    outgoing: list[TicketMailOut]
