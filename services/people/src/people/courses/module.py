"""Declarations of courses."""

from kit.service import Module
from people.courses.fields import FIELDSETS
from people.courses.lists import LISTS
from people.courses.offers import SUBSCRIPTIONS
from people.courses.profiles import CONTRIBUTIONS
from people.courses.routes import routes
from people.events import COURSE_CHANGED

MODULE = Module(
    routes=(routes,),
    fieldsets=FIELDSETS,
    lists=LISTS,
    events=(COURSE_CHANGED,),
    subscriptions=SUBSCRIPTIONS,
    contributions=CONTRIBUTIONS,
)
