"""The feed: a secret address at which other calendar programs read a person's own calendar, with exam deadlines for the
exams office and tutors.

The address is the only key. The database stores its SHA-256, so it is shown once and cannot be read from a copy of the
table. Contents follow the account, whose persons are looked up at each request.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import secrets
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from kit.database import Tx, first_row
from kit.errors import Conflict, Forbidden, NotFound
from kit.events import Envelope, Event, Subscription
from kit.policy import Actor, has_role
from people.calendar import policy
from people.calendar.model import calendar_feed, event, imported_event
from people.courses.model import course
from people.courses.queries import COURSE_TITLE
from people.exams.deadlines import feeding
from people.persons.model import TABLES
from people.places.model import location
from people.places.naming import PLACE
from staffroom.identity.events.v1.events_pb2 import UserChanged

BEHIND, AHEAD = dt.timedelta(days=90), dt.timedelta(days=365)
"""Range of a feed's events, into the past and the future."""
IMPERSONATED = "Please ask the person to make the address: it would stay open after you leave their account"
NONE: dict[str, Any] = {"exists": False, "created": None, "lastRead": None, "deadlines": None}
"""The state without an address."""
NO_ADDRESS = "Please create the address first"
_OFFICE = has_role("examsOffice")
_BYTES = 32
_c = calendar_feed.c


def make(tx: Tx) -> str:
    """Create the secret of a new address for the actor, and revoke the previous one. Raises Forbidden while
    impersonating."""
    if tx.actor.real_user_id is not None:
        raise Forbidden(IMPERSONATED)
    token = secrets.token_urlsafe(_BYTES)
    values = {
        "token_hash": _hash(token),
        "created": sa.func.now(),
        "last_read": None,
        "of_exams_office": _OFFICE(tx.actor),
    }
    statement = insert(calendar_feed).values(user_id=tx.actor.user_id, **values)
    tx.execute(statement.on_conflict_do_update(index_elements=[_c.user_id], set_=values))
    return token


def revoke(tx: Tx, user_id: int) -> None:
    """Revoke the address of a user, if there is one."""
    tx.execute(sa.delete(calendar_feed).where(_c.user_id == user_id))


def state(connection: sa.Connection, actor: Actor) -> dict[str, Any]:
    """Return whether the actor has an address, since when, when a program last read it, and whether it has exam
    deadlines; null for actors who cannot have them."""
    shown = _c.deadlines if has_deadlines(actor) else sa.null()
    columns = (sa.true().label("exists"), _c.created, _c.last_read.label("lastRead"), shown.label("deadlines"))
    return first_row(connection, sa.select(*columns).where(_c.user_id == actor.user_id)) or NONE


def has_deadlines(actor: Actor) -> bool:
    """Return whether the actor's feed can have exam deadlines: the exams office and tutors can have them."""
    return _OFFICE(actor) or actor.person("tutor") is not None


def choose(tx: Tx, *, deadlines: bool) -> None:
    """Set whether the actor's feed has exam deadlines. Raises Conflict without an address."""
    values = {"deadlines": deadlines, "of_exams_office": _OFFICE(tx.actor)}
    chosen = sa.update(calendar_feed).where(_c.user_id == tx.actor.user_id).values(values)
    if tx.scalar(chosen.returning(_c.user_id)) is None:
        raise Conflict(NO_ADDRESS)


def read(tx: Tx, token: str) -> Actor:
    """Record a request of a feed. Returns its owner, without roles. Raises NotFound for a wrong or revoked token."""
    statement = sa.update(calendar_feed).where(_c.token_hash == _hash(token)).values(last_read=sa.func.now())
    user_id = tx.scalar(statement.returning(_c.user_id))
    if user_id is None:
        raise NotFound("There is no calendar at this address")
    of_kind = (
        sa.select(sa.literal(kind).label("kind"), table.c.id).where(table.c.user_id == user_id)
        for kind, table in TABLES.items()
    )
    persons = {row["kind"]: row["id"] for row in tx.all(sa.union_all(*of_kind))}
    return Actor(user_id=user_id, persons=persons)


def events(tx: Tx, owner: Actor) -> list[dict[str, Any]]:
    """Return the events of the owner's calendar that they have not declined, as `ics.calendar` takes them."""
    c, now = event.c, dt.datetime.now(dt.UTC)
    columns = (c.id, c.version, c.modified, c.title, c.starts, c.ends, c.all_day, c.status, c.cancel_reason)
    where = sa.func.coalesce(PLACE, "").label("location")
    joined = event.outerjoin(location, location.c.id == c.location_id).outerjoin(course, course.c.id == c.course_id)
    statement = sa.select(*columns, where, sa.func.coalesce(COURSE_TITLE, "").label("course")).select_from(joined)
    begins, ends = now - BEHIND, now + AHEAD
    mine = policy.between(policy.NOT_DECLINED.where(owner), begins, ends)
    # Another program already has its own events.
    imported = sa.exists().where(imported_event.c.event_id == c.id)
    rows = tx.all(statement.where(mine, c.starts.between(begins, ends), ~imported).order_by(c.starts, c.id))
    return rows + [one for one in _deadlines(tx, owner) if begins <= one["starts"] <= ends]


def _deadlines(tx: Tx, owner: Actor) -> list[dict[str, Any]]:
    """Return the exam deadlines of a feed: all for the exams office; for a tutor those for the grades and marks of
    their candidates."""
    chosen = tx.one(sa.select(_c.deadlines, _c.of_exams_office).where(_c.user_id == owner.user_id))
    if chosen is None or not chosen["deadlines"]:
        return []
    if chosen["of_exams_office"]:
        return feeding.of_office(tx.connection)
    tutor = owner.person("tutor")
    return feeding.of_tutor(tx.connection, tutor) if tutor is not None else []


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def on_user_changed(tx: Tx, changed: Envelope) -> None:
    """Revoke the feed of a deleted or inactive account. For others, keep the deadlines of all boards only while they
    are in the exams office."""
    user = changed.payload
    if user["deleted"] or user["status"] == "inactive":
        revoke(tx, user["id"])
        return
    is_office = _OFFICE(Actor(user_id=user["id"], roles=frozenset(user["roleIds"])))
    tx.execute(sa.update(calendar_feed).where(_c.user_id == user["id"]).values(of_exams_office=is_office))


SUBSCRIPTIONS = (Subscription(Event.of(UserChanged), on_user_changed),)
