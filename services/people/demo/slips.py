"""The read model of begun slips."""

from __future__ import annotations

from typing import Any

import psycopg

from services.demo.slips import slips
from services.demo.tables import write
from services.demo.world import World

EMPTY = "SELECT NOT EXISTS (SELECT FROM event_slip)"


def load(connection: psycopg.Connection[Any], world: World) -> None:
    """Fill the copy with the slips that teaching has."""
    rows = [
        {"id": row["id"], "event_id": row["tutorial_id"], "ewp_id": row["ewp_id"] or 0, "status": row["status"]}
        for row in slips(world)
        if row["status"] != "deleted"
    ]
    with connection.cursor() as cursor:
        write(cursor, "event_slip", rows)
