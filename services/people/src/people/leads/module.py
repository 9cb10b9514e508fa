"""Declarations of leads."""

from kit.service import Module
from people.events import LEAD_CONVERTED
from people.leads import (
    converting_routes,
    exam_conversions,
    public_forms,
    public_routes,
    statistic_routes,
    statistics,
    stays,
)
from people.leads.fields import FIELDSETS
from people.leads.lists import LISTS
from people.leads.mailed import SUBSCRIPTIONS
from people.leads.meeting import WATCHES
from people.leads.reminding import REMINDERS
from people.leads.replying import ANSWER
from people.leads.retention import EVERY_NIGHT
from people.leads.routes import routes

MODULE = Module(
    routes=(routes, statistic_routes.routes, converting_routes.routes, public_routes.routes),
    fieldsets=(*FIELDSETS, *public_forms.FIELDSETS),
    lists=(*LISTS, *statistics.LISTS, *stays.LISTS, *exam_conversions.LISTS, *public_forms.LISTS),
    reminders=REMINDERS,
    schedules=(EVERY_NIGHT,),
    jobs=(ANSWER,),
    subscriptions=SUBSCRIPTIONS,
    watches=WATCHES,
    events=(LEAD_CONVERTED,),
)
