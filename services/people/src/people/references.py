"""Kinds of record of identity to which people refers, and uses that no foreign key tells."""

from __future__ import annotations

from kit.records.references import Foreign, Uses
from people.calendar.model import booking
from people.persons.catalogue import KINDS
from people.reference.model import department, organisation

FOREIGN = (
    Foreign(path="/orgs", name="organisation", owner="identity", copy=organisation, archives=True),
    Foreign(path="/departments", name="department", owner="identity", copy=department, archives=True),
    Foreign(path="/academic-years", name="academic year", owner="identity", archives=True),
    Foreign(path="/system/titles", name="title", owner="identity", lasting=True),
)

USES = tuple(Uses(booking.c.person_id, kind.path, booking.c.kind == kind.name) for kind in KINDS)
"""Persons on events, whose kind is in a column of its own."""
