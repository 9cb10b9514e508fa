"""Tables of homework."""

from __future__ import annotations

from typing import Any

import psycopg

from services.demo.homework import homework
from services.demo.tables import write
from services.demo.world import World

EMPTY = "SELECT NOT EXISTS (SELECT FROM homework)"


def load(connection: psycopg.Connection[Any], world: World) -> None:
    """Write the homework, then the record of each student."""
    set_, given = homework(world)
    with connection.cursor() as cursor:
        write(cursor, "homework", set_)
        write(cursor, "homework_with_student", given)
