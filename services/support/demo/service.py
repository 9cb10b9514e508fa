"""Demo data of support's service levels: the clocks of the tickets, bank holidays, canned answers, two merged
questions."""

from __future__ import annotations

import datetime as dt
from typing import Any

import psycopg
from psycopg.types.json import Jsonb

from services.demo.world import World
from support.levels.working import WorkingTime

_NOW = dt.datetime.now(dt.UTC).replace(microsecond=0)
HOLIDAYS = (
    ("Christmas Day", 12, 25),
    ("Boxing Day", 12, 26),
    ("New Year's Day", 1, 1),
    ("Early May bank holiday", 5, 4),
    ("Summer bank holiday", 8, 31),
)
_DAY = [(9 * 60, 17 * 60 + 30)]
_LEVELS = {1: (60, 8 * 60), 2: (240, 16 * 60), 3: (480, 40 * 60), 4: (960, 80 * 60)}
"""Working minutes by priority, as in the migration."""
CANNED = (
    (
        "Thank you, we are looking into it",
        "looking",
        None,
        31,
        "<p>Dear {{asker.firstName}},</p><p>thank you for your question. We are looking into it and come back to you "
        "on ticket {{ticket.id}}.</p><p>Kind regards,<br>{{me.name}}</p>",
    ),
    (
        "It works again",
        "works",
        None,
        18,
        "<p>Dear {{asker.firstName}},</p><p>it works again. Please reload the page once, and write here if it does "
        "not.</p><p>Kind regards,<br>{{me.name}}</p>",
    ),
    (
        "Clear the cache of the browser",
        "cache",
        "techSupport",
        12,
        "<p>Dear {{asker.firstName}},</p><p>please try these steps:</p><ol><li>Close all windows of the browser.</li>"
        "<li>Open Staffroom again and press Ctrl+F5.</li></ol><p>Does the message still come up?</p>",
    ),
    (
        "Send a picture of the screen",
        "picture",
        "techSupport",
        7,
        "<p>Dear {{asker.firstName}},</p><p>could you add a picture of the screen with the whole message?</p>",
    ),
    (
        "Correct the slip",
        "slip",
        "tutorSupport",
        9,
        "<p>Dear {{asker.firstName}},</p><p>the slip is returned to you. Please correct it and submit it again.</p>",
    ),
    (
        "Allocation is under way",
        "allocation",
        "academicOffice",
        5,
        "<p>Dear {{asker.firstName}},</p><p>we have asked two tutors and let you know by tomorrow evening.</p>",
    ),
)
"""Title, shortcut, team, uses, text."""


def load(cursor: psycopg.Cursor[Any], world: World) -> None:
    """Load bank holidays and canned answers, then the merge, then the clocks of every ticket."""
    holidays = [
        (title, dt.date(year, month, day)) for year in (_NOW.year, _NOW.year + 1) for title, month, day in HOLIDAYS
    ]
    cursor.executemany("INSERT INTO support_holiday (title, day) VALUES (%s, %s)", holidays)
    cursor.executemany(
        "INSERT INTO canned_answer (title, shortcut, team, used, last_used, text) VALUES (%s, %s, %s, %s, %s, %s)",
        [
            (title, short, team, used, _NOW - dt.timedelta(days=used % 6), text)
            for title, short, team, used, text in CANNED
        ],
    )
    cursor.execute(
        "INSERT INTO service_level (title, team, priority, first_answer, resolution)"
        " VALUES ('Tech support, urgent', 'techSupport', 1, 0.5, 4)"
    )
    _merge(cursor, world)
    _clocks(cursor, WorkingTime(dict.fromkeys(range(5), _DAY), frozenset(day for _, day in holidays)))


