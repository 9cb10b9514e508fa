"""Tables of the journal, and the copy of users."""

from __future__ import annotations

from typing import Any

import psycopg

from services.demo.journal import journal
from services.demo.tables import write
from services.demo.world import Person, World

EMPTY = "SELECT NOT EXISTS (SELECT FROM journal_entry)"


def load(connection: psycopg.Connection[Any], world: World) -> None:
    """Fill the copy as events would, then write the entries and their readers."""
    entries, readers = journal(world)
    with connection.cursor() as cursor:
        # Events of identity may already have created some.
        cursor.executemany(
            "INSERT INTO account (id, name, active, staff_id, tutor_id, department_id) VALUES (%s, %s, %s, %s, %s, %s)"
            " ON CONFLICT DO NOTHING",
            [_account(person) for person in world.everyone()],
        )
        write(cursor, "journal_entry", entries)
        write(cursor, "journal_reader", readers)


def _account(one: Person) -> tuple[Any, ...]:
    ids = (one.id if one.kind == "staff" else 0, one.id if one.kind == "tutor" else 0)
    return one.user_id, one.name, one.status == "active", *ids, one.department_id
