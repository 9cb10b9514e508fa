"""The ladder with its settings."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from finance.reminding.attributes import setting
from finance.reminding.reminder import LADDER, OVERDUE
from kit.database import all_rows
from kit.policy import Actor
from kit.reminders import waiting
from kit.values.days import today


def ladder(  # allow queries-take-the-actor: the same for all of accounting
    connection: sa.Connection, _: Actor
) -> list[dict[str, Any]]:
    """The rungs in the order of their days."""
    rows = all_rows(connection, sa.select(setting).where(setting.c.reminder == OVERDUE.name))
    by_name = {row["rung"]: row for row in rows}
    counts = waiting.count(connection, OVERDUE, today())
    rungs = [
        {
            "id": by_name[rung.name]["id"],
            "name": rung.name,
            "title": rung.title,
            "days": by_name[rung.name]["days"],
            "enabled": by_name[rung.name]["enabled"],
            "since": by_name[rung.name]["since"],
            "waiting": counts[rung.name].now,
            "earlier": counts[rung.name].earlier,
            "also": [receiver.title for receiver in rung.also],
        }
        for rung in LADDER
    ]
    return sorted(rungs, key=lambda rung: rung["days"])
