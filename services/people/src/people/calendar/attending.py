"""Replacement of a person on an event, optionally with a new time. The page uses it for a drag between columns of
tutors, and for the persons of a series."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.errors import Conflict
from kit.records import crud
from kit.records.several import ChangeRequest, update_several_in
from people.calendar import commands, slips
from people.calendar.checked import check_tutors
from people.calendar.fields import CANCELLED, EVENT
from people.calendar.messages.notices import Noted, note
from people.calendar.model import booking, event

_c = booking.c


def change(
    tx: Tx, record: int, kind: str, before: int | None, after: int | None, changes: Sequence[ChangeRequest], scope: str
) -> int:
    """Replace the person `before` by `after` (None is nobody) on an event, and on the dates of its series that `scope`
    names. `changes` are changes of fields of the event that go with it. The new person is invited and notified as
    usual. Returns the number of events that changed. Raises NotFound; Invalid; and Conflict if the event is cancelled,
    `before` is not on it, its fields have changed since, or `after` is busy."""
    row = crud.find(tx.connection, EVENT, tx.actor, record)
    if row["status"] == "cancelled":
        raise Conflict(CANCELLED)
    if after is not None:
        commands.check_person(tx, kind, after, "after")
    if kind == "tutor" and row["zoom_tutor_id"] is not None and row["zoom_tutor_id"] == before:
        changes = [*changes, ChangeRequest("zoomTutorId", after)]
    update_several_in(tx, EVENT, record, changes, scope)
    row = crud.find(tx.connection, EVENT, tx.actor, record)
    events = [record, *(commands.other_dates(tx, row, scope) if scope != "this" else ())]
    changed: set[int] = set()
    if before is not None:
        changed |= _taken_off(tx, events, kind, before)
        if record not in changed:
            raise Conflict(f"This {kind} is no longer on the event. Please look at it again")
    if after is not None:
        changed |= _put_on(tx, events, kind, after)
    if not changed and after is not None:
        raise Conflict(f"This {kind} is already on this event")
    for number in events:
        commands.taken(tx, number)
        if after is not None:
            tx.before_commit(check_tutors, number)
    return len(changed)


def _taken_off(tx: Tx, events: Sequence[int], kind: str, person: int) -> set[int]:
    """Remove the person from the events, and return the events that they were on."""
    on = sa.and_(_c.event_id.in_(events), _c.kind == kind, _c.person_id == person)
    rows = tx.all(sa.delete(booking).where(on).returning(*_c))
    for row in rows:
        tx.before_commit(slips.ask, slips.About("leave", row["event_id"], row))
        note(tx, Noted(row["event_id"], left=row))
    return {row["event_id"] for row in rows}


def _put_on(tx: Tx, events: Sequence[int], kind: str, person: int) -> set[int]:
    """Add the person to the events, and return the events that they were not on."""
    on = sa.select(_c.event_id).where(_c.event_id.in_(events), _c.kind == kind, _c.person_id == person)
    there = set(tx.execute(on).scalars())
    others = tx.all(sa.select(event.c.id, event.c.course_id).where(event.c.id.in_(set(events) - there)))
    places = {course: commands.place_on(tx, course, kind, person) for course in {one["course_id"] for one in others}}
    about: dict[str, Any] = {"kind": kind, "person_id": person}
    rows = [about | {"event_id": one["id"], "cws_id": places[one["course_id"]]} for one in others]
    if rows:
        tx.execute(sa.insert(booking), rows)
    for one in others:
        note(tx, Noted(one["id"], joined=(kind, person)))
    return {one["id"] for one in others}
