"""Demo data of support's tickets: some forty questions to the three teams, in every state, a few about an invoice or a
slip. Finance copies them from their events, as it does every ticket."""

from __future__ import annotations

import datetime as dt
import random
from typing import Any

import psycopg
from psycopg.types.json import Jsonb

from services.demo.slips import SLIPS
from services.demo.tables import events
from services.demo.world import SEED, Person, World

EVENTS = events(
    "support.ticket.changed",
    "ticket",
    """
    'id', id, 'type', type, 'title', title, 'status', status, 'priority', priority, 'userId', user_id,
    'responsibleUserId', coalesce(responsible_id, 0), 'invoiceId', coalesce(invoice_id, 0),
    'slipId', coalesce(slip_id, 0), 'errorId', coalesce(error_id, 0)
    """,
)
TICKETS = 42
ON_INVOICES = (1, 3, 5, 8, 13, 21)
"""Invoices of tickets; finance's ids start at 1."""
_NOW = dt.datetime.now(dt.UTC).replace(microsecond=0)
_GROUPS = {
    "academicOffice": ("academic", "sysadmin"),
    "techSupport": ("techsupport", "sysadmin"),
    "tutorSupport": ("tutorsupport", "sysadmin"),
    "error": ("techsupport", "sysadmin"),
}
"""The accounts that answer for a team."""
_ASK = ("accounting", "finance", "exams", "compliance", "website", "staff", "academic", "sysadmin")
_INVOICE = (
    (
        "techSupport",
        "bug",
        2,
        "VAT on a line looks wrong",
        "<p>The second line should be exempt, but the invoice shows 20%. I did not change the sub account.</p>",
    ),
    (
        "techSupport",
        "general",
        3,
        "Client cannot open the payment link",
        "<p>They get <i>link expired</i>, although I sent it this morning.</p>",
    ),
    (
        "academicOffice",
        "general",
        3,
        "Which hours belong on this invoice?",
        "<p>The lead says 20 hours, the timetable has 18. Could you check before I send it?</p>",
    ),
)
_SLIP = (
    (
        "academicOffice",
        "general",
        3,
        "Student was not there",
        "<p>Marked as present by mistake. Please return the slip to me.</p>",
    ),
    (
        "tutorSupport",
        "general",
        4,
        "Approved with the wrong length",
        "<p>The tutorial was 90 minutes, the slip says 60.</p>",
    ),
)
_OTHERS = (
    (
        "techSupport",
        "bug",
        1,
        "Nobody in the Cambridge office can sign in",
        "<p>Since nine o'clock <b>all of us</b> see a white page. The phones work.</p>",
    ),
    ("techSupport", "featureRequest", 4, "Sort the slip list by tutor", "<p>It would save an hour every Friday.</p>"),
    (
        "techSupport",
        "bug",
        3,
        "Export stops at half",
        "<p>The sheet of candidates had 30 rows only, there are 60.</p><ul><li>Chrome</li><li>second time</li></ul>",
    ),
    (
        "academicOffice",
        "allocation",
        2,
        "Chemistry student without a tutor",
        "<p>The course begins on Monday and nobody is allocated yet.</p>",
    ),
    (
        "academicOffice",
        "recommendation",
        3,
        "Seminar room for mock week",
        "<p>The big room would suit us better than the library.</p>",
    ),
    (
        "academicOffice",
        "general",
        3,
        "Syllabus code of the new course",
        "<p>Is it 9700 or 9701? The board's page says both.</p>",
    ),
    (
        "tutorSupport",
        "general",
        3,
        "A tutor asks for the charter again",
        "<p>She says the link in the mail leads nowhere.</p>",
    ),
    (
        "tutorSupport",
        "allocation",
        2,
        "Replacement for Thursday",
        "<p>Two tutors are ill. Who could take the evening group?</p>",
    ),
    ("error", "bug", 3, "Red message after sending", "<p>I pressed send and a red message came up.</p>"),
)
_ANSWERS = (
    "<p>Thank you, I am looking into it.</p>",
    "<p>You are right. It will take until tomorrow.</p>",
    "<p>Since when is it so?</p>",
)
_REPLIES = ("<p>Thanks! I shall wait then.</p>", "<p>Since Monday, as far as I know.</p>")
_ENDS = ("<p>Done. Please tell me if anything is left.</p>", "<p>It is settled since this morning.</p>")


