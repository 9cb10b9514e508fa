"""Demo data of support's mail: mailboxes of the teams, tickets from mails, an automatic answer, a bounce, a blocked
sender."""

from __future__ import annotations

import datetime as dt
from email.message import EmailMessage
from typing import Any

import psycopg
from psycopg.types.json import Jsonb

from services.demo.world import World

_NOW = dt.datetime.now(dt.UTC).replace(microsecond=0)
_DOMAIN = "staffroom.example"
_BOXES = (("office", "academicOffice"), ("support", "techSupport"), ("tutors", "tutorSupport"))
_FOLDED = "<p>On Monday Staffroom wrote:</p><blockquote>Which browser do you use?</blockquote><p>--<br>Priya Shah</p>"
_ASKER, _FRIEND, _GONE = "priya.shah@example.org", "dev.shah@example.org", "old.address@example.org"


def load(cursor: psycopg.Cursor[Any], world: World) -> None:
    """Load the mail of the teams; runs after the tickets."""
    boxes = {}
    for name, team in _BOXES:
        statement = "INSERT INTO mailbox (address, type) VALUES (%s, %s) RETURNING id"
        boxes[team] = _one(cursor, statement, (f"{name}@{_DOMAIN}", team))
    tech = world.by_username["techsupport"]
    begun = _NOW - dt.timedelta(days=2)
    ticket = _ticket(cursor, "techSupport", "Cannot open the report", 0, _ASKER, begun, "inprogress")
    question = _message(
        cursor, ticket, 0, f"Priya Shah <{_ASKER}>", "<p>The report of my son does not open.</p>", begun
    )
    refused = [{"name": "screen.exe", "size": 812, "fileId": None, "refused": _REFUSED}]
    _mail(cursor, boxes, "techSupport", begun, "taken", _ASKER, "Cannot open the report", ticket, question, refused)
    asked = begun + dt.timedelta(hours=1)
    answer = _message(cursor, ticket, tech.user_id, "", "<p>Which browser do you use?</p>", asked)
    cursor.execute("UPDATE ticket_message SET by_support = true WHERE id = %s", (answer,))
    _outgoing(cursor, boxes["techSupport"], ticket, answer, _ASKER, asked, tech)
    second = begun + dt.timedelta(hours=3)
    reply = _message(cursor, ticket, 0, f"Priya Shah <{_ASKER}>", "<p>Firefox, on a tablet.</p>", second)
    subject = "Cannot open the report"
    _mail(cursor, boxes, "techSupport", second, "answer", _ASKER, subject, ticket, reply, folded=_FOLDED)
    later = begun + dt.timedelta(hours=5)
    other = _message(cursor, ticket, 0, f"Dev Shah <{_FRIEND}>", "<p>It does not open for me either.</p>", later)
    _mail(
        cursor, boxes, "techSupport", later, "answer", _FRIEND, "Cannot open the report", ticket, other, on_ticket=False
    )
    tutor = world.people["tutor"][2]
    at = _NOW - dt.timedelta(hours=5)
    ticket = _ticket(cursor, "tutorSupport", "No subject", tutor.user_id, tutor.email.lower(), at, "submitted")
    question = _message(cursor, ticket, tutor.user_id, "", "<p>When are the charters due?</p>", at)
    _mail(cursor, boxes, "tutorSupport", at, "taken", tutor.email.lower(), "No subject", ticket, question)
    lost = _ticket(cursor, "academicOffice", "A place for my daughter", 0, _GONE, at, "inprogress")
    question = _message(cursor, lost, 0, _GONE, "<p>Is there a place in the September group?</p>", at)
    _mail(cursor, boxes, "academicOffice", at, "taken", _GONE, "A place for my daughter", lost, question)
    office = world.by_username["academic"]
    answer = _message(cursor, lost, office.user_id, "", "<p>There is. Shall we ring you?</p>", at)
    cursor.execute("UPDATE ticket_message SET by_support = true WHERE id = %s", (answer,))
    out = _outgoing(cursor, boxes["academicOffice"], lost, answer, _GONE, at, office)
    reason = "550 5.1.1 mailbox unavailable"
    cursor.execute("UPDATE ticket_mail SET bounced = %s, bounce_reason = %s WHERE id = %s", (at, reason, out))
    _stopped(cursor, boxes, "academicOffice", at, "bounce", "mailer-daemon@mx.example", "Undelivered mail", reason)
    cursor.execute("INSERT INTO bounced_address (address, reason) VALUES (%s, %s)", (_GONE, reason))
    away = "It says Auto-Submitted: auto-replied"
    _stopped(cursor, boxes, "techSupport", later, "automatic", _ASKER, "I am out of the office", away)
    seller = "offers@watches.example"
    cursor.execute("INSERT INTO blocked_sender (address, reason) VALUES (%s, %s)", (seller, "Sells watches"))
    _stopped(cursor, boxes, "techSupport", later, "blocked", seller, "Best prices", "Its sender is blocked")


