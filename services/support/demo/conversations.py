"""Demo data of support: comments on people, courses, invoices and slips, error reports, and unread notices of each
account. Email templates are in `emails.py`, tickets in `tickets.py`."""

from __future__ import annotations

import datetime as dt
import random
from typing import Any

import psycopg
from psycopg import sql
from psycopg.types.json import Jsonb

from services.demo.slips import slips
from services.demo.world import ACCOUNTS, COUNTS, SEED, World
from services.support.demo import desk, emails, mails, service, tickets
from support.reports.rules import fingerprint

EMPTY = "SELECT NOT EXISTS (SELECT FROM directory_user)"

_NOW = dt.datetime.now(dt.UTC).replace(microsecond=0)
_INVOICES, _SLIPS = 1_200, 2_000
"""Numbers of invoices and slips that finance and teaching load; their ids start at 1."""

_TEXTS: dict[str, tuple[tuple[str, str], ...]] = {
    "student": (
        ("general", "<p>Prefers to be called by the middle name.</p>"),
        ("contact", "<p>Rang the client about the timetable for next term; they will confirm by <b>Friday</b>.</p>"),
        ("academic", "<p>Mock result well above the predicted grade. Consider moving up a set.</p>"),
        ("academic", "<ul><li>Extra time: 25%</li><li>Uses a laptop in written papers</li></ul>"),
        ("welfare", "<p>Was unwell twice this month. Please let the office know if it happens again.</p>"),
        ("finance", "<p>The client pays in three instalments this year.</p>"),
        ("shared", "<p>Well done on the reading week plan - keep to it and ask when something is unclear.</p>"),
    ),
    "tutor": (
        ("general", "<p>Available on Saturdays until the summer.</p>"),
        ("contact", "<p>Asked for the new slip guidance; sent by email.</p>"),
        ("academic", "<p>Observed in a seminar: clear, patient, good questions.</p>"),
        ("finance", "<p>New bank details received and checked by telephone.</p>"),
    ),
    "course": (
        ("general", "<p>Room moved to the first floor while the lift is out of order.</p>"),
        ("academic", "<p>The syllabus changed for the next series; the study plan needs another look.</p>"),
        ("tutors", "<p>Please set the next past paper under timed conditions.</p>"),
        ("shared", "<p>No tutorial in the last week of term. Use it for the <i>practice paper</i>.</p>"),
    ),
    "invoice": (
        ("general", "<p>Sent again to the second address.</p>"),
        ("contact", "<p>Client rang: the first instalment will be paid on the 5th.</p>"),
        ("finance", "<p>Discount agreed by telephone, see the note on the lead.</p>"),
    ),
    "slip": (
        ("general", "<p>Submitted late, the tutor was travelling.</p>"),
        ("academic", "<p>Grade seems low against the last three slips. Asked the tutor for a word on it.</p>"),
    ),
}
_FAULTS = (
    (
        500,
        "POST",
        "/api/v1/invoice/812/send/email",
        "Something went wrong on our side",
        "/accounts/invoices",
        "I pressed send and a red message came up. The client did not get the mail.",
    ),
    (
        422,
        "PUT",
        "/api/v1/students/77",
        "Please enter a valid email address",
        "/students/77",
        "It does not take the address of this parent although it is right.",
    ),
    (
        403,
        "GET",
        "/api/v1/errors",
        "You are not allowed to do this",
        "/admin/errors",
        "A colleague sent me this link. I cannot open it.",
    ),
    (
        404,
        "GET",
        "/api/v1/file/5012/download",
        "There is no such entry",
        "/file/5012",
        "The file was there yesterday.",
    ),
    (
        503,
        "GET",
        "/api/v1/slips",
        "Network busy, please wait a few seconds and try again",
        "/system/slips",
        "The list stayed empty for a minute, then it came.",
    ),
    (
        400,
        "POST",
        "/api/v1/slip/341/submit",
        "The request body is not JSON",
        "/system/slips",
        "Could not submit the slip from the train.",
    ),
    (
        0,
        "",
        "",
        "Cannot read properties of undefined (reading 'title')",
        "/courses/12/homework",
        "White page after a click.",
    ),
)
"""Status (0: no call failed), method, call, message, screen, the reporter's text."""
_TRACKING = ("submitted", "submitted", "investigating", "completed", "rejected")
_BROWSER = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36"
)


