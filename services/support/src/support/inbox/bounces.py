"""Mark the mails that a bounce reports, and tell their sender."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from kit.database import Tx, tables
from kit.settings import settings
from support.inbox.letter import Letter
from support.inbox.stops import Bounce
from support.mail.model import bounced_address, sent_mail
from support.mailboxes import rules
from support.mailboxes.model import ticket_mail
from support.notifications.commands import notify
from support.notifications.kinds import Notice
from support.tickets.rules import screen


def mark(tx: Tx, letter: Letter) -> Mapping[str, Any]:
    """Mark the ticket mails that bounced; returns the columns of the mail that reports it."""
    bounce = letter.bounce
    assert bounce is not None
    addresses = {failure.address: failure.reason for failure in bounce.failures}
    reason = next(iter(addresses.values()), "") or "Its server did not say why"
    c = ticket_mail.c
    _mark_sent(tx, bounce, addresses, reason)
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
        _keep_address(tx, row["recipient"], why)
        notify(tx, [row["created_by_id"]], Notice("ticket", title, text, screen(row["ticket_id"])))
    return {"ticket_id": rows[0]["ticket_id"], "reason": f"{rows[0]['recipient']}: {reason}"}


def _mark_sent(tx: Tx, bounce: Bounce, addresses: Mapping[str, str], reason: str) -> None:
    """Mark the template mails that bounced, and notify their senders."""
    c = sent_mail.c
    columns = (c.id, c.recipient, c.person, c.subject, c.created_by_id)
    for row in tx.all(sa.select(*columns).where(c.message_id.in_(bounce.message_ids))):
        why = addresses.get(row["recipient"].lower(), reason)
        values = {"bounced": sa.func.now(), "bounce_reason": why, **tables.version_values(sent_mail)}
        tx.execute(sa.update(sent_mail).where(c.id == row["id"]).values(**values))
        _keep_address(tx, row["recipient"], why)
        title = f"An email to {row['person'] or row['recipient']} came back"
        notice = Notice("email", title, f"{row['subject']}: {why}", f"/support/emails/sent?id={row['id']}")
        notify(tx, [row["created_by_id"]], notice)


def _keep_address(tx: Tx, address: str, reason: str) -> None:
    """Record an address that bounced. Only one of our own mails can name it, since anybody can forge a bounce."""
    c = bounced_address.c
    added = insert(bounced_address).values(address=address.lower(), reason=reason)
    again = {"reason": reason, "count": c.count + 1, "modified": tables.now()}
    tx.execute(added.on_conflict_do_update(index_elements=["address"], set_=again))


def _ticket_named(address: str) -> int | None:
    return rules.ticket_of(address, settings().service_key)
