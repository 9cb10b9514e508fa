"""Declarations of teachers' references."""

from kit.service import Module
from people.exams.references.asking import SEND
from people.exams.references.fields import FIELDSETS
from people.exams.references.lists import LISTS
from people.exams.references.routes import routes

MODULE = Module(routes=(routes,), fieldsets=FIELDSETS, lists=LISTS, jobs=(SEND,))
