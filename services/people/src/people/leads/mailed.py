"""The mails of templates to a lead, in its log: support tells of each one that it sent."""

from __future__ import annotations

import datetime as dt
from typing import Any

import sqlalchemy as sa

from kit.changes import writing
from kit.database import Tx
from kit.events import Envelope, Event, Subscription
from people.leads.model import enquiry, lead_contact
from people.leads.workflow import LEAD_MOVES
from staffroom.support.events.v1.events_pb2 import MailSent

_TEXT = 4000


def on_mail_sent(tx: Tx, news: Envelope) -> None:
    """Write a sent mail into the log of its lead, or of the lead that has its rows; a lead that is deleted has none.
    Seen again, it writes nothing."""
    mail = news.payload
    if mail["entityType"] != "lead":
        return
    lead = _present(tx, mail["entityTypeId"])
    known = sa.exists().where(lead_contact.c.mail_id == mail["id"])
    if lead is None or tx.scalar(sa.select(known)):
        return
    now = dt.datetime.now(dt.UTC)
    tx.insert(lead_contact, {
        "lead_id": lead["id"], "at": now, "kind": "mail", "direction": "out", "mail_id": mail["id"],
        "text": f"{mail['subject']}\n{mail['words']}".strip()[:_TEXT], "by_id": mail["userId"] or None,
        "by_name": mail["userName"],
    })  # fmt: skip
    first = {} if lead["first_answered"] is not None else {"first_answered": now}
    writing.change(tx, LEAD_MOVES, lead, {"last_contact": now, **first})


def _present(tx: Tx, lead_id: int) -> dict[str, Any] | None:
    """Return the lead, locked, or the one into which it was merged."""
    into: int | None = lead_id
    present = lead_id
    while into is not None:
        present, into = into, tx.scalar(sa.select(enquiry.c.merged_into_id).where(enquiry.c.id == into))
    return tx.one(sa.select(enquiry).where(enquiry.c.id == present).with_for_update())


SUBSCRIPTIONS = (Subscription(Event.of(MailSent), on_mail_sent),)
