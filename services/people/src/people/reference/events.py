"""Read models of organisations and departments. A deletion may contain only the id: the other columns stay, next to the
mark."""

from __future__ import annotations

from kit.events import Copy, Event, Gone, or_none, same
from people.reference.model import department, organisation
from staffroom.identity.events.v1.events_pb2 import DepartmentChanged, OrganisationChanged

SUBSCRIPTIONS = (
    Copy(
        event=Event.of(OrganisationChanged),
        table=organisation,
        columns=same("title", "deleted", "archived"),
        gone=Gone.MARK,
    ),
    Copy(
        event=Event.of(DepartmentChanged),
        table=department,
        columns=same("title", "color", "deleted", "archived") | {"organisation_id": or_none("organisationId")},
        gone=Gone.MARK,
    ),
)
