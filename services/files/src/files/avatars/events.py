"""The read copy of names, from which the initials of avatars are taken."""

from __future__ import annotations

from files.avatars.model import user_name
from kit.events import Copy, Event, person_name
from staffroom.people.events.v1.events_pb2 import PersonChanged

SUBSCRIPTIONS = (
    Copy(
        event=Event.of(PersonChanged),
        table=user_name,
        key={"user_id": "userId"},
        columns={"name": person_name},
        only=lambda payload: bool(payload["userId"]),  # a person without an account has no avatar
    ),
)
