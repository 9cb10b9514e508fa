"""Roles that a rule admits, for pages that offer a call only to those who may make it."""

from __future__ import annotations

from kit.actors import STAFF, SYS_ADMIN, Actor
from kit.policy.rules import Rule, named_roles

KINDS = (STAFF, "tutor", "student", "client", "candidate", "invigilator", "agent")
"""Kinds of person. Each is a role too; the other roles are held by staff."""


def holders(may: Rule) -> list[str] | None:
    """Return the roles that `may` admits when it is asked without a record: kinds of person, and the staff roles that
    it names if staff alone is refused. None: everybody who is signed in, or the call is public.

    The rule is evaluated, not parsed: for a person of each kind, then for a member of staff with each role that a rule
    of this process names. sysAdmin, whom role rules always admit, is returned only if no other role is.
    """
    if may(Actor(user_id=1)):
        return None
    admitted = [kind for kind in KINDS if may(Actor(user_id=1, roles=frozenset({kind}), persons={kind: 1}))]
    if STAFF not in admitted:
        offices = sorted(named_roles() - {*KINDS, SYS_ADMIN})
        admitted += [role for role in offices if may(_staff(role))]
    return admitted or ([SYS_ADMIN] if may(_staff(SYS_ADMIN)) else [])


def _staff(role: str) -> Actor:
    return Actor(user_id=1, roles=frozenset({STAFF, role}), persons={STAFF: 1})
