"""Roles that a rule lets in, for pages that offer a call only to those who may make it."""

from __future__ import annotations

from kit.actors import STAFF, SYS_ADMIN, Actor
from kit.policy.rules import Rule, named_roles

KINDS = (STAFF, "tutor", "student", "client", "candidate", "invigilator", "agent")
"""Kinds of person. Each is a role too; the other roles are held by staff."""


def holders(may: Rule) -> list[str] | None:
    """Return the roles that `may` lets in where it is asked without a record: kinds of person, and those roles of staff
    that it names where staff alone is refused. None: everybody who is signed in, or nobody is asked to be.

    The rule is asked, not read: a person of each kind, then a member of staff with each role that a rule of this
    process names. sysAdmin, whom rules of roles let in anyway, is named where no other role is.
    """
    if may(Actor(user_id=1)):
        return None
    found = [kind for kind in KINDS if may(Actor(user_id=1, roles=frozenset({kind}), persons={kind: 1}))]
    if STAFF not in found:
        offices = sorted(named_roles() - {*KINDS, SYS_ADMIN})
        found += [role for role in offices if may(_staff(role))]
    return found or ([SYS_ADMIN] if may(_staff(SYS_ADMIN)) else [])


def _staff(role: str) -> Actor:
    return Actor(user_id=1, roles=frozenset({STAFF, role}), persons={STAFF: 1})
