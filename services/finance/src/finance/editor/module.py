"""Declarations of the invoice as the office works on it."""

from finance.editor.fields import INVOICE_FIELDS
from finance.editor.lists import LISTS
from finance.editor.routes import routes
from finance.editor.workflow import INVOICE_STATES
from kit.service import Module

MODULE = Module(routes=(routes,), fieldsets=(INVOICE_FIELDS,), lists=LISTS, workflows=(INVOICE_STATES,))
