"""Declarations of the rota."""

from kit.service import Module
from support.rota.fields import ABSENCE_FIELDS, DUTY_FIELDS
from support.rota.lists import ABSENCES, DUTIES

MODULE = Module(fieldsets=(DUTY_FIELDS, ABSENCE_FIELDS), lists=(DUTIES, ABSENCES))
