"""Reminders of signatures: a week and a day before the due day, and every week after it until somebody signs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from files.documents.model import file
from files.documents.policy import IN_LIBRARY
from files.signing import notices
from files.signing.lists import REACHED
from files.signing.model import reading_request
from files.signing.queries import OPEN
from kit.database import Tx
from kit.reminders import Reminder, Rung

_r, _f = reading_request.c, file.c
WEEKS = 26
"""After half a year nobody is reminded any more; the report still shows the signature as overdue."""


def _week(number: int) -> Rung:
    return Rung(f"after{number * 7}", "1 week after" if number == 1 else f"{number} weeks after", days=number * 7)


LADDER = (
    Rung("before7", "7 days before", days=-7),
    Rung("before1", "1 day before", days=-1),
    *map(_week, range(1, WEEKS + 1)),
)


def _tell(tx: Tx, _: Rung, rows: Sequence[Mapping[str, Any]]) -> dict[int, str]:
    """Raise one notice for each document and day."""
    requests = tx.all(
        sa.select(_r.user_id, _r.due, _f.id, _f.name, _f.entity_id)
        .join(file, _f.id == _r.file_id)
        .where(_r.id.in_([row["record_id"] for row in rows]))
        .order_by(_f.id, _r.due)
    )
    groups: dict[Any, list[Mapping[str, Any]]] = {}
    for one in requests:
        groups.setdefault((one["id"], one["due"]), []).append(one)
    for (_file, due), theirs in groups.items():
        notices.remind(tx, theirs[0], [one["user_id"] for one in theirs], due)
    return {}


UNSIGNED = Reminder(
    name="unsigned",
    title="Documents to sign",
    source=reading_request.join(file, _f.id == _r.file_id),
    key=_r.id,
    due=_r.due,
    waits=sa.and_(OPEN, IN_LIBRARY, REACHED),
    ladder=LADDER,
    tell=_tell,
    party=_r.user_id,
    locks=(reading_request,),
)
REMINDERS = (UNSIGNED,)
