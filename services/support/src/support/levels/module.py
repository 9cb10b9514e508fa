"""Declarations of service levels."""

from kit.service import Module
from support.levels.fields import HOLIDAY_FIELDS, HOURS_FIELDS, LEVEL_FIELDS
from support.levels.lists import HOLIDAYS, HOURS, LEVELS

MODULE = Module(fieldsets=(LEVEL_FIELDS, HOURS_FIELDS, HOLIDAY_FIELDS), lists=(LEVELS, HOURS, HOLIDAYS))
