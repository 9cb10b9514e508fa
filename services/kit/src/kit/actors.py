"""Actors: a person with roles, a person acting for another, a service on its own behalf, or nobody."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

SYSTEM = "Staffroom"
"""The author shown for changes that no person made."""
SYS_ADMIN = "sysAdmin"
STAFF = "staff"


def app_of(role_ids: Collection[str]) -> str:
    """Return the application in which somebody with these roles works: `staff` or `client`."""
    return "staff" if STAFF in role_ids else "client"


@dataclass(frozen=True, slots=True)
class Actor:
    """The caller. `real_user_id` is the person behind an impersonation; `persons` maps a kind of person
    (`tutor`, `student`, `staff`, ...) to the caller's own id of that kind; `service` is set when a service acts
    on its own behalf."""

    user_id: int = 0
    roles: frozenset[str] = frozenset()
    session_id: str = ""
    name: str = ""
    real_user_id: int | None = None
    persons: Mapping[str, int] = field(default_factory=dict)
    service: str = ""
    expires: int = 0

    @property
    def signed_in(self) -> bool:
        return self.user_id > 0 or bool(self.service)

    @property
    def acting_user_id(self) -> int:
        """The user who is accountable: the impersonator, if there is one."""
        return self.real_user_id or self.user_id

    def has(self, *roles: str) -> bool:
        """True if the actor holds any of `roles`; sysAdmin and a service always do (`platform.md 6`)."""
        return bool(self.service) or SYS_ADMIN in self.roles or not self.roles.isdisjoint(roles)

    def person(self, kind: str) -> int | None:
        return self.persons.get(kind)


ANONYMOUS = Actor()


def as_service(name: str) -> Actor:
    """Return the actor of a service that acts on its own behalf (a job, a consumer)."""
    return Actor(service=name, name=SYSTEM)


def actor_json(actor: Actor) -> dict[str, Any]:
    """Return the actor who caused an event or a job, as JSON that travels with it."""
    return {
        "userId": actor.user_id,
        "realUserId": actor.real_user_id,
        "name": actor.name,
        "roles": sorted(actor.roles),
        "persons": dict(actor.persons),
        "service": actor.service,
    }


def actor_from_json(data: Mapping[str, Any]) -> Actor:
    """Return the inverse of `actor_json`. Raises ValueError if an id is not a whole number."""
    real = data.get("realUserId")
    return Actor(
        user_id=whole(data.get("userId", 0)),
        real_user_id=None if real is None else whole(real),
        name=data.get("name") or "",
        roles=frozenset(data.get("roles") or ()),
        persons={kind: whole(number) for kind, number in (data.get("persons") or {}).items()},
        service=data.get("service") or "",
    )


def whole(value: Any) -> int:
    """Return an id from JSON. Raises ValueError for any other type: true is not user 1."""
    if type(value) is not int:
        raise ValueError(f"{value!r} is no whole number")
    return value
