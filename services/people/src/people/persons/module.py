"""Declarations of persons."""

from kit.service import Module
from people.persons.addresses import ADDRESS
from people.persons.events import SUBSCRIPTIONS
from people.persons.fields import CLIENT_STUDENT, FIELDSETS
from people.persons.lists import LISTS
from people.persons.routes import routes

MODULE = Module(
    routes=(routes,), fieldsets=(*FIELDSETS, CLIENT_STUDENT, ADDRESS), lists=LISTS, subscriptions=SUBSCRIPTIONS
)
