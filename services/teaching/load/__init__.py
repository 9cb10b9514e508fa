"""Volume of teaching."""

from __future__ import annotations

from typing import Any

import psycopg

from services.teaching.load import homework, slips


def load(connection: psycopg.Connection[Any]) -> str:
    """Add what is not there yet; says what was added."""
    connection.execute("SET LOCAL synchronous_commit = off")
    connection.execute("SET LOCAL maintenance_work_mem = '256MB'")
    return ", ".join(one.load(connection) for one in (slips, homework))
