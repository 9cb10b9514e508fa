"""Declarations of forms."""

from kit.service import Module
from people.forms.fields import FIELDSETS
from people.forms.lists import LISTS
from people.forms.routes import routes

MODULE = Module(routes=(routes,), fieldsets=FIELDSETS, lists=LISTS)
