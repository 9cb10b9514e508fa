"""Escalation of tickets close to missing their service level: the responsible member of staff is notified, then the
team."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.reminders import Reminder, Rung
from support.notifications.commands import notify
from support.notifications.kinds import Notice
from support.tickets import queries, rules
from support.tickets.model import ticket

_c = ticket.c
LADDER = (
    Rung("before1", "An hour before", hours=-1),
    Rung("due", "When it is due"),
    Rung("after4", "4 hours after, to the whole team", hours=4),
)
_TEAM = "after4"


def _title(row: Mapping[str, Any], rung: Rung) -> str:
    owed = "solution" if row["first_answered"] else "first answer"
    if rung.name == "before1":
        return f"The {owed} of ticket {row['id']} is due within an hour"
    return f"The {owed} of ticket {row['id']} is overdue"


def _tell(tx: Tx, rung: Rung, rows: Sequence[Mapping[str, Any]]) -> dict[int, str]:
    ids = [row["record_id"] for row in rows]
    for row in tx.all(sa.select(ticket).where(_c.id.in_(ids)).order_by(_c.id)):
        responsible = row["responsible_id"]
        team = queries.group(tx.connection, tx.actor, row["type"])
        users = (
            [responsible] if responsible and rung.name != _TEAM else {*team, *([responsible] if responsible else [])}
        )
        notify(tx, users, Notice("ticketDue", _title(row, rung), row["title"], rules.screen(row["id"])))
    return {}


OVERDUE_TICKETS = Reminder(
    name="ticketDue",
    title="Tickets that are due",
    source=ticket,
    key=_c.id,
    due=_c.due,
    waits=sa.and_(_c.due.is_not(None), _c.due > sa.func.now() - sa.text("interval '7 days'")),
    ladder=LADDER,
    tell=_tell,
    exact=True,
)
"""A ticket that is resolved or waits for an answer has no due time. After a week nobody is notified any more."""
REMINDERS = (OVERDUE_TICKETS,)
