"""What identity says about users, and what it learns about the persons they are."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from identity.users.model import PERSON_KINDS, user_account
from kit import tables
from kit.db import Tx
from kit.events import Envelope, Event, Subscription
from kit.policy import Row
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
    """Keep name, place and person ids of a user in step with the person they are.

    The email is not taken over: whoever may edit a person's email could have a new password sent to themselves.
    """
    person = envelope.payload
    if person["kind"] not in PERSON_KINDS:
        return
    column = user_account.c[f"{person['kind']}_id"]
    user_id = 0 if person["deleted"] else person["userId"]
    others = sa.and_(column == person["id"], user_account.c.id != user_id)
    _update(tx, others, {column.name: None})
    if user_id:
        values = {column.name: person["id"], "first_name": person["firstName"], "last_name": person["lastName"]}
        differs = sa.or_(*(user_account.c[name].is_distinct_from(value) for name, value in values.items()))
        _update(tx, sa.and_(user_account.c.id == user_id, differs), values)


def _update(tx: Tx, which: sa.ColumnElement[bool], values: dict[str, Any]) -> None:
    changed = values | tables.bumped(user_account)
    statement = sa.update(user_account).where(which).values(**changed).returning(*user_account.c)
    tx.publish_each(user_changed, tx.all(statement), user_payload)


subscriptions = (Subscription(person_changed, on_person_changed),)
