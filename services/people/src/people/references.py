"""Kinds of record of identity to which people refers."""

from __future__ import annotations

from kit.records.references import Foreign
from people.reference.model import department, organisation

FOREIGN = (
    Foreign(path="/orgs", name="organisation", owner="identity", copy=organisation, archives=True),
    Foreign(path="/departments", name="department", owner="identity", copy=department, archives=True),
    Foreign(path="/academic-years", name="academic year", owner="identity", archives=True),
    Foreign(path="/users", name="user", owner="identity", lasting=True, sources=("/leads/owners",)),
    Foreign(path="/system/titles", name="title", owner="identity", lasting=True),
    # A form that is referred to by name stays: it is retired, never deleted.
    Foreign(path="/forms", name="form", owner="people", lasting=True, sources=("/forms/titles",)),
    Foreign(path="/exams/colleagues", name="invigilator", owner="people", lasting=True, sources=("/exams/colleagues",)),
)
