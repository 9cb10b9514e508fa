"""Mark the mails that a bounce reports, and tell their sender."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import Tx, tables
from kit.settings import settings
from support.inbox.letter import Letter
from support.mailboxes import rules
from support.mailboxes.model import ticket_mail
from support.notifications.commands import notify
from support.notifications.kinds import Notice
from support.tickets.rules import screen


def mark(tx: Tx, letter: Letter) -> Mapping[str, Any]:
    """Mark the mails of tickets that came back; returns the columns of the mail that reports it."""
    bounce = letter.bounce
    assert bounce is not None
    addresses = {failure.address: failure.reason for failure in bounce.failures}
    reason = next(iter(addresses.values()), "") or "Its server did not say why"
    c = ticket_mail.c
    came_back = sa.select(c.id, c.ticket_id, c.recipient, c.created_by_id).where(c.message_id.in_(bounce.message_ids))
    rows = tx.all(came_back)
    if not rows:
        named = next((number for number in map(_ticket_named, letter.recipients) if number), None)
        return {"ticket_id": named} if named else {}
    for row in rows:
        why = addresses.get(row["recipient"].lower(), reason)
        values = {"bounced": sa.func.now(), "bounce_reason": why, **tables.version_values(ticket_mail)}
        tx.execute(sa.update(ticket_mail).where(c.id == row["id"]).values(**values))
        title = f"An email on ticket {row['ticket_id']} came back"
        text = f"{row['recipient']}: {why}"
        notify(tx, [row["created_by_id"]], Notice("ticket", title, text, screen(row["ticket_id"])))
    return {"ticket_id": rows[0]["ticket_id"], "reason": f"{rows[0]['recipient']}: {reason}"}


def _ticket_named(address: str) -> int | None:
    return rules.ticket_of(address, settings().service_key)
