"""Rights on user accounts: to see, name, edit and impersonate them."""

from __future__ import annotations

from identity.accounts.model import user_account
from kit.policy import SYS_ADMIN, Actor, Reach, Row, Rule, Scope, signed_in, staff, sys_admin

REACH = Reach(staff, user=user_account.c.id)
visible, reads = REACH.scope, REACH.rule
"""Staff see every account, other users their own."""
named = Scope(everything=signed_in)
"""Every signed-in user may read names and roles: a comment shows the name of its author."""
keeps = sys_admin
places_own_picture = sys_admin | REACH.own


def _may_impersonate(actor: Actor, row: Row | None) -> bool:
    if SYS_ADMIN not in actor.roles or actor.real_user_id is not None:
        return False
    return row is None or (
        row["status"] == "active" and SYS_ADMIN not in row["role_ids"] and row["id"] != actor.user_id
    )


impersonates = Rule("sysAdmin in person, onto an active user who is not sysAdmin", _may_impersonate)
"""Impersonation is never nested and never of another sysAdmin: the actor already has those rights, and the audit list
stays readable."""
