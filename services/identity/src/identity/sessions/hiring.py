"""Accounts of tutors whose application was accepted."""

from __future__ import annotations

import re
import unicodedata

import sqlalchemy as sa

from identity.accounts.attributes import user_payload
from identity.accounts.model import user_account
from identity.audit import commands as audit
from identity.audit.rules import Kind
from identity.credentials.passwords import password_store
from identity.events import USER_CHANGED
from identity.organisation.model import department
from identity.roles.rules import BY_ID
from identity.sessions.jobs import SEND_LINK
from kit.database import Tx
from kit.events import Envelope, Event, Subscription
from staffroom.people.events.v1.events_pb2 import TutorAccepted

_c = user_account.c
_ROLE = "tutor"
_LONGEST = 50
_APART = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ß": "ss", "æ": "ae", "œ": "oe"})


def on_tutor_accepted(tx: Tx, envelope: Envelope) -> None:
    """Create the account of a new tutor, who gets a link to choose a password by email. A tutor who has an account
    keeps it, so the event is idempotent."""
    new = envelope.payload
    tx.lock(f"account of tutor {new['id']}")
    if tx.scalar(sa.select(sa.exists().where(_c.tutor_id == new["id"]))):
        return
    place = tx.one(sa.select(department).where(department.c.id == new["departmentId"]))
    username = _free(tx, new["firstName"], new["lastName"])
    user_id = tx.insert(
        user_account,
        {
            "username": username,
            "first_name": new["firstName"],
            "last_name": new["lastName"],
            "email": new["email"],
            "role_ids": [_ROLE],
            "tutor_id": new["id"],
            "primary_department_id": place["id"] if place else None,
            "organisation_id": place["organisation_id"] if place else None,
        },
    )
    audit.record(tx, Kind.USER_CREATED, user_id=user_id, detail=BY_ID[_ROLE].title)
    password_store().mirror(tx, user_id)
    tx.publish_each(USER_CHANGED, tx.all(sa.select(user_account).where(_c.id == user_id)), user_payload)
    SEND_LINK.enqueue(tx, f"tutor {new['id']}", {"username": username, "welcome": True})


def _free(tx: Tx, first_name: str, last_name: str) -> str:
    """Return an unused username derived from the name; repeated names get numbers."""
    tx.lock("usernames of tutors")
    base = ".".join(part for part in (_plain(first_name), _plain(last_name)) if part)[:_LONGEST].strip(".")
    base = base if len(base) > 2 else f"tutor.{base}".strip(".")
    taken = set(tx.execute(sa.select(sa.func.lower(_c.username)).where(_c.username.ilike(f"{base}%"))).scalars())
    return next(name for name in (base, *(f"{base}{n}" for n in range(2, len(taken) + 3))) if name not in taken)


def _plain(name: str) -> str:
    """Return the Latin letters and digits of a name, in lower case and without accents."""
    plain = unicodedata.normalize("NFD", name.lower().translate(_APART))
    return re.sub(r"[^a-z0-9]", "", plain)


SUBSCRIPTIONS = (Subscription(Event.of(TutorAccepted), on_tutor_accepted),)
