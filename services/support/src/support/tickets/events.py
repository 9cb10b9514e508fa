"""Events that support publishes about tickets."""

from kit.events import Event
from staffroom.support.events.v1 import events_pb2

TICKET_CHANGED = Event("support.ticket.changed", events_pb2.TicketChanged)
