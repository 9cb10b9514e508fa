"""The read copy of users: asking a role means asking its users."""

from __future__ import annotations

from files.signing.model import library_user
from kit.events import Copy, Event, Payload, same
from staffroom.identity.events.v1.events_pb2 import UserChanged


def _active(payload: Payload) -> bool:
    """Return True if the user can sign in. A deleted user stays as an inactive name."""
    return payload["status"] == "active" and not payload["deleted"]


SUBSCRIPTIONS = (
    Copy(event=Event.of(UserChanged), table=library_user, columns=same("name", "roleIds") | {"active": _active}),
)
