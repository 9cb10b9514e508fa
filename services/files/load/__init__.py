"""Volume of files."""

from __future__ import annotations

from typing import Any

import psycopg

from services.files.load import boards, documents, library

_PARTS = (documents, library, boards)


def load(connection: psycopg.Connection[Any]) -> str:
    """Add the missing volume; returns a summary."""
    connection.execute("SET LOCAL synchronous_commit = off")
    connection.execute("SET LOCAL maintenance_work_mem = '256MB'")
    return ", ".join(one.load(connection) for one in _PARTS)
