"""Demo data of read and sign: policies that were signed, that are overdue after a new version, and that nobody has read
yet."""

from __future__ import annotations

import datetime as dt
import random
from dataclasses import dataclass

import psycopg

from files.signing.rules import WORDS
from services.demo.world import SEED, Person, World
from services.files.demo import library

EMPTY = "SELECT NOT EXISTS (SELECT FROM reading_request)"
NO_RULES = "SELECT NOT EXISTS (SELECT FROM retention_rule)"
_NOW = dt.datetime.now(dt.UTC).replace(microsecond=0)
_POLICIES = 3
_OFFICE = ("tutorsupport", "staff")
_TUTORS = ("tutor", "pt")
_MORE_TUTORS = 10


@dataclass(frozen=True)
class _Policy:
    """A document, the days until its signatures are due, the share of people who signed the required version, and the
    share of those who signed an earlier one."""

    name: str
    due: int
    signed: float
    earlier: float = 0
    note: str = ""


_ASKED = (
    _Policy("Data protection policy", 21, 1),
    _Policy("Safeguarding policy", -10, 0.4, 0.4, "New names of the leads"),
    _Policy("Code of conduct for tutors", 5, 0.3, note="Once a year, before the next term"),
)
_NEVER = {"Safeguarding policy": ("tutor", "staff"), "Code of conduct for tutors": ("tutor", "tutorsupport")}
"""Accounts that have not signed the document."""


def load(connection: psycopg.Connection, world: World) -> None:
    """Ask tutors and the office to sign the policies of the library."""
    dice = random.Random(SEED + 43)  # noqa: S311  reproducible data, not a secret
    names = world.by_username
    accounts = [names[name] for name in (*_OFFICE, *_TUTORS)]
    tutors = [one for one in world.people["tutor"] if one.status == "active" and one not in accounts][:_MORE_TUTORS]
    people = [*accounts, *tutors]
    with connection.cursor() as cursor:
        cursor.executemany(
            "INSERT INTO library_user (id, name, active, role_ids) VALUES (%s, %s, %s, %s) ON CONFLICT DO NOTHING",
            [
                (one.user_id, one.name, one.status == "active", sorted(one.roles))
                for one in world.everyone()
                if one.user_id
            ],
        )
        cursor.executemany(
            "INSERT INTO folder_grant (folder_id, user_id, user_name, level, granted_by)"
            " VALUES (%s, %s, %s, 'read', %s) ON CONFLICT DO NOTHING",
            [(_POLICIES, one.user_id, one.name, names["sysadmin"].name) for one in people],
        )
        library.spread(cursor)
        for policy in _ASKED:
            cursor.execute("SELECT id, number, sha256 FROM file WHERE name = %s AND entity_id = 3", (policy.name,))
            row = cursor.fetchone()
            assert row is not None
            cursor.execute("UPDATE file SET is_signed = true WHERE id = %s", (row[0],))
            never = {names[name].user_id for name in _NEVER.get(policy.name, ())}
            for one in people:
                chance = dice.random()
                signed = 0 if one.user_id in never else _signed(policy, row[1], chance)
                _ask(cursor, names["academic"], policy, (row[0], row[1], row[2]), one, signed)


def _signed(policy: _Policy, number: int, chance: float) -> int:
    """Return the version that a person signed last, 0 for none."""
    if chance < policy.signed:
        return number
    return number - 1 if chance < policy.signed + policy.earlier else 0


def _ask(
    cursor: psycopg.Cursor, asker: Person, policy: _Policy, file: tuple[int, int, str], one: Person, signed: int
) -> None:
    file_id, number, digest = file
    due = (_NOW + dt.timedelta(days=policy.due)).date()
    asked = _NOW - dt.timedelta(days=20)
    when = asked + dt.timedelta(days=one.user_id % 9, hours=one.user_id % 7) if signed else None
    cursor.execute(
        "INSERT INTO reading_request (file_id, user_id, user_name, asked_by_id, asked_by_name, asked, due, note,"
        " number, signed_number, signed) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
        (
            file_id,
            one.user_id,
            one.name,
            asker.user_id,
            asker.name,
            asked,
            due,
            policy.note,
            number,
            signed,
            when,
        ),
    )
    if signed:
        opening = (file_id, one.user_id, signed, when)
        cursor.execute("INSERT INTO file_opening (file_id, user_id, number, opened) VALUES (%s, %s, %s, %s)", opening)
        cursor.execute(
            "INSERT INTO reading_signature (file_id, user_id, user_name, number, sha256, words, signed)"
            " VALUES (%s, %s, %s, %s, %s, %s, %s)",
            (file_id, one.user_id, one.name, signed, digest, WORDS, when),
        )


_RULES = ((8, None, 7, "version"), (None, "expenseClaim", 7, "upload"))
"""folder, content type, years, counted from"""


def load_rules(connection: psycopg.Connection, world: World) -> None:
    """Add retention rules, a hold, favourites and a completed review."""
    office = world.by_username["academic"]
    with connection.cursor() as cursor:
        cursor.executemany(
            "INSERT INTO retention_rule (folder_id, content_type, years, since) VALUES (%s, %s, %s, %s)", _RULES
        )
        cursor.execute(
            "UPDATE file SET hold = 'Asked for by the inspectors until their report'"
            " WHERE name = 'Contingency plan for exam days' AND entity_id = 7"
        )
        cursor.execute(
            "UPDATE file SET reviewed = %s, reviewed_by = %s WHERE name = 'Complaints procedure' AND entity_id = 3",
            ((_NOW - dt.timedelta(days=65)).date(), office.name),
        )
        cursor.execute("INSERT INTO folder_favourite (user_id, folder_id) VALUES (%s, 3)", (office.user_id,))
        cursor.execute(
            "INSERT INTO file_favourite (user_id, file_id) SELECT %s, id FROM file"
            " WHERE name = 'Tutor handbook' AND entity_id = 5",
            (office.user_id,),
        )
