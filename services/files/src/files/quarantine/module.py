"""Declarations of quarantine."""

from files.quarantine.fields import IN_QUARANTINE
from files.quarantine.jobs import EVERY_FEW_MINUTES, SCAN
from files.quarantine.lists import IN_QUARANTINE_LIST
from kit.service import Module

MODULE = Module(fieldsets=(IN_QUARANTINE,), lists=(IN_QUARANTINE_LIST,), jobs=(SCAN,), schedules=(EVERY_FEW_MINUTES,))
