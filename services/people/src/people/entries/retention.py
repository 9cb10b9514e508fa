"""Retention. An entry is deleted after the months that its form keeps it, reviewed or not. An abandoned draft ends.
Answers with personal or special category data are emptied at their own time."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from dateutil.relativedelta import relativedelta

from kit import store
from kit.database import Database, Tx, tables
from kit.jobs import Job, JobContext, Schedule
from kit.policy import Row, as_service
from kit.values.days import today
from people.entries import filling
from people.forms import rules
from people.forms.definition import Definition
from people.forms.model import form_entry, form_link, form_request, form_retention, form_version

_e, _l, _r, _h = form_entry.c, form_link.c, form_request.c, tables.field_history.c
_AT_ONCE = 500
_DRAFTS = dt.timedelta(days=180)
"""Days after the last change at which a draft ends."""
_LINKS = dt.timedelta(days=30)
"""Days after the end of its link at which an outside person's draft ends."""
_SERVICE = as_service("people")
_SETTINGS = {"personal": "retainPersonalMonths", "special": "retainSpecialMonths"}


def _run(context: JobContext) -> dict[str, Any]:
    """Delete the entries whose time is over, and empty the answers whose time has come; return both numbers."""
    return {"deleted": _delete(context.db), "emptied": _empty(context.db)}


def _delete(db: Database) -> int:
    """Delete the entries whose time is over, some hundred a transaction."""
    now = dt.datetime.now(dt.UTC)
    of_link = sa.exists().where(_l.id == _e.link_id, sa.or_(_l.expires < now - _LINKS, _l.status == "revoked"))
    asked = sa.exists().where(_r.link_id == _e.link_id, _r.status == "open", _r.deadline > now - _LINKS)
    ended = sa.and_(_e.status == "draft", sa.or_(_e.modified < now - _DRAFTS, sa.and_(of_link, ~asked)))
    over = sa.or_(sa.and_(_e.delete_after < today(), _e.status != "draft"), ended)
    batch = sa.select(_e.id).where(over).order_by(_e.id).limit(_AT_ONCE).with_for_update()
    deleted = 0
    while True:
        with db.transaction(_SERVICE) as tx:
            ids = list(tx.execute(batch).scalars())
            delete_rest(tx, ids)
            tx.execute(sa.delete(form_entry).where(_e.id.in_(ids)))
        deleted += len(ids)
        if len(ids) < _AT_ONCE:
            return deleted


def delete_rest(tx: Tx, ids: Sequence[int]) -> None:
    """Delete data of entries that does not go with their rows: their history, and their files once the transaction is
    committed."""
    if ids:
        tx.execute(sa.delete(tables.field_history).where(_h.entity == "formEntry", _h.entity_id.in_(ids)))
        DELETE_FILES.enqueue(tx, uuid.uuid4().hex, {"entries": list(ids)})


def _delete_files(context: JobContext) -> None:
    """Delete the files of deleted entries or emptied answers; the job is retried while the store does not respond."""
    if entries := context.params.get("entries"):
        store.delete_of("formEntry", entries, _SERVICE)
    if files := context.params.get("files"):
        store.delete(files, _SERVICE)


def _empty(db: Database) -> int:
    """Empty the answers with personal or special category data, version by version; return the number of entries."""
    with db.read() as connection:
        months = dict(connection.execute(sa.select(form_retention.c.holds, form_retention.c.months)).tuples().all())
        versions = list(connection.execute(sa.select(form_version.c.id).order_by(form_version.c.id)).scalars())
    emptied = 0
    for version in versions:
        read = db.query(filling.definition_of, version)
        for holds in map(str, (one.value for one in rules.HOLDS)):
            kept = read.settings.get(_SETTINGS[holds]) or months.get(holds)
            if kept and any(entry.holds == holds for entry in read.fields.values()):
                emptied += _empty_version(db, version, read, holds, int(kept))
    return emptied


def _empty_version(db: Database, version: int, read: Definition, holds: str, months: int) -> int:
    sent = sa.cast(_e.submitted, sa.Date) < today() - relativedelta(months=months)
    due = (_e.version_id == version, _e.status != "draft", sent, sa.literal(holds) != sa.all_(_e.emptied))
    batch = sa.select(form_entry).where(*due).order_by(_e.id).limit(_AT_ONCE).with_for_update()
    count = 0
    while True:
        with db.transaction(_SERVICE) as tx:
            rows = tx.all(batch)
            for row in rows:
                _empty_entry(tx, row, read, holds)
        count += len(rows)
        if len(rows) < _AT_ONCE:
            return count


def _empty_entry(tx: Tx, row: Row, read: Definition, holds: str) -> None:
    """Remove the answers with a kind of data, and their files; the entry stays."""
    names = {entry.id for entry in read.fields.values() if entry.holds == holds}
    files = [name for name in names if read.fields[name].type == "file"]
    numbers = filling.file_ids({name: row["answers"][name] for name in files if name in row["answers"]})
    if numbers:
        DELETE_FILES.enqueue(tx, uuid.uuid4().hex, {"files": numbers})
    values = {
        "answers": _without(row["answers"], names),
        "emptied": [*row["emptied"], holds],
        **{
            column: {key: one for key, one in row[column].items() if key not in names}
            for column in ("signatures", "written_back")
        },
        **tables.version_values(form_entry),
    }
    tx.execute(sa.update(form_entry).where(_e.id == row["id"]).values(**values))


def _without(answers: Mapping[str, Any], names: set[str]) -> dict[str, Any]:
    """Return the answers without some fields, in the rows of repeats too."""
    return {
        name: [{k: v for k, v in one.items() if k not in names} if isinstance(one, dict) else one for one in value]
        if isinstance(value, list)
        else value
        for name, value in answers.items()
        if name not in names
    }


DELETE_FILES = Job("deleteFormFiles", _delete_files, patience=dt.timedelta(days=7))
DELETE_OVER = Job("deleteFormEntries", _run)
EVERY_NIGHT = Schedule(
    "deleteFormEntries",
    "FREQ=DAILY;BYHOUR=3;BYMINUTE=50",
    DELETE_OVER,
    title="Delete form entries that are over, and empty answers whose time has come",
    late=dt.timedelta(hours=6),
)
