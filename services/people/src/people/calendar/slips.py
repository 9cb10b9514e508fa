"""Slips that have begun, as teaching publishes them. Cancelling or moving their event asks first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from kit.database import Tx
from kit.errors import Asks
from kit.events import Copy, Event, Gone, Subscription, same
from kit.policy import Row
from kit.values.days import LONDON, in_words
from kit.values.first_few import first_lines
from people.calendar.model import booking, event, event_slip
from staffroom.teaching.events.v1.events_pb2 import SlipChanged

CODE = "slip_begun"
_c = event_slip.c


class _Question(NamedTuple):
    """A question about the slips of an event: its title, the consequence, and the button."""

    title: str
    follows: str
    yes: str


_QUESTIONS = {
    "cancel": _Question(
        "Cancel although a slip has begun?", "The slip stays, and says that the event was cancelled.", "Cancel event"
    ),
    "move": _Question(
        "Move although a slip has begun?",
        "A slip that is saved or returned takes the new time; one that was submitted keeps the old one.",
        "Move event",
    ),
    "leave": _Question("Take off although a slip has begun?", "The slip stays with the tutor.", "Take off"),
}


class About(NamedTuple):
    """A change of an event: `cancel`, `move`, or `leave`, which removes the person of the `booking` row `left`."""

    act: str
    event: int
    left: Row | None = None


def ask(tx: Tx, acts: Sequence[About]) -> None:
    """Ask before slips that have begun lose their event or its time: raise Asks with the names of the slips, unless the
    caller has confirmed. For `Tx.before_commit`."""
    if tx.confirmed:
        return
    left = {one.left["id"]: one.left["name"] for one in acts if one.left is not None}
    begun = tx.all(_begun([one.event for one in acts if one.left is None], list(left)))
    if begun:
        question = _QUESTIONS[acts[0].act]
        lines = [_line(one, left.get(one["ewp_id"]) or one["name"]) for one in begun]
        raise Asks(
            "\n".join([*first_lines(lines), question.follows]), title=question.title, code=CODE, yes=question.yes
        )


def _begun(events: Sequence[int], people: Sequence[int]) -> sa.Select[Any]:
    """Return the slips of these events and persons on events, in the order of time."""
    joined = event_slip.join(event, event.c.id == _c.event_id).outerjoin(booking, booking.c.id == _c.ewp_id)
    concerned = sa.or_(_c.event_id.in_(events), _c.ewp_id.in_(people))
    columns = (_c.status, _c.ewp_id, booking.c.name, event.c.starts)
    return sa.select(*columns).select_from(joined).where(concerned).order_by(event.c.starts, _c.id)


def _line(one: Row, name: str | None) -> str:
    """Return `Slip of Alfie Smith, 2 December 2026: submitted`."""
    day = in_words(one["starts"].astimezone(LONDON))
    return f"Slip of {name or 'somebody who was on it'}, {day}: {one['status']}"


SUBSCRIPTIONS: tuple[Subscription, ...] = (
    Copy(
        event=Event.of(SlipChanged),
        table=event_slip,
        columns=same("eventId", "ewpId", "status"),
        only=lambda payload: bool(payload["eventId"]),
        gone=Gone.REMOVE,
    ),
)
