"""The read copy of names, which the initials of avatars come from."""

from __future__ import annotations

from files.avatars.model import user_name
from kit.events import Copy, Event, Payload
from staffroom.people.events.v1.events_pb2 import PersonChanged


def _name(said: Payload) -> str:
    return f"{said['firstName']} {said['lastName']}".strip()


SUBSCRIPTIONS = (
    Copy(
        event=Event.of(PersonChanged),
        table=user_name,
        key={"user_id": "userId"},
        columns={"name": _name},
        only=lambda said: bool(said["userId"]),  # a person without an account has no avatar
    ),
)
