"""Publication of events together with their place and all persons, which the event's row does not have."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from people.calendar.attributes import BOOKING, BUSY, EVENT
from people.calendar.model import booking, event
from people.calendar.people import PERSONS
from people.events import EVENT_CHANGED
from people.places.model import location
from people.places.naming import PLACE

_c, _b = event.c, booking.c


def publish(tx: Tx, events: list[int]) -> None:
    """Publish the events as this transaction leaves them. For `Tx.before_commit`, so that several changes of one event
    are published once."""
    ids = sorted(set(events))
    people: dict[int, list[dict[str, Any]]] = {}
    columns = (_b.id.label("ewpId"), *BOOKING.select("eventId", "kind", "personId", "cwsId", "status"))
    for one in tx.all(sa.select(*columns).where(_b.event_id.in_(ids), PERSONS).order_by(_b.id)):
        people.setdefault(one.pop("eventId"), []).append(one | {"cwsId": one["cwsId"] or 0})
    where = sa.func.coalesce(PLACE, "").label("place")
    rows = tx.all(
        sa.select(event, where).outerjoin_from(event, location, location.c.id == _c.location_id).where(_c.id.in_(ids))
    )
    for row in rows:
        parts = {"location": row["place"], "people": people.get(row["id"], []), "deleted": row["type"] == BUSY}
        tx.publish(EVENT_CHANGED, row["id"], EVENT.payload(row) | parts)


def publish_deleted(tx: Tx, record: int) -> None:
    """Publish the deletion of an event."""
    tx.publish(EVENT_CHANGED, record, {"id": record, "deleted": True})
