"""The rungs of the ladder, edited by accounting."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from finance.policy import accounting
from finance.reminding import attributes
from kit.database import Tx
from kit.policy import Row
from kit.records import Acts, Change, FieldSet
from kit.values.days import today

OFF = "Please switch the reminder on first"


def _refuse_off(row: Row) -> str | None:
    return None if row["enabled"] else OFF


def _from_today(_: Tx, change: Change) -> Mapping[str, Any]:
    """Start a rung that is switched on today, unless the request sets `since`: long overdue invoices must not all get a
    mail in one morning."""
    return {"since": today() if change.new else None}


def _move_since(_: Tx, change: Change) -> Mapping[str, Any]:
    """Move `since` with an earlier rung, so that no invoice that was still to reach the rung is skipped."""
    since = change.row["since"]
    if since is None or change.old is None or change.new >= change.old:
        return {}
    return {"since": since + dt.timedelta(days=change.new - change.old)}


ACTS = {
    "enabled": Acts(dependents=_from_today),
    "days": Acts(dependents=_move_since),
    "since": Acts(when=_refuse_off),
}
RUNG = FieldSet(
    name="reminderRung",
    table=attributes.setting,
    path="/invoices/reminders/ladder/{id}",
    may=accounting,
    sections=attributes.RUNG.sections({"rung": "Reminder"}, ACTS),
)
