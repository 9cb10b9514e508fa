"""Events that wake the open channels."""

from kit.events import Event
from staffroom.support.events.v1 import events_pb2

NOTIFICATIONS_CHANGED = Event("support.notification.changed", events_pb2.NotificationsChanged)
"""Some users have notices they had not, or read some: their open channels look (`channel.py`)."""
