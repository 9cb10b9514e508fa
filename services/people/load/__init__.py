"""Volume data of people: persons, forms, compliance, applications, leads and exams."""

from __future__ import annotations

from typing import Any

import psycopg

from services.people.load import applications, checklists, compliance, events, exams, forms, leads, persons

_ROOMS = (persons, events, forms, checklists, compliance, applications, leads, exams)


def load(connection: psycopg.Connection[Any]) -> str:
    """Add the missing data; return a summary."""
    connection.execute("SET LOCAL maintenance_work_mem = '256MB'")
    connection.execute("SET LOCAL synchronous_commit = off")
    return ", ".join(one.load(connection) for one in _ROOMS)