def load(connection: psycopg.Connection, world: World) -> None:
    """Fill an empty database of support."""
    dice = random.Random(SEED)  # noqa: S311  reproducible data, not a secret
    cursor = connection.cursor()
    _directory(cursor, world)
    _comments(cursor, world, dice)
    _errors(cursor, world, dice)
    _notifications(cursor, world)
    emails.load(cursor, world, dice)
    _bump(cursor, "email_template")
    _bump(cursor, "sent_mail")
    emails.sendings(cursor, world, dice)
    slip_rows = list(slips(world))
    cursor.executemany(
        "INSERT INTO directory_slip (id, tutor_id, student_id) VALUES (%s, %s, %s) ON CONFLICT DO NOTHING",
        [(slip["id"], slip["tutor_id"], slip["student_id"]) for slip in slip_rows],
    )
    tickets.load(cursor, world, slip_rows)
    for table in ("ticket", "ticket_message"):
        _bump(cursor, table)
    mails.load(cursor, world)
    service.load(cursor, world)
    desk.load(cursor, world)


def _directory(cursor: psycopg.Cursor[Any], world: World) -> None:
    # events of other services may already have created some
    users = [(p.user_id, p.name, p.email, p.status != "retired", list(p.roles)) for p in world.everyone()]
    cursor.executemany(
        "INSERT INTO directory_user (id, name, email, active, role_ids) VALUES (%s, %s, %s, %s, %s)"
        " ON CONFLICT DO NOTHING",
        users,
    )
    people = [(p.kind, p.id, p.title, p.first_name, p.last_name, p.email, p.user_id) for p in world.everyone()]
    cursor.executemany(
        "INSERT INTO directory_person (kind, id, title, first_name, last_name, email, user_id)"
        " VALUES (%s, %s, %s, %s, %s, %s, %s) ON CONFLICT DO NOTHING",
        people,
    )
    members = [(c.id, "tutor", tutor) for c in world.courses for tutor in c.tutors]
    members += [(c.id, "student", student) for c in world.courses for student in c.students]
    cursor.executemany(
        "INSERT INTO directory_course_member VALUES (%s, %s, %s) ON CONFLICT DO NOTHING", sorted(set(members))
    )


def _comments(cursor: psycopg.Cursor[Any], world: World, dice: random.Random) -> None:
    staff = [person for person in world.people["staff"] if person.status == "active"]
    busy = {
        "student": [1, *dice.sample(range(2, COUNTS["student"] + 1), 150)],
        "tutor": [1, 2, *dice.sample(range(3, COUNTS["tutor"] + 1), 25)],
        "course": [1, 2, 3, *dice.sample(range(4, len(world.drawn) + 1), 60)],
        "invoice": dice.sample(range(1, _INVOICES + 1), 300),
        "slip": dice.sample(range(1, _SLIPS + 1), 250),
    }
    drafts: list[tuple[Any, ...]] = []
    for entity, records in busy.items():
        for record in records:
            several = 6 if record <= 3 and entity in {"student", "tutor", "course"} else dice.randint(1, 4)
            texts = dice.sample(_TEXTS[entity], min(several, len(_TEXTS[entity])))
            for order, (kind, text) in enumerate(texts):
                created = _NOW - dt.timedelta(days=dice.randint(0, 300), minutes=dice.randint(0, 1_400))
                later = min(_NOW, created + dt.timedelta(hours=dice.randint(1, 40)))
                edited = later if dice.random() < 0.15 else None
                pinned, locked = order == 0 and dice.random() < 0.2, dice.random() < 0.06
                author = dice.choice(staff).user_id
                drafts.append((created, edited or created, entity, record, kind, text, author, edited, pinned, locked))
    drafts.sort(key=lambda draft: draft[0])
    rows: list[tuple[Any, ...]] = []
    revisions: list[tuple[Any, ...]] = []
    for number, (*start, author, edited, pinned, locked) in enumerate(drafts, start=1):
        rows.append((number, *start, author, author, edited, int(edited is not None), pinned, locked))
        if edited:
            kind, text = start[4:6]
            revisions.append((number, kind, f"<p>Draft.</p>{text}", edited, author, author))
    cursor.executemany(
        "INSERT INTO comment (id, created, modified, entity_type, entity_type_id, type, comment, author_id,"
        " acting_user_id, edited, edits, pinned, locked) OVERRIDING SYSTEM VALUE"
        " VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
        rows,
    )
    cursor.executemany(
        "INSERT INTO comment_revision (comment_id, type, comment, replaced, replaced_by, acting_user_id)"
        " VALUES (%s, %s, %s, %s, %s, %s)",
        revisions,
    )
    _bump(cursor, "comment")


