"""Demo data of support's desk: the rota with absences, ticket templates, recurring tasks, helpful documents, mail
domains, and a digest."""

from __future__ import annotations

import datetime as dt
from typing import Any

import psycopg
from psycopg.types.json import Jsonb

from services.demo.world import World
from support.domains import checking
from support.recurring import rules

_NOW = dt.datetime.now(dt.UTC).replace(microsecond=0)
_WEEK = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"]
_DUTIES = (
    ("techsupport", "techSupport", _WEEK, "08:30", "17:30"),
    ("techsupport", "techSupport", ["Saturday"], "10:00", "13:00"),
    ("tutorsupport", "tutorSupport", ["Monday", "Wednesday", "Friday"], "09:00", "17:00"),
    ("tutorsupport", "tutorSupport", ["Tuesday", "Thursday"], "12:00", "20:00"),
    ("academic", "academicOffice", _WEEK, "09:00", "17:30"),
)
_ABSENCES = (
    ("techsupport", -40, -34, "Annual leave"),
    ("academic", 60, 64, "Conference"),
    ("tutorsupport", 21, 21, ""),
)
"""Account, first and last day from today, reason."""
_TEMPLATES = (
    (
        "New member of staff",
        "Set up a new member of staff",
        "techSupport",
        "general",
        3,
        False,
        6,
        "<p>Somebody joins us and needs an account, a telephone and a place.</p>",
        ("What is their name?", "From which day?", "In which department?", "Which roles do they need?"),
    ),
    (
        "Cannot sign in",
        "I cannot sign in",
        "techSupport",
        "bug",
        2,
        True,
        14,
        "<p>I cannot sign in to Staffroom.</p>",
        ("Which browser and device do you use?", "What does the page say?"),
    ),
    (
        "Change of tutor",
        "Another tutor for a course",
        "academicOffice",
        "allocation",
        2,
        False,
        9,
        "<p>A course needs another tutor.</p>",
        ("Which course?", "From which tutorial on?", "Why?"),
    ),
    (
        "Question about a slip",
        "Question about a slip",
        "tutorSupport",
        "general",
        3,
        True,
        11,
        "<p>I have a question about a slip.</p>",
        ("Which student and day?",),
    ),
    (
        "Weekly check",
        "Check the backups",
        "techSupport",
        "general",
        4,
        False,
        31,
        "<p>Look at the log of the backups and restore one file.</p>",
        (),
    ),
)
"""Name, title, team, category, priority, whether for everybody, uses, text, questions."""
_TASKS: tuple[tuple[str, str, str, list[str], int | None, str, bool, int], ...] = (
    ("Read the backup log", "Weekly check", "weekly", ["Monday"], None, "08:45", False, 31),
    ("Renew the certificates of the mail server", "Weekly check", "quarterly", [], 1, "09:00", False, 3),
    ("Look through accounts of leavers", "New member of staff", "monthly", [], rules.LAST, "10:00", False, 8),
    ("Prepare mock week", "Change of tutor", "weekdays", [], None, "09:00", True, 5),
)
"""Title, template, interval, days, day of the month, time, paused, tickets so far."""
_ARTICLES = (
    (5, "Tutor handbook.pdf", 12, 7),
    (6, "Student handbook.pdf", 4, 9),
    (3, "Code of conduct for tutors.pdf", 2, 1),
)
"""File, name, tickets avoided, insertions into answers."""
_SENDER = "include:spf.mailer.example"
_RECORDS: dict[str, tuple[str, ...]] = {
    "staffroom.example": (f"v=spf1 mx {_SENDER} ~all",),
    "mail2026._domainkey.staffroom.example": ("v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEF",),
    "_dmarc.staffroom.example": ("v=DMARC1; p=none; rua=mailto:dmarc@staffroom.example",),
    "tutors.staffroom.example": ("v=spf1 mx -all",),
    "news.staffroom.example": (f"v=spf1 {_SENDER} -all",),
    "mail2026._domainkey.news.staffroom.example": ("v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEF",),
    "_dmarc.news.staffroom.example": ("v=DMARC1; p=reject; rua=mailto:dmarc@staffroom.example",),
}
"""Simulated records of the name server."""
_DOMAINS = ("staffroom.example", "tutors.staffroom.example", "news.staffroom.example")


def load(cursor: psycopg.Cursor[Any], world: World) -> None:
    """Load the desk's data; requires the tickets."""
    accounts = world.by_username
    cursor.executemany(
        'INSERT INTO duty (user_id, team, days, "start", ends) VALUES (%s, %s, %s, %s, %s)',
        [(accounts[who].user_id, team, days, start, end) for who, team, days, start, end in _DUTIES],
    )
    today = _NOW.date()
    cursor.executemany(
        'INSERT INTO duty_absence (user_id, "first", "last", reason) VALUES (%s, %s, %s, %s)',
        [
            (accounts[who].user_id, today + dt.timedelta(days=first), today + dt.timedelta(days=last), reason)
            for who, first, last, reason in _ABSENCES
        ],
    )
    cursor.executemany(
        "INSERT INTO ticket_template (name, title, team, meta_type, priority, everybody, used, last_used, text,"
        " questions) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
        [
            (*about, used, _NOW - dt.timedelta(days=used % 5), text, Jsonb([{"question": one} for one in questions]))
            for *about, used, text, questions in _TEMPLATES
        ],
    )
    _tasks(cursor, accounts["techsupport"].user_id)
    cursor.executemany(
        'INSERT INTO article (file_id, name, helped, inserted, "last") VALUES (%s, %s, %s, %s, %s)',
        [(*article, _NOW - dt.timedelta(days=article[0])) for article in _ARTICLES],
    )
    cursor.executemany(
        "INSERT INTO mail_domain (domain, sender, selector, reports, state, findings, checked)"
        " VALUES (%s, %s, %s, %s, %s, %s, %s)",
        [_domain(name) for name in _DOMAINS],
    )
    cursor.execute(
        "INSERT INTO notice_digest (user_id, every, last_number) VALUES (%s, 'daily', 0), (%s, 'weekly', 0)",
        (accounts["staff"].user_id, accounts["academic"].user_id),
    )


def _tasks(cursor: psycopg.Cursor[Any], creator: int) -> None:
    for title, template, repeats, days, month_day, at, paused, raised in _TASKS:
        values = {"repeats": repeats, "days": days, "month_day": month_day, "at": at, "paused": paused}
        last = _NOW - dt.timedelta(days=raised % 7)
        cursor.execute(
            'INSERT INTO recurring_ticket (title, template_id, repeats, days, month_day, "at", paused, "next",'
            " last_raised, raised, created_by_id)"
            " SELECT %s, id, %s, %s, %s, %s, %s, %s, %s, %s, %s FROM ticket_template WHERE name = %s",
            (
                title,
                repeats,
                days,
                month_day,
                at,
                paused,
                rules.following(values, _NOW),
                last,
                raised,
                creator,
                template,
            ),
        )


def _domain(name: str) -> tuple[Any, ...]:
    selector = "" if name.startswith("tutors.") else "mail2026"
    reports = "dmarc@staffroom.example"
    findings = checking.check(name, _SENDER, selector, reports, lambda asked: _RECORDS.get(asked, ()))
    checked = _NOW - dt.timedelta(hours=6)
    return name, _SENDER, selector, reports, checking.state_of(findings), Jsonb(findings), checked
