"""Mails of a lead in its log: support reports those that were sent, answered or bounced."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.changes import writing
from kit.database import Tx
from kit.events import Envelope, Event, Subscription
from people.events import NOTIFICATION_RAISED
from people.leads import owning
from people.leads.model import enquiry, lead_contact
from people.leads.workflow import LEAD_MOVES
from people.mails import came_back, words_of
from staffroom.support.events.v1.events_pb2 import MailAnswered, MailBounced, MailSent

_TEXT = 4000


def on_mail_sent(tx: Tx, news: Envelope) -> None:
    """Log a sent mail with its lead, or with the lead that it was merged into; a deleted lead is skipped.
    Idempotent."""
    mail = news.payload
    if mail["entityType"] != "lead":
        return
    lead = _present(tx, mail["entityTypeId"])
    known = sa.exists().where(lead_contact.c.mail_id == mail["id"])
    if lead is None or tx.scalar(sa.select(known)):
        return
    now = dt.datetime.now(dt.UTC)
    tx.insert(
        lead_contact,
        {
            "lead_id": lead["id"],
            "at": now,
            "kind": "mail",
            "direction": "out",
            "mail_id": mail["id"],
            "text": f"{mail['subject']}\n{mail['words']}".strip()[:_TEXT],
            "by_id": mail["userId"] or None,
            "by_name": mail["userName"],
        },
    )
    first = {} if lead["first_answered"] is not None else {"first_answered": now}
    writing.change(tx, LEAD_MOVES, lead, {"last_contact": now, **first})


def on_mail_answered(tx: Tx, news: Envelope) -> None:
    """Log an answer and notify the owner. The next step stays, because the owner decides on it after reading.
    Idempotent."""
    mail = news.payload
    lead = _of(tx, mail)
    if lead is None:
        return
    theirs = mail["sender"] == lead["email"].lower()
    other = "" if theirs else f"From {mail['sender']}, which is not the address of this lead.\n"
    values = {"outcome": "answered", "text": f"{other}{words_of(mail)}"[:_TEXT]}
    _write(tx, lead, mail, values | {"by_name": mail["senderName"] or mail["sender"]})
    writing.change(tx, LEAD_MOVES, lead, {"last_contact": dt.datetime.now(dt.UTC)})
    _tell(tx, lead, "answered by email", mail["subject"])


def on_mail_bounced(tx: Tx, news: Envelope) -> None:
    """Log a bounce, store it next to the address, and notify the owner. Idempotent; an address that was corrected
    in the meantime stays as it is."""
    mail = news.payload
    lead = _of(tx, mail)
    if lead is None:
        return
    address = mail["recipient"] or lead["email"].lower()
    text = came_back(address, mail["reason"])
    _write(tx, lead, mail, {"outcome": "cameBack", "text": text, "by_name": "Mail server"})
    if address == lead["email"].lower():
        writing.change(tx, LEAD_MOVES, lead, {"mail_problem": text})
        _tell(tx, lead, "cannot be reached by email", text)


def _of(tx: Tx, mail: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the lead of an incoming mail that its log does not have yet, locked."""
    if mail["entityType"] != "lead":
        return None
    lead = _present(tx, mail["entityTypeId"])
    known = sa.exists().where(lead_contact.c.mail_in_id == mail["id"])
    return None if lead is None or tx.scalar(sa.select(known)) else lead


def _write(tx: Tx, lead: Mapping[str, Any], mail: Mapping[str, Any], values: Mapping[str, Any]) -> None:
    entry = {"lead_id": lead["id"], "kind": "mail", "direction": "in", "mail_in_id": mail["id"]}
    tx.insert(lead_contact, {**entry, **values})


def _tell(tx: Tx, lead: Mapping[str, Any], event: str, text: str) -> None:
    """Notify the owner of a lead, or the academic office if it has none or a former one."""
    owner = lead["owner_id"]
    to = {"userIds": [owner]} if owner and owning.is_present(tx, owner) else {"roleIds": ["academicOffice"]}
    title = f"{lead['first_name']} {lead['last_name']} {event}"
    notice = {"kind": owning.LEAD, "title": title, "text": text, "target": f"/lead/{lead['id']}"}
    tx.publish(NOTIFICATION_RAISED, lead["id"], notice | to)


def _present(tx: Tx, lead_id: int) -> dict[str, Any] | None:
    """Return the lead, or the one into which it was merged, locked."""
    into: int | None = lead_id
    present = lead_id
    while into is not None:
        present, into = into, tx.scalar(sa.select(enquiry.c.merged_into_id).where(enquiry.c.id == into))
    return tx.one(sa.select(enquiry).where(enquiry.c.id == present).with_for_update())


SUBSCRIPTIONS = (
    Subscription(Event.of(MailSent), on_mail_sent),
    Subscription(Event.of(MailAnswered), on_mail_answered),
    Subscription(Event.of(MailBounced), on_mail_bounced),
)
