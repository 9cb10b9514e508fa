"""Tables of collection reports, and copies of the staff who interview."""

from __future__ import annotations

from typing import Any

import psycopg

from services.demo.collections import collections
from services.demo.tables import write
from services.demo.world import World
from services.teaching.demo.mails import failed

EMPTY = "SELECT NOT EXISTS (SELECT FROM collection_report)"


def load(connection: psycopg.Connection[Any], world: World) -> None:
    """Write the reports, then their interviewers, mocks and mails."""
    reports, interviewers, mocks = collections(world)
    staff = [(one.id, one.name, one.user_id, one.title) for one in world.people["staff"]]
    with connection.cursor() as cursor:
        cursor.executemany(
            "INSERT INTO person (kind, id, name, user_id, title) VALUES ('staff', %s, %s, %s, %s) "
            "ON CONFLICT DO NOTHING",
            staff,
        )
        write(cursor, "collection_report", reports)
        write(cursor, "collection_interviewer", interviewers)
        write(cursor, "collection_mock", mocks)
        write(cursor, "collection_mail", failed(reports, world))
