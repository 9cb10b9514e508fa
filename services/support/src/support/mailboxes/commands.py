"""Commands of mailboxes: storing passwords, blocking senders, and queueing the outgoing mails of tickets."""

from __future__ import annotations

import html
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from kit import mail
from kit.database import Tx, tables
from kit.encryption import Cipher
from kit.errors import NotFound
from kit.settings import settings
from support.mailboxes import queries, rules
from support.mailboxes.jobs import SEND
from support.mailboxes.model import TICKET_MAILS, blocked_sender, mail_in, mailbox, ticket_mail
from support.mailboxes.policy import ALL

RECEIPT = (
    "<p>Thank you for your message. It is ticket #{id}, and our team will answer it.</p>"
    "<p>Reply to this email to add to it.</p>"
)
RESOLVED = (
    "<p>Your question “{title}” is resolved.</p>"
    '<p><a href="{address}">Rate the answer</a> and help us to get better.</p>'
    "<p>Is something left? Reply to this email, and ticket #{id} is open again.</p>"
)
_FOOT = "<p>{name}<br>Ticket #{id}. Reply to this email to write to us again.</p>"


def cipher() -> Cipher:
    """Return the cipher of the passwords of mailboxes."""
    return Cipher("mailbox passwords", settings().service_key)


def set_password(tx: Tx, mailbox_id: int, password: str) -> dict[str, Any]:
    """Store the password of a mailbox, encrypted; an empty one removes it. Raises NotFound."""
    stored = cipher().encrypt(password) if password else ""
    of_mailbox = sa.and_(mailbox.c.id == mailbox_id, ALL.where(tx.actor))
    values = {"imap_password": stored, "problem": "", **tables.version_values(mailbox)}
    if tx.execute(sa.update(mailbox).where(of_mailbox).values(**values)).rowcount == 0:
        raise NotFound()
    return {"id": mailbox_id, "hasPassword": bool(password)}


def block(tx: Tx, mail_id: int, *, blocked: bool) -> dict[str, Any]:
    """Block or unblock the sender of a mail; idempotent. Raises NotFound."""
    sender = queries.mail(tx.connection, tx.actor, mail_id)["sender"]
    if blocked:
        values = {"address": sender, "reason": f"Blocked by {tx.actor.name}"}
        tx.execute(insert(blocked_sender).values(**values).on_conflict_do_nothing(index_elements=["address"]))
    else:
        tx.execute(sa.delete(blocked_sender).where(blocked_sender.c.address == sender))
    return {"id": mail_id, "sender": sender, "blocked": blocked}


def answer_by_mail(
    tx: Tx,
    ticket: Mapping[str, Any],
    merged: Sequence[Mapping[str, Any]],
    message_id: int,
    message: str,
    files: Collection[Mapping[str, Any]],
) -> set[int]:
    """Mail a message of the team to each asker by mail; returns the ids of those with an account.

    `merged` is the ticket itself and those merged into it, whose askers now ask here. Others get the notices that they
    chose.
    """
    body = message + _FOOT.format(name=html.escape(tx.actor.name), id=ticket["id"])
    askers = {asked["from_address"]: asked["user_id"] for asked in merged if asked["from_address"]}
    ticket_ids, file_ids = [asked["id"] for asked in merged], [entry["id"] for entry in files]
    sent = {address for address in askers if _queue(tx, ticket, address, ticket_ids, body, message_id, file_ids)}
    return {user_id for address, user_id in askers.items() if address in sent and user_id}


def confirm_receipt(tx: Tx, ticket: Mapping[str, Any]) -> None:
    """Acknowledge a new ticket by mail to its asker, at most once per address and day."""
    recent = sa.select(sa.func.count()).where(
        ticket_mail.c.recipient == ticket["from_address"],
        ticket_mail.c.automatic,
        ticket_mail.c.queued > sa.func.now() - sa.text("interval '1 day'"),
    )
    if not tx.scalar(recent):
        body = RECEIPT.format(id=ticket["id"])
        _queue(tx, ticket, ticket["from_address"], [ticket["id"]], body, None, [], automatic=True)


def resolved_by_mail(tx: Tx, ticket: Mapping[str, Any], address: str) -> set[int]:
    """Tell the asker of a ticket by mail that it is resolved, with the `address` of the page on which they rate the
    answer; returns their id if they have an account and the mail is queued, so that they need no notice by mail."""
    if not ticket["from_address"]:
        return set()
    body = RESOLVED.format(id=ticket["id"], title=html.escape(ticket["title"]), address=html.escape(address))
    sent = _queue(tx, ticket, ticket["from_address"], [ticket["id"]], body, None, [])
    return {ticket["user_id"]} if sent and ticket["user_id"] else set()


def move_mails(tx: Tx, message_id: int, ticket_id: int) -> str:
    """Move the mails of a message to the ticket that it became, so that answers go there; returns the sender's address,
    empty if it was written on a page."""
    target = {"ticket_id": ticket_id}
    went = sa.update(ticket_mail).where(ticket_mail.c.ticket_message_id == message_id)
    tx.execute(went.values(**target, **tables.version_values(ticket_mail)))
    came = sa.update(mail_in).where(mail_in.c.ticket_message_id == message_id)
    values = {**target, "on_ticket": True, **tables.version_values(mail_in)}
    return str(tx.scalar(came.values(**values).returning(mail_in.c.sender)) or "")


def _queue(
    tx: Tx,
    ticket: Mapping[str, Any],
    address: str,
    ticket_ids: Collection[int],
    body: str,
    message_id: int | None,
    file_ids: list[int],
    *,
    automatic: bool = False,
) -> bool:
    """Queue a mail of a ticket to `address`, in the thread of the mails about `ticket_ids`; returns False if no mailbox
    remains that could receive an answer."""
    of_ticket = queries.mailbox_of_ticket(tx.connection, ticket_ids, ticket["type"], address)
    if of_ticket is None:
        return False
    references = queries.thread(tx.connection, ticket_ids, address)
    values = {
        "ticket_id": ticket["id"],
        "ticket_message_id": message_id,
        "mailbox_id": of_ticket["id"],
        "recipient": address,
        "subject": rules.subject(ticket["id"], ticket["title"]),
        "body": body,
        "in_reply_to": references[-1] if references else "",
        "references": references,
        "reply_to": rules.ticket_address(of_ticket["address"], ticket["id"], settings().service_key),
        "file_ids": file_ids,
        "automatic": automatic,
        "message_id": mail.new_message_id(),
        "created_by_id": tx.actor.user_id,
        "created_by_name": tx.actor.name,
    }
    row = tx.one(sa.insert(ticket_mail).values(**values).returning(*ticket_mail.c))
    assert row is not None
    TICKET_MAILS.assign_job(tx, row, SEND, {"mail": row["id"]})
    return True
