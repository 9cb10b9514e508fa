"""Declarations of reminders of what is overdue."""

from finance.reminding.fields import RUNG
from finance.reminding.lists import STOPS, TOLD
from finance.reminding.reminder import OVERDUE
from finance.reminding.routes import routes
from kit.service import Module

MODULE = Module(routes=(routes,), fieldsets=(RUNG,), lists=(TOLD, STOPS), reminders=(OVERDUE,))
