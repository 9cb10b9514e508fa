"""Rights on shared tables: those of their owner, and of the roles and people with whom they are shared."""

from __future__ import annotations

import sqlalchemy as sa

from identity.accounts.model import user_account
from identity.personal.policy import keeps_as_staff
from identity.tables.model import shared_table
from identity.tables.rules import ROLE_CHOICES
from kit.policy import SYS_ADMIN, Actor, Row, Rule, Scope, staff, sys_admin
from kit.policy.scope import me

_c = shared_table.c
_SHARED = ("owner_id", "change_roles", "change_people", "locked")


def _owns(actor: Actor, row: Row | None) -> bool:
    return sys_admin(actor) or (staff(actor) and (row is None or row["owner_id"] == actor.user_id))


def _changes(actor: Actor, row: Row | None) -> bool:
    if row is None or _owns(actor, row):
        return staff(actor)
    named = actor.user_id in row["change_people"] or not actor.roles.isdisjoint(row["change_roles"])
    return staff(actor) and named and not row["locked"]


owns = Rule("its owner or sysAdmin", _owns, frozenset({"owner_id"}))
changes = Rule("its owner, sysAdmin and those it is shared with to change", _changes, frozenset(_SHARED))
reads = staff
keeps = keeps_as_staff
visible = Scope(
    everything=sys_admin,
    own={
        "user": sa.and_(
            sa.or_(
                _c.owner_id == me("user"),
                me("user") == sa.any_(_c.people),
                me("user") == sa.any_(_c.change_people),
            ),
            # People who have left the back office lose access to its tables.
            sa.exists().where(user_account.c.id == me("user"), user_account.c.role_ids.contains(["staff"])),
        )
    },
    roles={
        role: sa.or_(_c.roles.contains([role]), _c.change_roles.contains([role]))
        for role in (str(choice.value) for choice in ROLE_CHOICES)
        if role != SYS_ADMIN
    },
)
"""One's own tables, and those shared with oneself or with one of one's roles."""
