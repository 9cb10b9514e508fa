"""Read copies of invigilators and of their approved hours."""

from __future__ import annotations

import datetime as dt

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from finance.payouts.invigilators import paying
from finance.payouts.invigilators.model import duty_hours, invigilator
from kit.database import Tx
from kit.events import Copy, Envelope, Event, Gone, Subscription, person_name, same
from staffroom.people.events.v1.events_pb2 import InvigilationHours, PersonChanged

_h = duty_hours.c


def on_hours(tx: Tx, envelope: Envelope) -> None:
    """Store the hours of a duty, and remove changed ones from draft runs. An event older than the last one changes
    nothing."""
    hours = envelope.payload
    tx.lock(f"pay run {hours['organisationId']}")
    values = {
        "invigilator_id": hours["invigilatorId"],
        "invigilator": hours["invigilator"],
        "session": hours["session"],
        "organisation_id": hours["organisationId"] or None,
        "role": hours["role"],
        "day": dt.date.fromisoformat(hours["day"]),
        "minutes": hours["minutes"],
        "approved": hours["approved"],
        "approved_by_id": hours["userId"],
        "approved_by_name": hours["userName"],
        "duty_version": hours["version"],
        "modified": sa.func.now(),
    }
    statement = insert(duty_hours).values(id=hours["id"], **values)
    kept = statement.on_conflict_do_update(
        index_elements=["id"], set_=values, where=_h.duty_version < statement.excluded.duty_version
    ).returning(_h.id)
    if tx.scalar(kept) is not None:
        paying.leave_drafts(tx, hours["id"])


SUBSCRIPTIONS = (
    # a deleted invigilator's name stays on their lines
    Copy(
        event=Event.of(PersonChanged),
        table=invigilator,
        columns=same("email") | {"name": person_name},
        only=lambda person: person["kind"] == "invigilator",
        gone=Gone.LEAVE,
    ),
    Subscription(Event.of(InvigilationHours), on_hours),
)
