"""Declarations of exams."""

from kit.service import Module
from people.exams.fields import FIELDSETS
from people.exams.lists import LISTS
from people.exams.routes import routes

MODULE = Module(routes=(routes,), fieldsets=FIELDSETS, lists=LISTS)
