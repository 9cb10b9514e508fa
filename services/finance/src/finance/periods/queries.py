"""The lock dates of all organisations."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from finance.copies.model import organisation
from finance.periods.model import period_lock
from kit.database.reading import all_rows
from kit.policy import Actor

_columns = period_lock.c
_CHANGES = 500


def lock_dates(connection: sa.Connection, actor: Actor) -> list[dict[str, Any]]:
    """Handle `GET /invoices/lockdates`: return each organisation that is not deleted, with the changes of its lock
    date."""
    del actor  # one right covers all organisations
    standing = sa.select(organisation.c.id, organisation.c.title).where(~organisation.c.deleted)
    rows = all_rows(connection, sa.select(period_lock).order_by(_columns.id.desc()).limit(_CHANGES))
    return [
        {
            "orgId": entry["id"],
            "organisation": entry["title"],
            "lockDate": next((row["lock_date"] for row in rows if row["organisation_id"] == entry["id"]), None),
            "changes": [
                {"lockDate": row["lock_date"], "reason": row["reason"], "by": row["by_name"], "date": row["changed"]}
                for row in rows
                if row["organisation_id"] == entry["id"]
            ],
        }
        for entry in all_rows(connection, standing.order_by(organisation.c.id))
    ]
