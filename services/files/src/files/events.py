"""The events that files publishes besides those of single rooms."""

from __future__ import annotations

from kit.events import Event
from staffroom.support.events.v1.events_pb2 import NotificationRaised

NOTIFICATION_RAISED = Event.of(NotificationRaised, "files")
