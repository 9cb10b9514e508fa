"""Queries of mailboxes and their mail."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import sqlalchemy as sa

from kit.database import first_row, row_or_404
from kit.errors import NotFound
from kit.policy import Actor
from support.mailboxes.model import mail_in, mail_raw, mailbox, ticket_mail
from support.mailboxes.policy import MAILS

MOST_REFERENCES = 20


def mail(connection: sa.Connection, actor: Actor, mail_id: int) -> dict[str, Any]:
    """Return a mail that the actor reads. Raises NotFound."""
    return row_or_404(connection, sa.select(mail_in).where(mail_in.c.id == mail_id, MAILS.where(actor)))


def raw(connection: sa.Connection, actor: Actor, mail_id: int) -> bytes:
    """Return a raw mail. Raises NotFound, also before it is processed: it may be about hiring."""
    row = mail(connection, actor, mail_id)
    content = (
        None
        if row["state"] == "received"
        else connection.scalar(sa.select(mail_raw.c.content).where(mail_raw.c.mail_in_id == mail_id))
    )
    if content is None:
        raise NotFound("The original of this mail is not stored")
    return bytes(content)


def mailbox_of_ticket(  # allow queries-take-the-actor: the caller writes on the ticket
    connection: sa.Connection, ticket_ids: Collection[int], team: str, address: str
) -> dict[str, Any] | None:
    """Return the mailbox to which the asker at `address` wrote about the tickets, otherwise an active one of the team;
    None if there is none."""
    of_asker = sa.and_(mail_in.c.ticket_id.in_(ticket_ids), mail_in.c.sender == address)
    came_by = sa.select(mail_in.c.mailbox_id).where(of_asker, mail_in.c.mailbox_id.is_not(None))
    first = came_by.order_by(mail_in.c.id).limit(1).scalar_subquery()
    of_team = sa.and_(mailbox.c.type == team, mailbox.c.active)
    order = (sa.func.coalesce(mailbox.c.id == first, False).desc(), mailbox.c.id)
    return first_row(connection, sa.select(mailbox).where(sa.or_(mailbox.c.id == first, of_team)).order_by(*order))


def sender_name(  # allow queries-take-the-actor: the caller writes on the ticket
    connection: sa.Connection, ticket_id: int, address: str
) -> str:
    """Return the name under which `address` wrote about a ticket, or the address itself."""
    of_sender = sa.and_(mail_in.c.ticket_id == ticket_id, mail_in.c.sender == address, mail_in.c.sender_name != "")
    name = connection.scalar(sa.select(mail_in.c.sender_name).where(of_sender).order_by(mail_in.c.id).limit(1))
    return str(name or address)


def thread(  # allow queries-take-the-actor: the caller writes on the ticket
    connection: sa.Connection, ticket_ids: Collection[int], address: str
) -> list[str]:
    """Return the Message-IDs of the mails about the tickets from and to `address`, oldest first: mail programs thread
    ours by them."""
    came = sa.select(mail_in.c.message_id, mail_in.c.received.label("at")).where(
        mail_in.c.ticket_id.in_(ticket_ids), mail_in.c.sender == address, mail_in.c.state.in_(["taken", "answer"])
    )
    went = sa.select(ticket_mail.c.message_id, ticket_mail.c.queued).where(
        ticket_mail.c.ticket_id.in_(ticket_ids), ticket_mail.c.recipient == address
    )
    both = sa.union_all(came, went).subquery()
    newest = sa.select(both.c.message_id).order_by(both.c.at.desc()).limit(MOST_REFERENCES)
    return list(reversed(connection.execute(newest).scalars().all()))