def _errors(cursor: psycopg.Cursor[Any], world: World, dice: random.Random) -> None:
    faults: list[tuple[Any, ...]] = []
    reports: list[tuple[Any, ...]] = []
    for number, (status, method, api, message, route, description) in enumerate(_FAULTS, start=1):
        people = dice.sample(world.people["staff"][:20] + world.people["tutor"][:10], dice.randint(2, 6))
        again = [*people, *people[: dice.randint(0, 2)]]
        for person in again:
            created = _NOW - dt.timedelta(days=dice.randint(0, 40), minutes=dice.randint(0, 1_400))
            app = "staff" if person.kind == "staff" else "client"
            request = (
                {
                    "method": method,
                    "path": api,
                    "requestId": f"demo{len(reports):016d}",
                    "headers": {"Accept": "application/json", "Content-Type": "application/json"},
                    "body": {"field": "email", "newValue": "parent@example"} if method == "PUT" else None,
                }
                if method
                else None
            )
            answer = {"error": message, "requestId": request["requestId"]} if request else None
            tracking = _TRACKING[len(reports) % len(_TRACKING)]
            reports.append(
                (
                    len(reports) + 1,
                    created,
                    created,
                    number,
                    tracking,
                    f"user:{person.user_id}",
                    person.user_id,
                    person.name,
                    status,
                    api,
                    method,
                    message,
                    description,
                    app,
                    "1.102.79",
                    "localhost:8080",
                    route,
                    "Oxford",
                    _BROWSER,
                    "Win32",
                    Jsonb(request),
                    Jsonb(answer),
                )
            )
        mine = [report for report in reports if report[3] == number]
        latest = max(mine, key=lambda report: (report[1], report[0]))
        fingerprint_of_row = fingerprint("staff", status, method, api, message, route)
        faults.append(
            (number, fingerprint_of_row, len(again), len(people), latest[0], min(report[1] for report in mine))
        )
    cursor.executemany(
        "INSERT INTO error_fault (id, fingerprint, reports, affected, latest_report_id, first_reported)"
        " OVERRIDING SYSTEM VALUE VALUES (%s, %s, %s, %s, %s, %s)",
        faults,
    )
    cursor.executemany(
        "INSERT INTO error_report (id, created, modified, fault_id, tracking_status, reporter, user_id, user_name,"
        " status, api, method, message, description, app, app_version, host, route, school, user_agent, platform,"
        " request, response) OVERRIDING SYSTEM VALUE"
        " VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
        reports,
    )
    _bump(cursor, "error_fault")
    _bump(cursor, "error_report")


def _notifications(cursor: psycopg.Cursor[Any], world: World) -> None:
    colleague = world.people["staff"][6].name
    named = f"{colleague} mentioned you"
    student = world.people["student"][0]
    staff = (
        ("comment", named, f"Student {student.name}: could you look at the mock results?", "/students/1/comments"),
        ("export", "students.xlsx is ready", "400 rows", "/students/list"),
        ("comment", named, "Course: is the room free on Thursday?", "/courses/2/comments"),
    )
    others = (
        ("system", "Welcome to Staffroom", "Notices for you come here.", "/"),
        ("comment", "A comment on your course", "No tutorial in the last week of term.", "/courses/1"),
    )
    rows = []
    counters = []
    for account in ACCOUNTS:
        user_id = world.by_username[account.username].user_id
        notices = staff if account.kind == "staff" else others
        for number, notice in enumerate(notices, start=1):
            created = _NOW - dt.timedelta(days=2 * (len(notices) - number), hours=3)
            rows.append((user_id, number, *notice, created, created if number == 1 else None))
        counters.append((user_id, len(notices)))
    cursor.executemany(
        "INSERT INTO notification (user_id, number, kind, title, text, target, created, read)"
        " VALUES (%s, %s, %s, %s, %s, %s, %s, %s)",
        rows,
    )
    cursor.executemany("INSERT INTO notification_counter (user_id, last_number) VALUES (%s, %s)", counters)


def _bump(cursor: psycopg.Cursor[Any], table: str) -> None:
    cursor.execute(
        sql.SQL("SELECT setval(pg_get_serial_sequence({}, 'id'), (SELECT max(id) FROM {}))").format(
            sql.Literal(table), sql.Identifier(table)
        )
    )
