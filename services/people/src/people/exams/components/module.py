"""Declarations of components."""

from kit.service import Module
from people.exams.components.fields import FIELDSETS
from people.exams.components.lists import LISTS
from people.exams.components.routes import routes

MODULE = Module(routes=(routes,), fieldsets=FIELDSETS, lists=LISTS)
