"""Declarations of rosters."""

from kit.service import Module
from people.events import INVIGILATION_HOURS
from people.exams.roster import inviting, swapping
from people.exams.roster.drafting import DRAFT
from people.exams.roster.fields import FIELDSETS
from people.exams.roster.lists import LISTS
from people.exams.roster.routes import routes

MODULE = Module(
    routes=(routes,),
    fieldsets=FIELDSETS,
    lists=LISTS,
    events=(INVIGILATION_HOURS,),
    jobs=(DRAFT, inviting.SEND, swapping.SEND),
)
