"""Kinds of record to which a template can be sent: kinds of person, leads, and invoices."""

from __future__ import annotations

from dataclasses import dataclass

from kit.values import options


@dataclass(frozen=True)
class EntityKind:
    """A kind of record: its name on the wire, its title and plural, and the templates about it. Every sent mail of a
    `logged` kind is published, since its service keeps a log."""

    name: str
    title: str
    plural: str
    about: str = "person"
    logged: bool = False


_KINDS = (
    EntityKind("student", "student", "students"),
    EntityKind("tutor", "tutor", "tutors"),
    EntityKind("staff", "member of staff", "staff"),
    EntityKind("client", "client", "clients"),
    EntityKind("candidate", "candidate", "candidates"),
    EntityKind("invigilator", "invigilator", "invigilators"),
    EntityKind("agent", "agent", "agents"),
    EntityKind("lead", "lead", "leads", logged=True),
    EntityKind("invoice", "invoice", "invoices", about="invoice"),
)
KINDS = {kind.name: kind for kind in _KINDS}
ENTITY_OPTIONS = options(*((kind.name, kind.title.capitalize()) for kind in _KINDS))
PERSON_OPTIONS = options(*((kind.name, kind.plural.capitalize()) for kind in _KINDS if kind.about == "person"))
"""Kinds of person to which a template can be limited."""
