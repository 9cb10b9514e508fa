"""Tables of term reports."""

from __future__ import annotations

from typing import Any

import psycopg

from services.demo.reports import reports
from services.demo.tables import write
from services.demo.world import World
from services.teaching.demo.mails import failed

EMPTY = "SELECT NOT EXISTS (SELECT FROM report)"

_TOLD = """
INSERT INTO reminder_told (reminder, record_id, due, due_at, rung)
SELECT 'approvedReport', id, ((approved + interval '2 minutes') AT TIME ZONE 'Europe/London')::date,
    approved + interval '2 minutes', 'final'
FROM report WHERE status = 'approved' AND approved > now() - interval '1 day'
"""
"""Marks of sent notices, so that nobody gets news of reports from the demo data."""


def load(connection: psycopg.Connection[Any], world: World) -> None:
    """Write the reports, then their mocks and mails."""
    rows, mocks = reports(world)
    with connection.cursor() as cursor:
        write(cursor, "report", rows)
        write(cursor, "report_mock", mocks)
        write(cursor, "report_mail", failed(rows, world))
        cursor.execute(_TOLD)
