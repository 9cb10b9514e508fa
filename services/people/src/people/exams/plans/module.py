"""Declarations of plans."""

from kit.service import Module
from people.exams.plans.fields import FIELDSETS
from people.exams.plans.lists import LISTS
from people.exams.plans.routes import routes

MODULE = Module(routes=(routes,), fieldsets=FIELDSETS, lists=LISTS)
