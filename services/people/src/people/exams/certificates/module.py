"""Declarations of certificates."""

from kit.service import Module
from people.exams.certificates.fields import FIELDSETS
from people.exams.certificates.lists import LISTS
from people.exams.certificates.routes import routes

MODULE = Module(routes=(routes,), fieldsets=FIELDSETS, lists=LISTS)
