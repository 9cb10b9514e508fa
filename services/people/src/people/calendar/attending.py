"""Another tutor for an event, and another time with it: a drag from one tutor's column into another's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.errors import Conflict
from kit.records import crud
from kit.records.several import ChangeRequest, update_several_in
from people.calendar import commands
from people.calendar.fields import CANCELLED, EVENT
from people.calendar.model import booking

_c = booking.c


def change(tx: Tx, record: int, before: int | None, after: int | None, values: Mapping[str, Any], scope: str) -> None:
    """Give an event, and the dates of its series that `scope` names, the tutor `after` instead of `before`; None is
    nobody. `values` are fields of the event that change with it. The new tutor is asked and told as anybody who is
    added. Raises NotFound, Invalid, Conflict for a cancelled event, for an event that `before` is not on, and where
    `after` is busy."""
    row = crud.find(tx.connection, EVENT, tx.actor, record)
    if row["status"] == "cancelled":
        raise Conflict(CANCELLED)
    if after is not None:
        commands.check_tutor(tx, after)
    if row["zoom_tutor_id"] is not None and row["zoom_tutor_id"] == before:
        values = {**values, "zoomTutorId": after}
    update_several_in(tx, EVENT, record, [ChangeRequest(name, value) for name, value in values.items()], scope)
    row = crud.find(tx.connection, EVENT, tx.actor, record)
    events = [record, *(commands.other_dates(tx, row, scope) if scope != "this" else ())]
    if before is not None and record not in _taken_off(tx, events, before):
        raise Conflict("This tutor is no longer on the event. Please look at it anew")
    if after is not None:
        _put_on(tx, events, after)
    for event in events:
        commands.taken(tx, event)


def _taken_off(tx: Tx, events: Sequence[int], tutor: int) -> set[int]:
    """The events that the tutor was on."""
    on = sa.and_(_c.event_id.in_(events), _c.kind == "tutor", _c.person_id == tutor)
    return set(tx.execute(sa.delete(booking).where(on).returning(_c.event_id)).scalars())


def _put_on(tx: Tx, events: Sequence[int], tutor: int) -> None:
    on = sa.select(_c.event_id).where(_c.event_id.in_(events), _c.kind == "tutor", _c.person_id == tutor)
    there = set(tx.execute(on).scalars())
    rows = [{"event_id": event, "kind": "tutor", "person_id": tutor} for event in events if event not in there]
    if rows:
        tx.execute(sa.insert(booking), rows)
