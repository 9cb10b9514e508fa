"""The fields of mailboxes, incoming mails and blocked senders."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.policy import Actor, Row, nobody
from kit.records import Acts, Create, Delete, FieldSet
from support.mailboxes import attributes
from support.mailboxes.answers import MailboxParts, MailInParts
from support.mailboxes.model import blocked_sender, mail_in, mailbox
from support.mailboxes.policy import ALL, MAILS, keeps, reads


def _mail_parts(connection: sa.Connection, actor: Actor, row: Row) -> dict[str, Any]:
    blocked = sa.select(sa.exists().where(blocked_sender.c.address == row["sender"]))
    return {"attachments": row["attachments"], "senderBlocked": bool(connection.scalar(blocked))}


MAILBOX_FIELDS = FieldSet(
    name="mailbox",
    table=mailbox,
    path="/v2/support/mailbox/{id}",
    scope=ALL,
    read=reads,
    may=keeps,
    create=Create(fields=("address", "type", "imapHost", "imapPort", "imapTls", "imapUser", "imapFolder", "receipts")),
    delete=Delete(named=lambda row: str(row["address"])),
    extra=lambda connection, actor, row: {"hasPassword": bool(row["imap_password"])},
    answers=MailboxParts,
    sections=attributes.MAILBOX.sections({"mailbox": "Mailbox", "imap": "IMAP"}),
)
MAIL_IN_FIELDS = FieldSet(
    name="mailIn",
    table=mail_in,
    path="/v2/support/mailIn/{id}",
    scope=MAILS,
    read=reads,
    may=nobody,
    extra=_mail_parts,
    answers=MailInParts,
    sections=attributes.MAIL_IN.sections(
        {"mail": "Mail"}, {entry.name: Acts(read_only=True) for entry in attributes.MAIL_IN if entry.section}
    ),
)
BLOCKED_FIELDS = FieldSet(
    name="blockedSender",
    table=blocked_sender,
    path="/v2/support/blockedSender/{id}",
    scope=ALL,
    may=reads,
    create=Create(fields=("address", "reason")),
    delete=Delete(undo=True, named=lambda row: str(row["address"])),
    sections=attributes.BLOCKED.sections({"sender": "Blocked sender"}),
)
