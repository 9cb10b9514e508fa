"""Declarations of recurring tasks."""

from kit.service import Module
from support.recurring.fields import RECURRING_FIELDS
from support.recurring.jobs import SCHEDULE
from support.recurring.lists import RECURRING_TICKETS

MODULE = Module(fieldsets=(RECURRING_FIELDS,), lists=(RECURRING_TICKETS,), schedules=(SCHEDULE,))
