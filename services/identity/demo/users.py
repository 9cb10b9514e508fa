"""Demo users, organisations, departments, academic years and release notes."""

from __future__ import annotations

import datetime as dt
import random
from typing import Any

import psycopg
from argon2 import PasswordHasher
from psycopg import sql

from services.demo.world import (
    DEPARTMENTS,
    ORGANISATIONS,
    PASSWORD,
    PERSONAL_TUTOR,
    SEED,
    TODAY,
    AcademicYear,
    Person,
    World,
)

EMPTY = "select not exists (select from user_account)"

_INACTIVE = {"retired", "alumni"}


def load(connection: psycopg.Connection, world: World) -> None:
    """Fill the tables of identity. All demo accounts share one password, hashed once with the real parameters."""
    with connection.cursor() as cursor:
        insert_rows(cursor, "organisation", ("id", "title", "currency", "country"), ORGANISATIONS)
        insert_rows(cursor, "department", ("id", "title", "color", "currency", "organisation_id"), DEPARTMENTS)
        edges = tuple(f"{term}_{edge}" for term in ("mt", "ht", "tt") for edge in ("start", "end"))
        insert_rows(cursor, "academic_year", ("id", "title", "year", *edges), [_year(year) for year in world.years])
        everyone = world.everyone()
        insert_rows(cursor, "user_account", _USER_COLUMNS, [_user(person) for person in everyone])
        insert_rows(cursor, "user_account", _USER_COLUMNS, [_reception(everyone[-1].user_id + 1)])
        digest = PasswordHasher().hash(PASSWORD)
        with cursor.copy("copy password (user_id, hash) from stdin") as copy:
            for person in everyone:
                copy.write_row((person.user_id, digest))
        _history(cursor, everyone)
        notes = [(number, *note) for number, note in enumerate(_release_notes(), start=1)]
        insert_rows(cursor, "release_note", ("id", "version_name", "released", "title", "body"), notes)


_KINDS = ("staff", "tutor", "student", "client", "candidate", "invigilator", "agent")
_USER_COLUMNS = (
    "id",
    "username",
    "first_name",
    "last_name",
    "email",
    "status",
    "role_ids",
    "is_pt",
    "primary_department_id",
    "organisation_id",
    *(f"{kind}_id" for kind in _KINDS),
)


def _user(person: Person) -> tuple[Any, ...]:
    persons = (person.id if person.kind == kind else None for kind in _KINDS)
    return (
        person.user_id,
        person.username,
        person.first_name,
        person.last_name,
        person.email,
        "inactive" if person.status in _INACTIVE else "active",
        sorted(person.roles, key=lambda role: (role != "sysAdmin", role != "staff")),
        person.username == PERSONAL_TUTOR or (person.kind == "tutor" and person.id % 5 == 0),
        person.department_id,
        person.organisation_id,
        *persons,
    )


def _reception(user_id: int) -> tuple[Any, ...]:
    """Return a service account, which has no password yet."""
    return (
        user_id,
        "reception",
        "Reception",
        "Desk",
        "reception@staffroom.example",
        "active",
        ["staff"],
        False,
        1,
        1,
        *(None for _ in _KINDS),
    )


_BROWSERS = (
    "Mozilla/5.0 (Windows NT 10.0) Firefox/141.0",
    "Mozilla/5.0 (Macintosh) Safari/605.1",
    "Mozilla/5.0 (X11) Chrome/142.0",
)
_SESSION_COLUMNS = ("id", "sid", "user_id", "app", "started", "expires", "ended", "end_reason", "address", "user_agent")
_AUDIT_COLUMNS = (
    "created",
    "kind",
    "user_id",
    "user_name",
    "acting_user_id",
    "acting_user_name",
    "detail",
    "address",
    "user_agent",
)


