"""Events that identity publishes about users, and those about the persons they are that it handles."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from identity.sessions.passwords import keeper
from identity.users.model import PERSON_KINDS, user_account
from kit import tables
from kit.db import Tx
from kit.events import Envelope, Event
from kit.policy import Row
from kit.subscriptions import Subscription
from staffroom.identity.events.v1 import events_pb2
from staffroom.people.events.v1 import events_pb2 as people_pb2

user_changed = Event("identity.user.changed", events_pb2.UserChanged)
person_changed = Event("people.person.changed", people_pb2.PersonChanged)


def user_payload(row: Row) -> dict[str, Any]:
    """The user as they now are. The name is put together here: the row may carry the name of before the change."""
    payload = {
        "id": row["id"],
        "username": row["username"],
        "name": f"{row['first_name']} {row['last_name']}".strip(),
        "firstName": row["first_name"],
        "lastName": row["last_name"],
        "email": row["email"],
        "status": row["status"],
        "roleIds": list(row["role_ids"]),
        "primaryDepartmentId": row["primary_department_id"] or 0,
        "organisationId": row["organisation_id"] or 0,
        "deleted": False,
    }
    return payload | {f"{kind}Id": row[f"{kind}_id"] or 0 for kind in PERSON_KINDS}


def on_person_changed(tx: Tx, envelope: Envelope) -> None:
    """Keep the name of a user in step with the person they are.

    Who is who is said here: `user_id` of a person is people's copy of it. An event with another link than ours changes
    no link; it is answered with the users it is wrong about, as they are, and people corrects its copy. That answer is
    the last word: an event that agrees with us is not answered, so the two never go on about one link.

    The email is not taken over: whoever may edit a person's email could have a new password sent to themselves.
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
        keeper().follow(tx, user_id)
    named = tx.all(sa.select(user_account).where(sa.or_(theirs, c.id == person["userId"])))
    wrong = [row for row in named if (row[column.name] == person["id"]) != (row["id"] == person["userId"])]
    tx.publish_each(user_changed, [row for row in wrong if row["id"] not in renamed], user_payload)


def _update(tx: Tx, which: sa.ColumnElement[bool], values: dict[str, Any]) -> list[int]:
    """Change users and publish them; the ids of those who changed."""
    changed = values | tables.bumped(user_account)
    rows = tx.all(sa.update(user_account).where(which).values(**changed).returning(*user_account.c))
    tx.publish_each(user_changed, rows, user_payload)
    return [row["id"] for row in rows]


subscriptions = (Subscription(person_changed, on_person_changed),)
