"""Demo data of support's mails: the office's templates, and some sent mails."""

from __future__ import annotations

import datetime as dt
import random
import uuid
from typing import Any

import psycopg
from psycopg.types.json import Jsonb

from services.demo.world import World
from support.mail import rules

_NOW = dt.datetime.now(dt.UTC).replace(microsecond=0)
_REGARDS = "<p>Kind regards,<br>{{sender}}</p>"
TEMPLATES = (
    (
        "Welcome",
        "person",
        "Welcome, {{firstName}}",
        "<p>Dear {{firstName}},</p><p>we look forward to working with you. Your sign-in is {{email}}; please choose a "
        "password when you open the application for the first time.</p>" + _REGARDS,
    ),
    (
        "Timetable is ready",
        "person",
        "Your timetable for next term",
        "<p>Dear {{title}} {{lastName}},</p><p>your timetable for next term is in the application. Please tell us "
        "<strong>within a week</strong> if a time does not suit you.</p>" + _REGARDS,
    ),
    (
        "Report reminder to tutors",
        "person",
        "Reports are due on Friday",
        "<p>Dear {{firstName}},</p><p>please write the reports that are still open by Friday.</p>"
        "<ul><li>Each grade needs a sentence.</li><li>Targets are for the coming term.</li></ul>" + _REGARDS,
    ),
    (
        "Exam entries",
        "person",
        "Please check your exam entries",
        "<p>Dear {{firstName}},</p><p>the entries for the coming series close soon. Please look through yours, write "
        "to us today, {{today}}, if something is missing.</p>" + _REGARDS,
    ),
    (
        "Payment reminder",
        "invoice",
        "{{document}} {{invoiceNumber}}: {{outstanding}} outstanding",
        "<p>Dear {{title}} {{lastName}},</p><p>of invoice <strong>{{invoiceNumber}}</strong> ({{total}}) for "
        "{{student}}, due on {{dueDate}}, {{outstanding}} are still to be paid. If you have paid in the last days, "
        "please ignore this mail.</p>" + _REGARDS,
    ),
    (
        "Thank you for your payment",
        "invoice",
        "Thank you: {{document}} {{invoiceNumber}}",
        "<p>Dear {{name}},</p><p>we have received your payment of invoice {{invoiceNumber}}. Thank you.</p>" + _REGARDS,
    ),
    (
        "Answer to an enquiry",
        "person",
        "Your enquiry",
        "<p>Dear {{firstName}},</p><p>thank you for your enquiry. Our prices and the next free times are in the "
        "prospectus; please answer this email, or tell us when we may call you.</p>" + _REGARDS,
    ),
    (
        "Open day",
        "person",
        "Our open day on 5 December",
        "<p>Dear {{firstName}},</p><p>come and meet the tutors, bring a friend, try a lesson.</p>" + _REGARDS,
    ),
)
"""Name, what it is about, subject, body."""
SENT_TO = {
    "Timetable is ready": ["student", "tutor"],
    "Report reminder to tutors": ["tutor"],
    "Exam entries": ["student", "candidate"],
    "Answer to an enquiry": ["lead"],
}
NEWS = ("Open day",)
"""Templates that are not contractual."""


def load(cursor: psycopg.Cursor[Any], world: World, dice: random.Random) -> None:
    """Load the templates, and the results of three of them from a few weeks ago."""
    cursor.executemany(
        "INSERT INTO email_template (id, name, about, subject, body) OVERRIDING SYSTEM VALUE"
        " VALUES (%s, %s, %s, %s, %s)",
        [(number, *template) for number, template in enumerate(TEMPLATES, start=1)],
    )
    for name, kinds in SENT_TO.items():
        cursor.execute("UPDATE email_template SET sent_to = %s WHERE name = %s", (kinds, name))
    cursor.execute("UPDATE email_template SET contractual = false WHERE name = ANY(%s)", (list(NEWS),))
    rows: list[tuple[Any, ...]] = []
    for template, kind, count, days in ((1, "student", 12, 60), (3, "tutor", 20, 21), (2, "student", 25, 6)):
        name, _, subject, body = TEMPLATES[template - 1]
        sender = dice.choice(world.people["staff"][:8])
        batch = uuid.UUID(int=dice.getrandbits(128), version=4)
        first = world.people[kind][0]
        others = dice.sample(world.people[kind][1:], count - 1)
        for place, person in enumerate([first, *others]):
            when = _NOW - dt.timedelta(days=days) + dt.timedelta(seconds=place)
            refused = place == count - 1
            values = {
                "title": person.title,
                "firstName": person.first_name,
                "lastName": person.last_name,
                "name": person.name,
                "email": person.email,
                "sender": sender.name,
                "today": f"{when.day} {when:%B %Y}",
            }
            text = rules.filled({"subject": subject, "body": body}, values)
            rows.append(
                (
                    len(rows) + 1,
                    when,
                    when,
                    batch,
                    template,
                    name,
                    kind,
                    person.id,
                    f"{person.title} {person.name}",
                    person.email,
                    sender.email,
                    text["subject"],
                    text["body"],
                    "failed" if refused else "sent",
                    "The mail server says: 550 no such mailbox" if refused else "",
                    1,
                    f"<demo-{len(rows) + 1}@staffroom.example>",
                    when,
                    None if refused else when,
                    sender.user_id,
                    sender.name,
                )
            )
    cursor.executemany(
        "INSERT INTO sent_mail (id, created, modified, batch, template_id, template_name, entity_type, entity_type_id,"
        " person, recipient, reply_to, subject, body, state, error, tries, message_id, queued, sent, created_by_id,"
        " created_by_name) OVERRIDING SYSTEM VALUE"
        " VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
        rows,
    )