def _history(cursor: psycopg.Cursor[Any], everyone: list[Person]) -> None:
    """Write two weeks of sign-ins by the office, and the other entries of such weeks in the audit list."""
    dice = random.Random(SEED)  # noqa: S311  reproducible data, not a secret
    office = [person for person in everyone if person.kind == "staff" and person.status == "active"]
    root, others = office[0], office[1:]
    sessions: list[tuple[Any, ...]] = []
    audit: list[tuple[Any, ...]] = []
    for days in range(14, 0, -1):
        morning = dt.datetime.combine(TODAY - dt.timedelta(days=days), dt.time(8), dt.UTC)
        for person in [root, *dice.sample(others, 12)]:
            started = morning + dt.timedelta(minutes=dice.randint(0, 150))
            ended = started + dt.timedelta(minutes=dice.randint(20, 235)) if dice.random() < 0.6 else None
            where = (f"192.0.2.{person.id}", dice.choice(_BROWSERS))
            if dice.random() < 0.1:
                typo = started - dt.timedelta(seconds=20)
                audit.append((typo, "signInRefused", *_who(person), None, "", "wrong password", *where))
            audit.append((started, "signedIn", *_who(person), None, "", "staff", *where))
            expires = started + dt.timedelta(minutes=240)
            reason = "signed out" if ended else ""
            number = len(sessions) + 1
            sessions.append(
                (number, f"demo-{number}", person.user_id, "staff", started, expires, ended, reason, *where)
            )
            if ended:
                audit.append((ended, "signedOut", *_who(person), None, "", reason, *where))
        noon = morning + dt.timedelta(hours=4)
        if days % 5 == 0:
            lent, here = dice.choice(others), ("192.0.2.1", _BROWSERS[0])
            audit.append((noon, "impersonationStarted", *_who(lent), *_who(root), "", *here))
            stopped = noon + dt.timedelta(minutes=9)
            audit.append((stopped, "impersonationEnded", *_who(lent), *_who(root), "stopped", *here))
    audit.append(
        (noon, "signInRefused", None, "administrator", None, "", "wrong password", "198.51.100.23", "curl/8.5.0")
    )
    insert_rows(cursor, "session", _SESSION_COLUMNS, sessions)
    rows = [(number, *row) for number, row in enumerate(sorted(audit, key=lambda row: row[0]), start=1)]
    insert_rows(cursor, "audit", ("id", *_AUDIT_COLUMNS), rows)
    cursor.execute(
        "update user_account set last_sign_in = latest.started"
        " from (select user_id, max(started) as started from session group by user_id) latest where id = user_id"
    )


def _who(person: Person) -> tuple[int, str]:
    return person.user_id, person.name


def _year(year: AcademicYear) -> tuple[Any, ...]:
    return (year.id, year.title, year.year, *year.mt, *year.ht, *year.tt)


def insert_rows(cursor: psycopg.Cursor[Any], table: str, columns: tuple[str, ...], rows: Any) -> None:
    """Write rows with explicit ids, and advance the table's sequence past them."""
    with cursor.copy(f"copy {table} ({', '.join(columns)}) from stdin") as copy:
        for row in rows:
            copy.write_row(row)
    cursor.execute(
        sql.SQL("select setval(pg_get_serial_sequence({}, 'id'), (select max(id) from {}))").format(
            sql.Literal(table), sql.Identifier(table)
        )
    )


def _release_notes() -> list[tuple[str, dt.date, str, str]]:
    statement = (
        (
            "1.102.79",
            9,
            "Lists keep your selection",
            (
                "The selection survives paging, and 'select all' can mean all that match the filters.",
                "Exports to spreadsheet and PDF hold the whole filtered list, and show their progress.",
                "Impersonation shows a banner until you stop it.",
            ),
        ),
        (
            "1.102.75",
            30,
            "Fields tell what is wrong beside the field",
            (
                "A field that was refused keeps what you typed and says why.",
                "Somebody else's change is shown before you overwrite it.",
            ),
        ),
        (
            "1.101.40",
            75,
            "Academic years with weeks",
            (
                "Study weeks are shown with their ISO week; weeks below 30 belong to the following calendar year.",
                "Study plans take their weeks from the academic year.",
            ),
        ),
        (
            "1.100.0",
            140,
            "One sign-in",
            (
                "Staff sign in once for all areas; a session lasts 240 minutes.",
                "A forgotten password is replaced by a link that works once, for 60 minutes.",
            ),
        ),
    )
    return [
        (
            version,
            TODAY - dt.timedelta(days=days),
            title,
            "<ul>" + "".join(f"<li>{line}</li>" for line in lines) + "</ul>",
        )
        for version, days, title, lines in statement
    ]
