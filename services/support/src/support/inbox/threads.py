"""The ticket to which a mail belongs, and its sender."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from kit.database import first_row
from kit.policy import Actor, as_service
from kit.settings import settings
from support.directory.model import user
from support.directory.queries import actor_of
from support.inbox.letter import Letter
from support.mailboxes import rules
from support.mailboxes.model import mail_in, ticket_mail
from support.tickets import queries
from support.tickets.model import ticket
from support.tickets.policy import takes_part


@dataclass(frozen=True)
class Thread:
    """A ticket, and whether the sender is on it."""

    ticket: dict[str, Any]
    on_ticket: bool


def person(  # allow queries-take-the-actor: it finds the actor
    connection: sa.Connection, address: str
) -> Actor | None:
    """Return the active user with the address, as the actor of their mails; None for an unknown sender."""
    return actor_of(connection, sa.func.lower(user.c.email) == address)


def find(connection: sa.Connection, actor: Actor | None, letter: Letter) -> Thread | None:
    """Return the ticket to which a mail belongs: by the Message-IDs it answers, then by the signed address, last by its
    subject, if the sender is on the ticket. `actor` is the sender, if known."""
    by_id = _by_references(connection, letter)
    by_address = next((ticket_id for ticket_id in map(_named, letter.recipients) if ticket_id), None)
    for ticket_id in filter(None, (by_id, by_address)):
        row = _ticket(connection, ticket_id)
        if row is not None:
            return Thread(row, _is_on(connection, row, actor, letter.sender))
    named = rules.ticket_of_subject(letter.subject)
    row = _ticket(connection, named) if named else None
    if row is not None and _is_on(connection, row, actor, letter.sender):
        return Thread(row, on_ticket=True)
    return None


def _named(address: str) -> int | None:
    return rules.ticket_of(address, settings().service_key)


def _by_references(connection: sa.Connection, letter: Letter) -> int | None:
    """Return the ticket of the nearest known mail, sent or received."""
    if not letter.references:
        return None
    known: dict[str, int] = {}
    for table in (mail_in, ticket_mail):
        ids = sa.select(table.c.message_id, table.c.ticket_id).where(
            table.c.message_id.in_(letter.references), table.c.ticket_id.is_not(None)
        )
        known |= {row.message_id: row.ticket_id for row in connection.execute(ids)}
    return next((known[message_id] for message_id in letter.references if message_id in known), None)


def _ticket(connection: sa.Connection, ticket_id: int) -> dict[str, Any] | None:
    """Return the ticket, or the one it was merged into."""
    row = first_row(connection, sa.select(ticket).where(ticket.c.id == ticket_id))
    merges = 0
    while row is not None and row["merged_into_id"] and merges < 50:
        row = first_row(connection, sa.select(ticket).where(ticket.c.id == row["merged_into_id"]))
        merges += 1
    return row


def _is_on(connection: sa.Connection, row: dict[str, Any], actor: Actor | None, sender: str) -> bool:
    """Return True if the sender asked on the ticket or on one merged into it, or takes part in it."""
    if actor is not None and takes_part(actor, row):
        return True
    return any(
        asked["from_address"] == sender for asked in queries.with_merged(connection, as_service("support"), row["id"])
    )
