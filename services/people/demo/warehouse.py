"""Demo exports of people: a finished one, whose files are deleted after a week, and a failed one."""

from __future__ import annotations

import datetime as dt
import json

import psycopg

from services.demo.tables import write
from services.demo.world import TODAY, World

EMPTY = "SELECT NOT EXISTS (SELECT FROM people_export)"


def load(connection: psycopg.Connection, world: World) -> None:
    """Write the two exports."""
    night = dt.datetime.combine(TODAY - dt.timedelta(days=9), dt.time(2, 20), dt.UTC)
    people = sum(len(kind) for kind in world.people.values())
    exports = [
        {
            "id": 1,
            "created": night,
            "scope": "full",
            "state": "done",
            "rows": people,
            "started": night,
            "finished": night + dt.timedelta(minutes=1),
            "error": "",
            "started_by": "Schedule",
        },
        {
            "id": 2,
            "created": night + dt.timedelta(days=8),
            "scope": "incremental",
            "state": "failed",
            "rows": 0,
            "started": night + dt.timedelta(days=8),
            "finished": night + dt.timedelta(days=8, minutes=1),
            "error": "The file store does not answer. Please try again in a few seconds",
            "started_by": "Schedule",
        },
    ]
    with connection.cursor() as cursor:
        rows = [{**one, "modified": one["created"], "files": json.dumps([]), "schema_version": 1} for one in exports]
        write(cursor, "people_export", rows)