def _merge(cursor: psycopg.Cursor[Any], world: World) -> None:
    """Merge the questions of two people who report the same fault into one ticket, with an internal note."""
    tech = world.by_username["techsupport"].user_id
    one, other = world.by_username["finance"].user_id, world.by_username["exams"].user_id
    begun = _NOW - dt.timedelta(hours=30)
    numbers = []
    for place, (asks, title, status) in enumerate(
        ((one, "Printing ends with a blank page", "inprogress"), (other, "Blank page when I print", "resolved"))
    ):
        row = (begun + place * dt.timedelta(minutes=40), title, status, asks, asks, tech)
        cursor.execute(
            "INSERT INTO ticket (created, modified, last_message, type, title, priority, meta_type, status, user_id,"
            " created_by_id, responsible_id, info_user_ids, messages) VALUES (%s, now(), now(), 'techSupport', %s, 3,"
            " 'bug', %s, %s, %s, %s, '{}', 0) RETURNING id",
            row,
        )
        numbers.append(cursor.fetchone()[0])  # type: ignore[index]  # RETURNING has a row
    target, source = numbers
    messages = [
        (target, one, False, "sent", "<p>The last page of every list is blank.</p>", False, None, begun),
        (
            target,
            other,
            False,
            "merged",
            "<p>I get a blank page at the end, since the update.</p>",
            False,
            source,
            begun + dt.timedelta(minutes=40),
        ),
        (
            target,
            tech,
            True,
            "sent",
            "<p>Same cause as last month: the footer is too tall.</p>",
            True,
            None,
            begun + dt.timedelta(hours=2),
        ),
        (
            target,
            tech,
            True,
            "sent",
            "<p>Thank you both, I can see it here too.</p>",
            False,
            None,
            begun + dt.timedelta(hours=3),
        ),
    ]
    ids = []
    for message in messages:
        cursor.execute(
            "INSERT INTO ticket_message (ticket_id, author_id, acting_user_id, by_support, status, message, internal,"
            " origin_id, created) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s) RETURNING id",
            (*message[:2], message[1], *message[2:]),
        )
        ids.append(cursor.fetchone()[0])  # type: ignore[index]  # RETURNING has a row
    snapshot = {
        "status": "submitted",
        "informed": [other],
        "messages": [{"id": ids[1], "status": "sent", "origin_id": None}],
    }
    cursor.execute(
        "INSERT INTO ticket_merge (source_id, target_id, snapshot, user_id) VALUES (%s, %s, %s, %s)",
        (source, target, Jsonb(snapshot), tech),
    )
    cursor.execute("UPDATE ticket SET merged_into_id = %s WHERE id = %s", (target, source))
    cursor.execute(
        "UPDATE ticket SET messages = 3, info_user_ids = %s, last_message = %s WHERE id = %s",
        ([other], messages[-1][-1], target),
    )


def _clocks(cursor: psycopg.Cursor[Any], working: WorkingTime) -> None:
    """Set the due times of each ticket and their outcome; some open tickets wait for an answer."""
    cursor.execute(
        "SELECT ticket.id, ticket.created, priority, ticket.status, last_message, responsible_id, min(said.created)"
        " FROM ticket LEFT JOIN ticket_message said"
        " ON said.ticket_id = ticket.id AND said.by_support AND NOT said.internal"
        " GROUP BY ticket.id ORDER BY ticket.id"
    )
    for number, created, priority, status, last, responsible, answered in cursor.fetchall():
        answer_minutes, resolve_minutes = _LEVELS[priority]
        answer_due, resolve_due = working.after(created, answer_minutes), working.after(created, resolve_minutes)
        resolved = last if status == "resolved" else None
        waits = last if status == "inprogress" and number % 3 else None
        due = None if resolved or waits else resolve_due if answered else answer_due
        cursor.execute(
            "UPDATE ticket SET first_answer_due = %s, resolve_due = %s, first_answered = %s, resolved = %s, due = %s,"
            " waiting_since = %s, answer_minutes = %s, resolve_minutes = %s WHERE id = %s",
            (
                answer_due,
                resolve_due,
                answered,
                resolved,
                due,
                waits,
                working.minutes(created, answered) if answered else None,
                working.minutes(created, resolved) if resolved else None,
                number,
            ),
        )
        if waits:
            cursor.execute(
                "INSERT INTO ticket_pause (ticket_id, reason, began, user_id) VALUES (%s, 'waiting', %s, %s)",
                (number, waits, responsible or 1),
            )
