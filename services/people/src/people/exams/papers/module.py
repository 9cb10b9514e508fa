"""Declarations of packets."""

from kit.service import Module
from people.exams.papers.fields import FIELDSETS
from people.exams.papers.lists import LISTS
from people.exams.papers.routes import routes

MODULE = Module(routes=(routes,), fieldsets=FIELDSETS, lists=LISTS)
