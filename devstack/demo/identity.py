"""Demo users, organisations, departments, academic years and release notes."""

from __future__ import annotations

import datetime as dt
from typing import Any

import psycopg
from argon2 import PasswordHasher
from psycopg import sql

from devstack.demo.world import (
    DEPARTMENTS,
    ORGANISATIONS,
    PASSWORD,
    PERSONAL_TUTOR,
    TODAY,
    AcademicYear,
    Person,
    World,
)

EMPTY = "select not exists (select from user_account)"

_INACTIVE = {"retired", "alumni"}


def load(connection: psycopg.Connection, world: World) -> None:
    """Fill the tables of identity. All demo accounts have one password, hashed once with the real parameters."""
    with connection.cursor() as cursor:
        _insert(cursor, "organisation", ("id", "title", "currency", "country"), ORGANISATIONS)
        _insert(cursor, "department", ("id", "title", "color", "currency", "organisation_id"), DEPARTMENTS)
        edges = tuple(f"{term}_{edge}" for term in ("mt", "ht", "tt") for edge in ("start", "end"))
        _insert(cursor, "academic_year", ("id", "title", "year", *edges), [_year(year) for year in world.years])
        everyone = world.everyone()
        _insert(cursor, "user_account", _USER_COLUMNS, [_user(person) for person in everyone])
        digest = PasswordHasher().hash(PASSWORD)
        with cursor.copy("copy password (user_id, hash) from stdin") as copy:
            for person in everyone:
                copy.write_row((person.user_id, digest))
        notes = [(number, *note) for number, note in enumerate(_release_notes(), start=1)]
        _insert(cursor, "release_note", ("id", "version_name", "released", "title", "body"), notes)


_KINDS = ("staff", "tutor", "student", "client", "candidate", "invigilator", "agent")
_USER_COLUMNS = (
    "id", "username", "first_name", "last_name", "email", "status", "role_ids", "is_pt", "primary_department_id",
    "organisation_id", *(f"{kind}_id" for kind in _KINDS),
)  # fmt: skip


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


def _year(year: AcademicYear) -> tuple[Any, ...]:
    return (year.id, year.title, year.year, *year.mt, *year.ht, *year.tt)


def _insert(cursor: psycopg.Cursor[Any], table: str, columns: tuple[str, ...], rows: Any) -> None:
    """Rows with ids of their own; the table goes on counting behind them."""
    with cursor.copy(f"copy {table} ({', '.join(columns)}) from stdin") as copy:
        for row in rows:
            copy.write_row(row)
    cursor.execute(
        sql.SQL("select setval(pg_get_serial_sequence({}, 'id'), (select max(id) from {}))").format(
            sql.Literal(table), sql.Identifier(table)
        )
    )


def _release_notes() -> list[tuple[str, dt.date, str, str]]:
    made = (
        (
            "1.102.79",
            9,
            "Lists keep your selection",
            ("The selection survives paging, and 'select all' can mean all that match the filters.",
             "Exports to spreadsheet and PDF hold the whole filtered list, and show their progress.",
             "Impersonation shows a banner until you stop it."),
        ),
        (
            "1.102.75",
            30,
            "Fields tell what is wrong beside the field",
            ("A field that was refused keeps what you typed and says why.",
             "Somebody else's change is shown before you overwrite it."),
        ),
        (
            "1.101.40",
            75,
            "Academic years with weeks",
            ("Study weeks are shown with their ISO week; weeks below 30 belong to the following calendar year.",
             "Study plans take their weeks from the academic year."),
        ),
        (
            "1.100.0",
            140,
            "One sign-in",
            ("Staff sign in once for all areas; a session lasts 240 minutes.",
             "A forgotten password is replaced by a link that works once, for 60 minutes."),
        ),
    )  # fmt: skip
    return [
        (
            version,
            TODAY - dt.timedelta(days=days),
            title,
            "<ul>" + "".join(f"<li>{line}</li>" for line in lines) + "</ul>",
        )
        for version, days, title, lines in made
    ]
