"""Imported calendars: a file of another program becomes busy time in the caller's own calendar, and replaces the
earlier import of the same name."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from typing import Any, NoReturn

import sqlalchemy as sa

from kit.database import Tx, all_rows, row_or_404
from kit.database.sql import upsert
from kit.errors import Forbidden, Invalid
from kit.policy import Actor
from kit.values import characters
from kit.values.texts import REQUIRED
from people.calendar.attributes import BUSY, PERSON_KINDS
from people.calendar.imported import entries, reading
from people.calendar.model import booking, calendar_import, event, imported_event

MOST = 20
"""Maximum number of calendars of one user."""
TOO_MANY = f"You have {MOST} imported calendars. Please remove one first"
UNNAMED = "Busy"
"""The title of imported events whose titles are not kept."""
NO_SUCH = "You have no imported calendar named {name}. Please import a cancellation under the name of its calendar"
NO_CALENDAR = "Your account is not linked to a person with a calendar"
_c, _i, _e = event.c, calendar_import.c, imported_event.c


def imports(connection: sa.Connection, actor: Actor) -> list[dict[str, Any]]:
    """Return the calendars that the actor has imported, with their dates from today on."""
    coming = sa.and_(_c.id == _e.event_id, _c.ends > sa.func.now())
    dates = sa.select(sa.func.count()).select_from(imported_event.join(event, coming)).where(_e.import_id == _i.id)
    columns = (_i.id, _i.name, _i.imported, dates.scalar_subquery().label("dates"))
    return all_rows(connection, sa.select(*columns).where(_i.user_id == actor.user_id).order_by(_i.name, _i.id))


def named(text: str) -> str:
    """Return the normalised name of a calendar. Raises Invalid if it has no visible character."""
    name = characters.trimmed(characters.seen(characters.stored(text)))
    if not name:
        raise Invalid(REQUIRED, fields={"name": REQUIRED})
    return name


def run(tx: Tx, name: str, file: reading.Reading, *, titled: bool) -> dict[str, Any]:
    """Import the dates of a file into the actor's own calendar: `answers.Imported`. They replace the earlier dates of
    the calendar with this name; events are identified by calendar and UID. A cancellation removes only the events that
    it names. Overlapping events are booked despite the conflict, and marked as such. Raises Invalid, Forbidden."""
    tx.lock(f"calendar of user {tx.actor.user_id}")
    on = [{"kind": kind, "person_id": number} for kind, number in tx.actor.persons.items() if kind in PERSON_KINDS]
    if not on:
        raise Forbidden(NO_CALENDAR)
    number = tx.scalar(sa.select(_i.id).where(_i.user_id == tx.actor.user_id, _i.name == name))
    if number is None and not file.busy:
        _refuse_empty(name, file)
    if file.is_cancellation and number is not None:
        return _cancel(tx, number, file)
    number = _import(tx, name)
    wanted = Counter((date.uid, date.title if titled and date.title else UNNAMED, *date[2:]) for date in file.busy)
    kept, removed = _keep(tx, number, wanted)
    rows = list(wanted.elements())
    if rows:
        _add(tx, number, name, rows, on)
    return {"id": number, "added": len(rows), "kept": kept, "removed": removed, "leftOut": file.left_out}


def _refuse_empty(name: str, file: reading.Reading) -> NoReturn:
    """Refuse a file without busy time, unless the calendar has been imported before and is empty now. Raises
    Invalid."""
    text = NO_SUCH.format(name=name) if file.is_cancellation else reading.NOTHING
    raise Invalid("\n".join([text, *file.left_out]), fields={"content": text})


def _cancel(tx: Tx, number: int, file: reading.Reading) -> dict[str, Any]:
    """Remove the dates that a cancellation names; the rest of the calendar stays."""
    begins, _ = reading.horizon(dt.datetime.now(dt.UTC))
    gone, left_out = list[int](), list(file.left_out)
    for one in file.cancelled:
        its = sa.select(_c.id).select_from(imported_event.join(event, _c.id == _e.event_id))
        its = its.where(_e.import_id == number, _e.uid == one.uid, _c.ends > begins)
        ids = [row["id"] for row in tx.all(its if one.start is None else its.where(_c.starts == one.start))]
        gone += ids
        if not ids:
            left_out.append(f"{one.title or entries.UNTITLED} is cancelled, and was not in this calendar")
    tx.execute(sa.delete(event).where(_c.id.in_(gone)))
    tx.execute(sa.update(calendar_import).where(_i.id == number).values(imported=sa.func.now()))
    rest = sa.select(sa.func.count()).select_from(imported_event.join(event, _c.id == _e.event_id))
    kept = tx.scalar(rest.where(_e.import_id == number, _c.ends > begins)) or 0
    return {"id": number, "added": 0, "kept": kept, "removed": len(set(gone)), "leftOut": left_out}


def remove(tx: Tx, record: int) -> None:
    """Remove an imported calendar of the actor's with its events. Raises NotFound."""
    mine = sa.and_(_i.id == record, _i.user_id == tx.actor.user_id)
    row_or_404(tx.connection, sa.select(_i.id).where(mine))
    tx.execute(sa.delete(event).where(_c.id.in_(sa.select(_e.event_id).where(_e.import_id == record))))
    tx.execute(sa.delete(calendar_import).where(mine))


def _import(tx: Tx, name: str) -> int:
    mine = sa.select(sa.func.count()).where(_i.user_id == tx.actor.user_id, _i.name != name)
    if (tx.scalar(mine) or 0) >= MOST:
        raise Invalid(TOO_MANY, fields={"name": TOO_MANY})
    key = {"user_id": tx.actor.user_id, "name": name}
    number: int = tx.execute(upsert(calendar_import, key, {"imported": sa.func.now()}).returning(_i.id)).scalar_one()
    return number


def _keep(tx: Tx, number: int, wanted: Counter[tuple[Any, ...]]) -> tuple[int, int]:
    """Remove existing dates from `wanted`, and delete those that the file no longer has; return both numbers. Dates
    before the period of the file stay."""
    begins, _ = reading.horizon(dt.datetime.now(dt.UTC))
    there = sa.select(_c.id, _e.uid, _c.title, _c.starts, _c.ends, _c.all_day).select_from(
        imported_event.join(event, _c.id == _e.event_id)
    )
    gone, kept = [], []
    for row in tx.all(there.where(_e.import_id == number, _c.ends > begins).order_by(_c.id)):
        date = (row["uid"], row["title"], row["starts"], row["ends"], row["all_day"])
        if wanted[date] > 0:
            wanted[date] -= 1
            kept.append(row["id"])
        else:
            gone.append(row["id"])
    tx.execute(sa.delete(event).where(_c.id.in_(gone)))
    return len(kept), len(gone)


def _add(tx: Tx, number: int, name: str, dates: list[tuple[Any, ...]], on: list[dict[str, Any]]) -> None:
    author = {"created_by_id": tx.actor.user_id, "created_by_name": tx.actor.name}
    rows = [
        {
            "title": title,
            "starts": start,
            "ends": end,
            "all_day": all_day,
            "type": BUSY,
            **author,
            "override_reason": f"Imported from {name}",
        }
        for _, title, start, end, all_day in dates
    ]
    ids = list(tx.execute(sa.insert(event).returning(_c.id, sort_by_parameter_order=True), rows).scalars())
    its = [{"event_id": one, "import_id": number, "uid": date[0]} for one, date in zip(ids, dates, strict=True)]
    tx.execute(sa.insert(imported_event), its)
    tx.execute(sa.insert(booking), [{"event_id": one, "status": "accepted", **person} for one in ids for person in on])
