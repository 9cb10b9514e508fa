"""Declarations of tickets."""

from kit.records.references import Uses
from kit.service import Module
from support.tickets.clocks.jobs import SCHEDULES
from support.tickets.clocks.reminding import REMINDERS
from support.tickets.fields import TICKET_FIELDS
from support.tickets.lists import MY_TICKETS, TICKETS
from support.tickets.model import ticket
from support.tickets.routes import routes

MODULE = Module(
    routes=(routes,),
    fieldsets=(TICKET_FIELDS,),
    lists=(MY_TICKETS, TICKETS),
    schedules=SCHEDULES,
    reminders=REMINDERS,
    uses=(Uses(ticket.c.department_id, "/departments"),),
)
