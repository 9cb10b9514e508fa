"""Declarations of retention and holds."""

from files.retention.fields import FIELDSETS
from files.retention.jobs import EVERY_NIGHT
from files.retention.lists import LISTS
from files.retention.routes import routes
from kit.service import Module

MODULE = Module(routes=(routes,), fieldsets=FIELDSETS, lists=LISTS, schedules=(EVERY_NIGHT,))
