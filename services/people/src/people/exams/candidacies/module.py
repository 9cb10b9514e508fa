"""Declarations of candidates in series."""

from kit.service import Module
from people.exams.candidacies.fields import FIELDSETS
from people.exams.candidacies.lists import LISTS
from people.exams.candidacies.routes import routes

MODULE = Module(routes=(routes,), fieldsets=FIELDSETS, lists=LISTS)
