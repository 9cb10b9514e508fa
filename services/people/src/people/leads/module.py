"""Declarations of leads."""

from kit.service import Module
from people.checklists import entities
from people.checklists.entities import Entity
from people.events import LEAD_CONVERTED
from people.leads import (
    converting_routes,
    exam_conversions,
    offered,
    public_forms,
    public_routes,
    statistic_routes,
    statistics,
    stays,
)
from people.leads.attributes import ENQUIRY
from people.leads.fields import FIELDSETS
from people.leads.lists import LISTS
from people.leads.mailed import SUBSCRIPTIONS
from people.leads.meeting import WATCHES
from people.leads.model import enquiry
from people.leads.reminding import REMINDERS
from people.leads.replying import ANSWER
from people.leads.retention import EVERY_NIGHT
from people.leads.routes import routes
from people.persons.queries import full_name

entities.declare("lead", Entity(enquiry, full_name(enquiry), ENQUIRY))

MODULE = Module(
    routes=(routes, statistic_routes.routes, converting_routes.routes, public_routes.routes),
    fieldsets=(*FIELDSETS, *public_forms.FIELDSETS),
    lists=(*LISTS, *statistics.LISTS, *stays.LISTS, *exam_conversions.LISTS, *public_forms.LISTS),
    statistics=offered.STATISTICS,
    reminders=REMINDERS,
    schedules=(EVERY_NIGHT,),
    jobs=(ANSWER,),
    subscriptions=SUBSCRIPTIONS,
    watches=WATCHES,
    events=(LEAD_CONVERTED,),
)
