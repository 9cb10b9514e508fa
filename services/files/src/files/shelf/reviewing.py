"""Reviews of documents: the owner is reminded a month and a week before the day and on it, and sets the next one."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from files.documents.model import file
from files.documents.notices import tell
from files.documents.policy import IN_LIBRARY
from files.documents.queries import library_file
from files.folders import policy
from kit.changes import history
from kit.database import TODAY, Tx
from kit.errors import Forbidden, Invalid
from kit.reminders import Reminder, Rung
from kit.values.days import today
from kit.values.shown import shown

_f = file.c
KIND = "documentReview"
LADDER = (
    Rung("before30", "30 days before", days=-30),
    Rung("before7", "7 days before", days=-7),
    Rung("due", "On the day"),
)
_LAST = sa.text("30")
"""Days after the review date on which a delayed worker still sends the reminder."""
NEXT = "Please choose a day after today"
NOT_YOURS = "Only its owner and administrators of the folder review it"


def _tell(tx: Tx, _: Rung, rows: Sequence[Mapping[str, Any]]) -> dict[int, str]:
    """Raise a notice for each document: to its owner, or to the administrators if they lost the folder."""
    late = {row["record_id"]: row["late"] for row in rows}
    for row in tx.all(sa.select(file).where(_f.id.in_(late)).order_by(_f.id)):
        owners = [row["owner_id"]] if row["owner_id"] in row["reader_ids"] else row["editor_ids"]
        days = -late[row["id"]]
        when = f"in {days} days" if days > 1 else "tomorrow" if days == 1 else "today" if days == 0 else "overdue"
        title = f"Review {when}: {row['name']}" if days < 0 else f"Review due {when}: {row['name']}"
        text = f"Its review date is {shown(row['review_date'])}. Read it, then mark it as reviewed."
        tell(tx, row, KIND, title, text, owners or [row["owner_id"]])
    return {}


DUE_REVIEWS = Reminder(
    name="documentReview",
    title="Reviews of documents",
    source=file,
    key=_f.id,
    due=_f.review_date,
    waits=sa.and_(IN_LIBRARY, _f.review_date.is_not(None), _f.review_date > TODAY - _LAST),
    ladder=LADDER,
    tell=_tell,
    party=_f.owner_id,
)
REMINDERS = (DUE_REVIEWS,)


def reviewed(tx: Tx, file_id: int, next_date: dt.date) -> dict[str, Any]:
    """Mark a document as reviewed today and set the next review date. Raises NotFound, Forbidden, Invalid."""
    row = library_file(tx.connection, tx.actor, file_id)
    if not policy.administers(tx.actor, row) and tx.actor.user_id != row["owner_id"]:
        raise Forbidden(NOT_YOURS)
    if next_date <= today():
        raise Invalid(NEXT, fields={"nextDate": NEXT})
    values = {"review_date": next_date, "reviewed": today(), "reviewed_by": tx.actor.name}
    tx.execute(sa.update(file).where(_f.id == file_id).values(**values, version=_f.version + 1, modified=sa.func.now()))
    history.compare(tx, "file", file, row, {**row, **values}, ("review_date", "reviewed"))
    return {"id": file_id, "reviewDate": next_date, "reviewed": today()}
