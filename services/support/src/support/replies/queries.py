"""The canned answers for a ticket."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.database import all_rows
from kit.policy import Actor
from support.replies.model import canned_answer
from support.tickets import queries
from support.tickets.answering import merge_fields
from support.tickets.policy import supports

_c = canned_answer.c


def choices(connection: sa.Connection, actor: Actor, ticket_id: int) -> list[dict[str, Any]]:
    """Return the answers for the team of a ticket, most used first: `{id, title, shortcut, text}` with the merge fields
    filled. Raises NotFound, Forbidden."""
    row = queries.reached(connection, actor, ticket_id)
    supports.require(actor, row)
    fits = sa.or_(_c.team.is_(None), _c.team == row["type"])
    statement = sa.select(_c.id, _c.title, _c.shortcut, _c.text).where(fits).order_by(_c.used.desc(), _c.title, _c.id)
    rows = all_rows(connection, statement)
    return [one | {"text": merge_fields.filled(connection, actor, row, one["text"])} for one in rows]
