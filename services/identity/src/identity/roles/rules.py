"""The roles (`platform.md 6`). They are code, not data, because the rules of the services name them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from identity.config import identity_settings
from kit.errors import Invalid
from kit.policy import STAFF, SYS_ADMIN
from kit.values import MultiSelect, Option

PERSON_KINDS = ("staff", "tutor", "student", "client", "candidate", "invigilator", "agent")
"""Kinds of person that a user can be."""


@dataclass(frozen=True)
class Role:
    """A role: its id, its title, the colour of its users in lists, and the screens it opens."""

    id: str
    title: str
    color: str
    opens: str

    @property
    def asks_second_factor(self) -> bool:
        """Whether the role requires a second factor, as every role of the back office does: each gives access to the
        records of children, or to money."""
        return self.id not in CLIENT_APP and self.id != "user"


ROLES = (
    Role(SYS_ADMIN, "sysAdmin", "#b3261e", "Everything, and the administration of users, roles and organisations"),
    Role(STAFF, "Staff", "#1d4f91", "This application"),
    Role("academicOffice", "Academic office", "#0f7173", "Academic office and compliance screens, departments, terms"),
    Role("examsOffice", "Exams office", "#5d3a9b", "Trial exams"),
    Role("finance", "Finance", "#7a4b12", "Tutor payments and recharges"),
    Role("accounting", "Accounting", "#7a4b12", "Approving and sending invoices"),
    Role("cancelsInvoices", "Cancels invoices", "#7a4b12", "Cancelling invoices"),
    Role("affiliateCompliance", "Affiliate compliance", "#3d5a73", "Compliance screens"),
    Role("website", "Website", "#3d5a73", "Notices on the public site"),
    Role("techSupport", "Tech support", "#3d5a73", "Technical support tickets"),
    Role("tutorSupport", "Tutor support", "#3d5a73", "Tutor support tickets"),
    Role("calendar", "Calendar", "#3d5a73", "Company calendars"),
    Role("client", "Client", "#66591c", "The client application, as a client"),
    Role("tutor", "Tutor", "#1c7c54", "The client application, as a tutor"),
    Role("student", "Student", "#9a4a00", "The client application, as a student"),
    Role("candidate", "Candidate", "#46507a", "The client application, as a candidate"),
    Role("invigilator", "Invigilator", "#5b6472", "The client application, as an invigilator"),
    Role("agent", "Agent", "#5b6472", "The client application, as an agent"),
    Role("user", "User", "#5b6472", "A user account and nothing more"),
)
"""Roles in order of precedence: lists show a user in the colour of their first role. `sysAdmin` is the legacy `admin`,
shown as sysAdmin."""

BY_ID = {role.id: role for role in ROLES}
CLIENT_APP = frozenset({"client", "tutor", "student", "candidate", "invigilator", "agent"})
"""Roles that sign in to the client application. The legacy system has tutors, students, clients and candidates;
invigilators and agents have accounts and no other application."""
ASK_SECOND_FACTOR = frozenset(role.id for role in ROLES if role.asks_second_factor)


def asks_second_factor(role_ids: Iterable[str]) -> bool:
    """Return whether a user with these roles needs a second factor to sign in."""
    return identity_settings().second_factor == "roles" and not ASK_SECOND_FACTOR.isdisjoint(role_ids)


def roles_in(app: str, role_ids: Iterable[str]) -> tuple[str, ...]:
    """Return the roles that a session of `app` has. A session of the client application reaches only the person's own
    records, even if the person works in the back office (`docs/client.md`)."""
    return tuple(name for name in role_ids if app == "staff" or name in CLIENT_APP)


STAFF_GROUPS = ("academicOffice", "techSupport", "tutorSupport")
"""Support staff groups (`platform.md 9`)."""
NO_ROLE_COLOR = "#5b6472"
CHOICES = tuple(Option(role.id, role.title, role.color) for role in ROLES)


def ordered(role_ids: Iterable[str]) -> list[str]:
    """Return known roles in order of precedence, without repeats."""
    chosen = set(role_ids)
    return [role.id for role in ROLES if role.id in chosen]


def role_titles(role_ids: Iterable[str]) -> list[dict[str, str]]:
    """Return `[{id, title}]`, the wire shape of `GET /auth/user`."""
    return [{"id": name, "title": BY_ID[name].title} for name in ordered(role_ids)]


@dataclass(frozen=True, kw_only=True)
class RoleIds(MultiSelect):
    """The roles of a user, stored in order of precedence, so that equal sets are equal values."""

    choices: tuple[Option, ...] = CHOICES

    def read(self, raw: Any) -> list[str]:
        return ordered(super().read(raw))


def role_named(role_id: str) -> Role:
    """Return the role with this id. Raises Invalid, which names every role."""
    if role_id not in BY_ID:
        raise Invalid(f"Unknown role; allowed are: {', '.join(BY_ID)}", code="unknown_role")
    return BY_ID[role_id]
