"""Declarations of ticket templates."""

from kit.service import Module
from support.templates.fields import TEMPLATE_FIELDS
from support.templates.lists import TICKET_TEMPLATES
from support.templates.routes import routes

MODULE = Module(routes=(routes,), fieldsets=(TEMPLATE_FIELDS,), lists=(TICKET_TEMPLATES,))
