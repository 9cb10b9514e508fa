"""Declarations of the calendar."""

from kit.records.references import Uses
from kit.service import Module
from people.calendar import slips
from people.calendar.fields import FIELDSETS
from people.calendar.lists import LISTS
from people.calendar.messages.reminding import EVENTS_TO_COME
from people.calendar.model import booking
from people.calendar.routes import routes
from people.events import EVENT_CHANGED
from people.persons.catalogue import KINDS

MODULE = Module(
    routes=(routes,),
    fieldsets=FIELDSETS,
    lists=LISTS,
    events=(EVENT_CHANGED,),
    subscriptions=slips.SUBSCRIPTIONS,
    reminders=(EVENTS_TO_COME,),
    uses=tuple(Uses(booking.c.person_id, kind.path, booking.c.kind == kind.name) for kind in KINDS),
)
