"""The events that support publishes; the attributes of each record declare their content."""

from __future__ import annotations

from kit.events import Event
from staffroom.support.events.v1 import events_pb2 as support

COMMENT_CHANGED = Event.of(support.CommentChanged)
MAIL_ANSWERED = Event.of(support.MailAnswered)
MAIL_BOUNCED = Event.of(support.MailBounced)
MAIL_SENT = Event.of(support.MailSent)
TICKET_CHANGED = Event.of(support.TicketChanged)
NOTIFICATIONS_CHANGED = Event.of(support.NotificationsChanged)
"""Some users have new notices, or read some: their open channels query the table (`notifications/channel.py`)."""