def _of_another_tutor(slips: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the first slip by neither of the demo tutors, who have no ticket."""
    return next(slip for slip in slips if slip["tutor_id"] > 2)


def load(cursor: psycopg.Cursor[Any], world: World, slips: list[dict[str, Any]]) -> None:
    """Load tickets with their messages and readers."""
    dice = random.Random(SEED + 9)  # noqa: S311  reproducible data, not a secret
    accounts = world.by_username
    tutors = {person.id: person for person in world.people["tutor"]}
    # Slips of any status: the status depends on the day, and the tickets should keep their slips tomorrow.
    drawn = [slip for slip in slips[:SLIPS] if slip["tutor_id"]]
    about_slips = [_of_another_tutor(drawn[at:] + drawn[:at]) for at in dice.sample(range(len(drawn)), 6)]
    tickets, messages, reads = [], [], []
    for number in range(1, TICKETS + 1):
        invoice = ON_INVOICES[number // 2 - 1] if number % 2 == 0 and number // 2 <= len(ON_INVOICES) else None
        slip = about_slips[number // 2] if number % 2 and number // 2 < len(about_slips) else None
        texts = _INVOICE if invoice else _SLIP if slip else _OTHERS
        team, category, priority, title, question = texts[number // 2 % len(texts)]
        asks = tutors[slip["tutor_id"]] if slip else accounts["accounting" if invoice else _ASK[number % len(_ASK)]]
        answers = accounts[next(name for name in _GROUPS[team] if accounts[name] is not asks)]
        status = ("submitted", "inprogress", "resolved", "resolved", "inprogress")[number % 5]
        responsible = answers if status != "submitted" or number % 4 == 0 else None
        informed = [accounts["staff"].user_id] if number % 6 == 0 and asks is not accounts["staff"] else []
        begun = _NOW - dt.timedelta(days=2 * (TICKETS - number), hours=dice.randint(1, 9))
        conversation = _conversation(dice, status, asks, answers, question)
        error = 1 if team == "error" else None
        last = begun
        for place, (author, text) in enumerate(conversation):
            last = min(_NOW, begun + dt.timedelta(hours=3 * place, minutes=dice.randint(0, 50)))
            messages.append((number, author.user_id, author.user_id, author is answers, text, Jsonb([]), last))
            follow = dict.fromkeys([asks.user_id, *([responsible.user_id] if responsible else []), *informed])
            for reader in follow:
                seen = place < len(conversation) - 1 or status == "resolved"
                if reader != author.user_id:
                    reads.append((len(messages), reader, last + dt.timedelta(minutes=20) if seen else None))
        tickets.append(
            (
                number,
                begun,
                last,
                team,
                title,
                priority,
                category,
                status,
                asks.user_id,
                asks.user_id,
                asks.department_id,
                responsible.user_id if responsible else None,
                informed,
                invoice,
                slip["id"] if slip else None,
                error,
                len(conversation),
                last,
                3 + number % 3 if status == "resolved" else None,
            )
        )
    cursor.executemany(
        "INSERT INTO ticket (id, created, modified, type, title, priority, meta_type, status, user_id, created_by_id,"
        " department_id, responsible_id, info_user_ids, invoice_id, slip_id, error_id, messages, last_message, rating)"
        " OVERRIDING SYSTEM VALUE"
        " VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
        tickets,
    )
    cursor.executemany(
        "INSERT INTO ticket_message (id, ticket_id, author_id, acting_user_id, by_support, message, files, created)"
        " OVERRIDING SYSTEM VALUE VALUES (%s, %s, %s, %s, %s, %s, %s, %s)",
        [(number, *message) for number, message in enumerate(messages, start=1)],
    )
    cursor.executemany("INSERT INTO ticket_read (message_id, user_id, read) VALUES (%s, %s, %s)", reads)


def _conversation(
    dice: random.Random, status: str, asks: Person, answers: Person, question: str
) -> list[tuple[Person, str]]:
    """Return the messages that led a ticket to its status."""
    messages = [(asks, question)]
    if status != "submitted":
        messages.append((answers, dice.choice(_ANSWERS)))
        if dice.random() < 0.5:
            messages.append((asks, dice.choice(_REPLIES)))
    if status == "resolved":
        messages.append((answers, dice.choice(_ENDS)))
    return messages
