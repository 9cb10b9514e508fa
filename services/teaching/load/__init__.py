"""Volume data of teaching."""

from __future__ import annotations

from typing import Any

import psycopg

from services.teaching.load import courses, homework, journal, reports, slips, studyplans

_PARTS = (slips, homework, courses, studyplans, reports, journal)
"""In the order of dependencies."""


def load(connection: psycopg.Connection[Any]) -> str:
    """Add the missing data; return a summary."""
    connection.execute("SET LOCAL synchronous_commit = off")
    connection.execute("SET LOCAL maintenance_work_mem = '256MB'")
    return ", ".join(one.load(connection) for one in _PARTS)
