"""Declarations of marks of trial exams."""

from kit.service import Module
from people.events import TRIAL_RESULT_RELEASED
from people.exams.marking import maxima
from people.exams.marking.fields import FIELDSETS
from people.exams.marking.lists import LISTS
from people.exams.marking.publishing import FOLLOW, OFTEN, WATCHES
from people.exams.marking.routes import routes

MODULE = Module(
    routes=(routes,),
    fieldsets=FIELDSETS,
    lists=LISTS,
    events=(TRIAL_RESULT_RELEASED,),
    jobs=(FOLLOW,),
    schedules=(OFTEN,),
    watches=(*WATCHES, *maxima.WATCHES),
)
