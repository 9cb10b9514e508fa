"""Answers of applicants and referees to our mail, and bounces. Support forwards them and keeps no copy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.events import Envelope, Event, Subscription
from kit.policy import Row
from people.applications import notices
from people.applications.messages import keep_problem
from people.applications.model import application, application_message, application_reference
from people.applications.referees import asking
from people.mails import came_back, words_of
from staffroom.support.events.v1.events_pb2 import MailAnswered, MailBounced

_a, _m, _r = application.c, application_message.c, application_reference.c
_KINDS = ("application", "referee")


def on_mail_answered(tx: Tx, news: Envelope) -> None:
    """Store an answer with the messages of its application, which those who hire read, and notify the office. A
    referee's answer is not a reference: the office enters it by hand. Idempotent."""
    mail = news.payload
    row = _of(tx, mail)
    known = sa.exists().where(_m.mail_in_id == mail["id"])
    if row is None or tx.scalar(sa.select(known)):
        return
    author = f"{mail['senderName']} <{mail['sender']}>" if mail["senderName"] else mail["sender"]
    is_referee = mail["entityType"] == "referee"
    subject = f"{'Referee: ' if is_referee else ''}{mail['subject']}"[:200]
    tx.insert(
        application_message,
        {
            "application_id": row["id"],
            "subject": subject,
            "body": words_of(mail | {"subject": ""})[:10_000],
            "state": "received",
            "mail_in_id": mail["id"],
            "created_by_name": author[:200],
        },
    )
    name = f"{row['first_name']} {row['last_name']}"
    title = f"A referee of {name} wrote an email" if is_referee else f"{name} answered by email"
    notices.tell(tx, row["id"], title, "Open the messages to read it.", "/messages")


def on_mail_bounced(tx: Tx, news: Envelope) -> None:
    """Store a bounce with its message and next to the address, and notify the office. The referee gets no further mail
    until the address is corrected."""
    mail = news.payload
    row = _of(tx, mail)
    if row is None:
        return
    if mail["entityType"] == "referee":
        _referee(tx, row, mail)
        return
    address = mail["recipient"] or row["email"].lower()
    mine = sa.and_(_m.id == mail["mailId"], _m.application_id == row["id"], _m.state == "sent")
    values = {"state": "bounced", "problem": mail["reason"], "version": _m.version + 1}
    changed = tx.execute(sa.update(application_message).where(mine).values(values)).rowcount
    if changed and keep_problem(tx, row["id"], address, mail["reason"]):
        name = f"{row['first_name']} {row['last_name']}"
        notices.tell(tx, row["id"], f"{name} cannot be reached by email", came_back(address, mail["reason"]))


def _referee(tx: Tx, row: Row, mail: Mapping[str, Any]) -> None:
    mine = sa.and_(_r.id == mail["mailId"], _r.application_id == row["id"])
    referee = tx.one(sa.select(application_reference).where(mine).with_for_update())
    if referee is None or referee["status"] != "asked" or referee["mail_problem"]:
        return
    if mail["recipient"] not in ("", referee["email"].lower()):
        return
    names = {name: row[name] for name in ("first_name", "last_name")}
    asking.not_reached(tx, referee | names, mail["reason"])


def _of(tx: Tx, mail: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the application of a mail, locked."""
    if mail["entityType"] not in _KINDS:
        return None
    return tx.one(sa.select(application).where(_a.id == mail["entityTypeId"]).with_for_update())


SUBSCRIPTIONS = (
    Subscription(Event.of(MailAnswered), on_mail_answered),
    Subscription(Event.of(MailBounced), on_mail_bounced),
)