_UNSUBSCRIBED = "has unsubscribed from mails like this"
_SENDINGS = (
    ("done", -2, 8, ("sent", "sent", "sent", "sent", "sent", "failed", "skipped", "sent")),
    ("paused", 0, 6, ("sent", "sent", "sent", "queued", "queued", "queued")),
    ("queued", 3, 5, ("queued",) * 5),
    ("cancelled", -1, 4, ("sent", "skipped", "skipped", "skipped")),
)
"""State, days until the scheduled time, recipients, and the outcome of each mail. None becomes due while the demo is
viewed: the queued one waits for its time."""


def sendings(cursor: psycopg.Cursor[Any], world: World, dice: random.Random) -> None:
    """Load sendings of the open day in every state, and an unsubscribed address. Runs after `load`, which sets the
    sequence of the log."""
    number = next(place for place, entry in enumerate(TEMPLATES, start=1) if entry[0] == "Open day")
    name, _, subject, body = TEMPLATES[number - 1]
    sender = world.by_username["academic"]
    actor = {"userId": sender.user_id, "name": sender.name, "roles": ["academicOffice", "staff"]}
    for state, days, count, outcomes in _SENDINGS:
        at = _NOW + dt.timedelta(days=days) if days else None
        created = min(at or _NOW, _NOW) - dt.timedelta(hours=1)
        batch = uuid.UUID(int=dice.getrandbits(128), version=4)
        ended = created + dt.timedelta(hours=1) if state in ("done", "cancelled") else None
        row = cursor.execute(
            "INSERT INTO mail_sending (created, template_name, entity_type, state, recipients, send_at, finished,"
            " created_by_name, batch, template_id, created_by_id, actor)"
            " VALUES (%s, %s, 'student', %s, %s, %s, %s, %s, %s, %s, %s, %s) RETURNING id",
            (created, name, state, count, at, ended, sender.name, batch, number, sender.user_id, Jsonb(actor)),
        ).fetchone()
        assert row is not None
        for person, outcome in zip(dice.sample(world.people["student"][1:], count), outcomes, strict=True):
            reason = _UNSUBSCRIBED if state == "done" else "The sending was cancelled"
            error = {"failed": "The mail server says: 550 no such mailbox", "skipped": reason}.get(outcome, "")
            values = {"firstName": person.first_name, "sender": sender.name}
            text = rules.filled({"subject": subject, "body": body}, values)
            cursor.execute(
                "INSERT INTO sent_mail (batch, sending_id, template_id, template_name, entity_type, entity_type_id,"
                " person, recipient, subject, body, contractual, state, error, message_id, queued, sent,"
                " created_by_id, created_by_name)"
                " VALUES (%s, %s, %s, %s, 'student', %s, %s, %s, %s, %s, false, %s, %s, %s, %s, %s, %s, %s)",
                (
                    batch,
                    row[0],
                    number,
                    name,
                    person.id,
                    f"{person.title} {person.name}",
                    person.email,
                    text["subject"],
                    text["body"],
                    outcome,
                    error,
                    f"<demo-{batch.hex}-{person.id}@staffroom.example>",
                    created,
                    created if outcome == "sent" else None,
                    sender.user_id,
                    sender.name,
                ),
            )
            if state == "done" and outcome == "skipped":
                cursor.execute(
                    "INSERT INTO unsubscribed_address (created, address, template) VALUES (%s, %s, %s)",
                    (created - dt.timedelta(days=9), person.email.lower(), name),
                )
