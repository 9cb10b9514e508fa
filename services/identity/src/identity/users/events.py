"""The subscription to persons who are users."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from identity.accounts.attributes import user_payload
from identity.accounts.model import user_account
from identity.credentials.passwords import password_store
from identity.events import USER_CHANGED
from identity.roles.rules import PERSON_KINDS
from kit.database import Tx, tables
from kit.events import Envelope, Event, Subscription
from staffroom.people.events.v1.events_pb2 import PersonChanged


def on_person_changed(tx: Tx, envelope: Envelope) -> None:
    """Keep the name of a user in sync with the person.

    Identity decides which user is which person: `user_id` of a person is people's copy of it. An event with another
    link does not change the link here. Identity answers it by publishing the users concerned, and people corrects its
    copy. An event that agrees is not answered, so the two never loop over one link.

    The email is not copied: anybody who may edit a person's email could have a new password sent to themselves.
    """
    person = envelope.payload
    if person["kind"] not in PERSON_KINDS:
        return
    c = user_account.c
    column = c[f"{person['kind']}_id"]
    theirs = column == person["id"]
    if person["deleted"]:
        _update(tx, theirs, {column.name: None})
        return
    names = {"first_name": person["firstName"], "last_name": person["lastName"]}
    differs = sa.or_(*(c[name].is_distinct_from(value) for name, value in names.items()))
    renamed = _update(tx, sa.and_(theirs, differs), names)
    for user_id in renamed:
        password_store().mirror(tx, user_id)
    named = tx.all(sa.select(user_account).where(sa.or_(theirs, c.id == person["userId"])))
    wrong = [row for row in named if (row[column.name] == person["id"]) != (row["id"] == person["userId"])]
    tx.publish_each(USER_CHANGED, [row for row in wrong if row["id"] not in renamed], user_payload)


def _update(tx: Tx, which: sa.ColumnElement[bool], values: dict[str, Any]) -> list[int]:
    """Change users and publish them; return the ids of those who changed."""
    changed = values | tables.version_values(user_account)
    rows = tx.all(sa.update(user_account).where(which).values(**changed).returning(*user_account.c))
    tx.publish_each(USER_CHANGED, rows, user_payload)
    return [row["id"] for row in rows]


SUBSCRIPTIONS = (Subscription(Event.of(PersonChanged), on_person_changed),)
