"""The events that support publishes, and the payload of those whose record declares none (`tickets/attributes.py`)."""

from __future__ import annotations

from typing import Any

from kit.events import Event
from kit.policy import Row
from staffroom.support.events.v1 import events_pb2 as support

COMMENT_CHANGED = Event.of(support.CommentChanged)
TICKET_CHANGED = Event.of(support.TicketChanged)
NOTIFICATIONS_CHANGED = Event.of(support.NotificationsChanged)
"""Some users have notices they had not, or read some: their open channels look (`notifications/channel.py`)."""


def comment_payload(row: Row, words: str) -> dict[str, Any]:
    """CommentChanged of a row of `comment`; `words` are its text without markup, as far as an event carries it."""
    return {
        "id": row["id"],
        "entityType": row["entity_type"],
        "entityTypeId": row["entity_type_id"],
        "type": row["type"],
        "authorUserId": row["author_id"],
        "deleted": row["deleted"] is not None,
        "words": words,
        "created": row["created"],
        "modified": row["edited"] or row["created"],
    }
