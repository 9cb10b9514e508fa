"""A toy subscriber: records every step in the order of arrival."""

from __future__ import annotations

import sqlalchemy as sa
from toypub.wiring import THING_CHANGED

from kit.database import Tx, tables
from kit.events import Envelope, Subscription
from kit.service import Service

metadata = tables.service_metadata()
heard = sa.Table(
    "heard",
    metadata,
    sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
    sa.Column("thing_id", sa.BigInteger, nullable=False),
    sa.Column("step", sa.BigInteger, nullable=False),
)
"""One row for each completed run of the handler, so that a step applied twice is visible."""

broken: set[str] = set()
"""Notes of events whose handler fails while they are in this set."""


def hear(tx: Tx, event: Envelope) -> None:
    if event.payload["note"] in broken:
        raise RuntimeError(f"cannot bear {event.payload['note']}")
    tx.execute(sa.insert(heard).values(thing_id=event.payload["thingId"], step=event.payload["step"]))


service = Service(name="toysub", metadata=metadata, subscriptions=[Subscription(THING_CHANGED, hear)])
