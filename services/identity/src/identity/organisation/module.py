"""Declarations of places of work."""

from identity.organisation.fields import ACADEMIC_YEAR, DEPARTMENT, ORGANISATION
from identity.organisation.lists import ACADEMIC_YEARS, DEPARTMENTS, ORGANISATIONS
from identity.organisation.routes import routes
from kit.service import Module

MODULE = Module(
    routes=(routes,),
    fieldsets=(ORGANISATION, DEPARTMENT, ACADEMIC_YEAR),
    lists=(ORGANISATIONS, DEPARTMENTS, ACADEMIC_YEARS),
)
