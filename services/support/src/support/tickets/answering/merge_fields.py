"""Merge fields of answers to tickets: their meaning, their check and their values."""

from __future__ import annotations

import html

import sqlalchemy as sa

from kit.database import first_row
from kit.policy import Actor, Row
from kit.values.types import label_of
from support import teams
from support.directory.model import invoice, person, user
from support.mail.rules import FIELD, check_fields
from support.mailboxes.queries import sender_name

FIELDS = {
    "asker.firstName": "first name of the person who asks",
    "asker.name": "name of the person who asks",
    "ticket.id": "number of the ticket",
    "ticket.title": "title of the ticket",
    "ticket.team": "the team it is for",
    "ticket.invoice": "number of the invoice that it is about; empty without one",
    "me.name": "your name",
    "me.firstName": "your first name",
}


def check(name: str, text: str) -> None:
    """Raise Invalid, under the field `name`, for an unknown merge field."""
    check_fields(name, text, FIELDS)


def filled(connection: sa.Connection, actor: Actor, row: Row, text: str) -> str:
    """Return `text`, html, with the merge fields of the ticket `row` filled; values are escaped, so they never add
    markup. An unknown merge field stays."""
    if "{{" not in text:
        return text
    values = _values(connection, actor, row)
    return FIELD.sub(lambda field: html.escape(values[field[1]]) if field[1] in values else field[0], text)


def _values(connection: sa.Connection, actor: Actor, row: Row) -> dict[str, str]:
    asker = first_row(connection, sa.select(user.c.name).where(user.c.id == row["user_id"]))
    first = sa.select(person.c.first_name).where(person.c.user_id == row["user_id"], person.c.first_name != "")
    number = sa.select(invoice.c.number).where(invoice.c.id == row["invoice_id"])
    name = asker["name"] if asker else sender_name(connection, row["id"], row["from_address"])
    return {
        "asker.firstName": connection.scalar(first.limit(1)) or _first(name),
        "asker.name": name,
        "ticket.id": str(row["id"]),
        "ticket.title": row["title"],
        "ticket.team": label_of(teams.TYPES, row["type"]) or "",
        "ticket.invoice": (connection.scalar(number) if row["invoice_id"] else "") or "",
        "me.name": actor.name,
        "me.firstName": _first(actor.name),
    }


def _first(name: str) -> str:
    return name.split(" ", 1)[0]
