"""Declarations of the invoice as the office works on it."""

from finance.editor.fields import INVOICE
from finance.editor.lists import LISTS
from finance.editor.routes import routes
from finance.editor.workflow import INVOICE_STATES
from kit.service import Module

MODULE = Module(routes=(routes,), fieldsets=(INVOICE,), lists=LISTS, workflows=(INVOICE_STATES,))
