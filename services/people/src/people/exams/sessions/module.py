"""Declarations of exam rooms, sessions, seats and invigilation."""

from kit.service import Module
from people.exams.sessions.fields import FIELDSETS
from people.exams.sessions.lists import LISTS
from people.exams.sessions.routes import routes

MODULE = Module(routes=(routes,), fieldsets=FIELDSETS, lists=LISTS)
