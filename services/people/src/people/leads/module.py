"""Declarations of leads."""

from kit.service import Module
from people.checklists import entities
from people.checklists.entities import Entity
from people.events import LEAD_CONVERTED
from people.leads.attributes import ENQUIRY
from people.leads.contacts.mailed import SUBSCRIPTIONS
from people.leads.contacts.meeting import WATCHES
from people.leads.conversion import exams
from people.leads.conversion import routes as converting_routes
from people.leads.fields import FIELDSETS
from people.leads.lists import LISTS
from people.leads.model import enquiry
from people.leads.public import forms
from people.leads.public import routes as public_routes
from people.leads.public.replying import ANSWER
from people.leads.reminding import REMINDERS
from people.leads.retention import EVERY_NIGHT
from people.leads.routes import routes
from people.leads.statistics import lists, offered, stays
from people.leads.statistics import routes as statistic_routes
from people.persons.queries import full_name

entities.declare("lead", Entity(enquiry, full_name(enquiry), ENQUIRY))

MODULE = Module(
    routes=(routes, statistic_routes.routes, converting_routes.routes, public_routes.routes),
    fieldsets=(*FIELDSETS, *forms.FIELDSETS),
    lists=(*LISTS, *lists.LISTS, *stays.LISTS, *exams.LISTS, *forms.LISTS),
    statistics=offered.STATISTICS,
    reminders=REMINDERS,
    schedules=(EVERY_NIGHT,),
    jobs=(ANSWER,),
    subscriptions=SUBSCRIPTIONS,
    watches=WATCHES,
    events=(LEAD_CONVERTED,),
)
