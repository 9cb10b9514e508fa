"""The events that identity publishes; their payloads are declared with the attributes of each record."""

from __future__ import annotations

from kit.events import Event
from staffroom.identity.events.v1 import events_pb2 as identity

USER_CHANGED = Event.of(identity.UserChanged)
ORGANISATION_CHANGED = Event.of(identity.OrganisationChanged)
ACADEMIC_YEAR_CHANGED = Event.of(identity.AcademicYearChanged)
DEPARTMENT_CHANGED = Event.of(identity.DepartmentChanged)