_REFUSED = "screen.exe is not a standard image, pdf, or document file"


def _one(cursor: psycopg.Cursor[Any], statement: str, values: tuple[Any, ...]) -> int:
    row = cursor.execute(statement.encode(), values).fetchone()
    assert row is not None
    return int(row[0])


def _ticket(
    cursor: psycopg.Cursor[Any], team: str, title: str, user: int, address: str, at: dt.datetime, status: str
) -> int:
    return _one(
        cursor,
        "INSERT INTO ticket (type, title, priority, meta_type, status, user_id, created_by_id, from_address, created,"
        " modified, last_message) VALUES (%s, %s, 3, 'general', %s, %s, %s, %s, %s, %s, %s) RETURNING id",
        (team, title, status, user, user, address, at, at, at),
    )


def _message(cursor: psycopg.Cursor[Any], ticket: int, author: int, sender: str, text: str, at: dt.datetime) -> int:
    cursor.execute("UPDATE ticket SET messages = messages + 1, last_message = %s WHERE id = %s", (at, ticket))
    return _one(
        cursor,
        "INSERT INTO ticket_message (ticket_id, author_id, acting_user_id, by_support, sender, message, created)"
        " VALUES (%s, %s, %s, false, %s, %s, %s) RETURNING id",
        (ticket, author, author, sender, text, at),
    )


def _mail(
    cursor: psycopg.Cursor[Any],
    boxes: dict[str, int],
    team: str,
    at: dt.datetime,
    state: str,
    sender: str,
    subject: str,
    ticket: int | None = None,
    message: int | None = None,
    attachments: list[dict[str, Any]] | None = None,
    *,
    folded: str = "",
    on_ticket: bool = True,
    reason: str = "",
) -> None:
    raw = EmailMessage()
    raw["From"], raw["To"], raw["Subject"] = sender, f"{team}@{_DOMAIN}", subject
    raw["Message-ID"] = f"<demo-{team}-{state}-{at:%d%H%M}-{sender.partition('@')[0]}@example.org>"
    raw.set_content("The mail as it came.")
    mail = _one(
        cursor,
        "INSERT INTO mail_in (received, state, sender, subject, reason, ticket_id, ticket_message_id, type, size,"
        " message_id, folded, on_ticket, attachments, mailbox_id, is_stored)"
        " VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, true) RETURNING id",
        (
            at,
            state,
            sender,
            subject,
            reason,
            ticket,
            message,
            team,
            len(raw.as_bytes()),
            raw["Message-ID"],
            folded,
            on_ticket,
            Jsonb(attachments or []),
            boxes[team],
        ),
    )
    cursor.execute("INSERT INTO mail_raw (mail_in_id, content) VALUES (%s, %s)", (mail, raw.as_bytes()))


def _stopped(
    cursor: psycopg.Cursor[Any],
    boxes: dict[str, int],
    team: str,
    at: dt.datetime,
    state: str,
    sender: str,
    subject: str,
    reason: str,
) -> None:
    _mail(cursor, boxes, team, at, state, sender, subject, reason=reason)


def _outgoing(
    cursor: psycopg.Cursor[Any], box: int, ticket: int, message: int, to: str, at: dt.datetime, by: Any
) -> int:
    return _one(
        cursor,
        "INSERT INTO ticket_mail (ticket_id, ticket_message_id, mailbox_id, recipient, subject, body, reply_to,"
        " automatic, message_id, state, queued, sent, created_by_id, created_by_name)"
        " VALUES (%s, %s, %s, %s, %s, '', '', false, %s, 'sent', %s, %s, %s, %s) RETURNING id",
        (ticket, message, box, to, f"Re: [#{ticket}]", f"<demo-{message}@{_DOMAIN}>", at, at, by.user_id, by.name),
    )
