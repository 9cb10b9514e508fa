"""The subscription to users: identity knows the account of each person."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.database.tables import version_values
from kit.events import Envelope, Event, Subscription
from people.events import PERSON_CHANGED
from people.persons.catalogue import BY_NAME
from people.persons.model import TABLES
from staffroom.identity.events.v1.events_pb2 import UserChanged


def on_user_changed(tx: Tx, event: Envelope) -> None:
    """Copy `user_id` of each person from identity, which owns the link. A repeated event publishes nothing."""
    user = event.payload
    for kind, table in TABLES.items():
        wanted = 0 if user["deleted"] else user[f"{kind}Id"]
        stale = sa.and_(table.c.user_id == user["id"], table.c.id != wanted)
        changed = _link(tx, table, stale, None)
        if wanted:
            fresh = sa.and_(table.c.id == wanted, table.c.user_id.is_distinct_from(user["id"]))
            changed += _link(tx, table, fresh, user["id"])
        tx.publish_each(PERSON_CHANGED, changed, BY_NAME[kind].payload)


def _link(tx: Tx, table: sa.Table, where: sa.ColumnElement[bool], user_id: int | None) -> list[dict[str, Any]]:
    return tx.all(sa.update(table).where(where).values(user_id=user_id, **version_values(table)).returning(*table.c))


SUBSCRIPTIONS = (Subscription(Event.of(UserChanged), on_user_changed),)
