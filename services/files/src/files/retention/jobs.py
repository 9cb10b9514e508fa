"""The nightly retention job: it notifies owners a month in advance, then moves documents to the trash."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any

import sqlalchemy as sa

from files.documents.holds import HELD
from files.documents.model import file, file_version
from files.documents.notices import tell
from files.documents.policy import IN_LIBRARY
from files.documents.rules import IN_TRASH
from files.folders.model import folder
from files.retention.model import retention_rule
from files.retention.rules import NOTICE
from kit.changes import history
from kit.database import Database, Tx
from kit.jobs import Job, JobContext, Schedule
from kit.policy import as_service
from kit.values.days import today
from kit.values.first_few import first_lines
from kit.values.shown import shown

_f, _r, _v = file.c, retention_rule.c, file_version.c
_of, _ruled = folder.alias("of_kept").c, folder.alias("ruled").c
KIND = "retention"
_BATCH = 200

_RULE = (
    sa.select(_r.years, _r.since)
    .select_from(retention_rule.outerjoin(_ruled.id.table, _ruled.id == _r.folder_id))
    .where(
        sa.or_(_r.folder_id.is_(None), _r.folder_id == sa.any_(_of.path)),
        sa.or_(_r.content_type.is_(None), _r.content_type == _f.content_type),
    )
    .order_by(sa.func.coalesce(sa.func.cardinality(_ruled.path), 0).desc(), _r.content_type.is_(None), _r.id)
    .limit(1)
    .correlate(file, _of.id.table)
    .lateral("rule")
)
_LATEST = sa.select(sa.func.max(_v.created)).where(_v.file_id == _f.id).correlate(file).scalar_subquery()
_SINCE = sa.case((_RULE.c.since == "upload", _f.created), else_=sa.func.coalesce(_LATEST, _f.created))
_ENDS = sa.cast(
    sa.func.timezone("Europe/London", _SINCE) + sa.func.make_interval(sa.cast(_RULE.c.years, sa.Integer)), sa.Date
)
"""The day on which the retention of a document ends."""
_SOURCE = file.join(_of.id.table, _of.id == _f.entity_id).join(_RULE, sa.true())
_KEPT = sa.or_(HELD, _f.locked)
"""Documents on hold stay, and locked ones until somebody unlocks them."""


def run(db: Database, day: dt.date) -> dict[str, int]:
    """Process what is due on `day`; returns how many documents were announced, spared and moved. Idempotent."""
    return {"told": _batches(db, day, _tell), "spared": _batches(db, day, _spare), "moved": _batches(db, day, _move)}


def _batches(db: Database, day: dt.date, act: Callable[[Tx, dt.date], int]) -> int:
    count = 0
    while True:
        with db.transaction(as_service("files")) as tx:
            done = act(tx, day)
        count += done
        if done < _BATCH:
            return count


def _tell(tx: Tx, day: dt.date) -> int:
    """Set the day on which documents leave, a month from now or later, and notify their owners."""
    columns = (_f.id, _f.name, _f.entity_id, _f.owner_id, _ENDS.label("ends"))
    ending = sa.select(*columns).select_from(_SOURCE)
    ending = ending.where(IN_LIBRARY, ~_KEPT, _f.leaves.is_(None), day + NOTICE >= _ENDS)
    rows = tx.all(ending.order_by(_f.owner_id, _f.id).limit(_BATCH).with_for_update(of=file))
    for owner, theirs in groupby(rows, key=lambda row: row["owner_id"]):
        _notify(tx, owner, list(theirs), day)
    return len(rows)


def _notify(tx: Tx, owner: int, rows: Sequence[Mapping[str, Any]], day: dt.date) -> None:
    leaves = {row["id"]: max(row["ends"], day + NOTICE) for row in rows}
    for row in rows:
        tx.execute(sa.update(file).where(_f.id == row["id"]).values(leaves=leaves[row["id"]]))
    first = rows[0]
    count = f"{first['name']} goes" if len(rows) == 1 else f"{len(rows)} documents go"
    lines = [f"{row['name']} on {shown(leaves[row['id']])}" for row in rows]
    text = (
        f"The years for which they are kept end: {'; '.join(first_lines(lines))}. Upload a new version of "
        "what you need, or ask sysAdmin for a hold."
    )
    tell(tx, first, KIND, f"{count} into the trash", text, [owner])


def _spare(tx: Tx, day: dt.date) -> int:
    """Clear the day of documents that are now kept longer: by a newer version, another rule, a hold or a lock."""
    ending = sa.select(_f.id).select_from(_SOURCE).where(_f.leaves.is_not(None), day + NOTICE >= _ENDS, ~_KEPT)
    waiting = sa.select(_f.id).where(IN_LIBRARY, _f.leaves.is_not(None), _f.id.not_in(ending)).limit(_BATCH)
    ids = [row["id"] for row in tx.all(waiting.with_for_update())]
    tx.execute(sa.update(file).where(_f.id.in_(ids)).values(leaves=None))
    return len(ids)


def _move(tx: Tx, day: dt.date) -> int:
    """Move announced documents to the trash."""
    due = sa.select(_f.id).where(IN_LIBRARY, ~_KEPT, _f.leaves <= day).limit(_BATCH).with_for_update()
    ids = [row["id"] for row in tx.all(due)]
    values = {"deleted": sa.func.now(), "expires": sa.func.now() + IN_TRASH, "leaves": None, "version": _f.version + 1}
    tx.execute(sa.update(file).where(_f.id.in_(ids)).values(values))
    for file_id in ids:
        history.note(tx, "file", file_id, "deleted", None, "The years for which it is kept ended")
    return len(ids)


def _run(context: JobContext) -> dict[str, int]:
    return run(context.db, today())


RETENTION = Job("files.retention", _run)
EVERY_NIGHT = Schedule(
    "retention", "FREQ=DAILY;BYHOUR=3", RETENTION, title="Move documents whose retention ended into the trash"
)
