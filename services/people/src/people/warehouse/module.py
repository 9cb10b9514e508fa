"""Declarations of the people export."""

from kit.service import Module
from people.warehouse.fields import EXPORT_FIELDS
from people.warehouse.jobs import NIGHTLY, WRITE
from people.warehouse.lists import EXPORTS
from people.warehouse.routes import routes

MODULE = Module(routes=(routes,), fieldsets=(EXPORT_FIELDS,), lists=(EXPORTS,), jobs=(WRITE,), schedules=(NIGHTLY,))
