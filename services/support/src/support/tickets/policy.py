"""Rights on tickets: the primary user, informed users, the responsible member of staff, the support staff of the
ticket's team, sysAdmin (`money.md 6`)."""

from __future__ import annotations

import sqlalchemy as sa

from kit.policy import Actor, Row, Rule, Scope, me, nobody, staff, sys_admin
from support import teams
from support.tickets import rules
from support.tickets.model import ticket

_c = ticket.c


_MINE = sa.or_(_c.user_id == me("user"), _c.responsible_id == me("user"), me("user") == sa.any_(_c.info_user_ids))
_GROUPS = {group: teams.of_group(_c.type, group) for group in teams.GROUPS}
SCOPE = Scope(everything=sys_admin, own={"user": _MINE}, roles=_GROUPS)
MINE = Scope(everything=nobody, own={"user": _MINE})
"""The tickets that the actor follows, also for sysAdmin and support staff."""


def _supports(actor: Actor, row: Row | None) -> bool:
    return actor.has(*(teams.GROUPS if row is None else (teams.GROUP_OF[row["type"]],)))


supports = Rule("support staff of the team", _supports, frozenset({"type"}))
takes_part = Rule(
    "those who see it",
    lambda actor, row: row is None or supports(actor, row) or actor.user_id in rules.followers(row),
    frozenset({"type", "user_id", "responsible_id", "info_user_ids"}),
)
writes = Rule(
    "those who see it, until it is resolved",
    lambda actor, row: takes_part(actor, row) and (row is None or row["status"] != "resolved"),
)
asks = Rule(
    "its primary user", lambda actor, row: row is None or actor.user_id == row["user_id"], frozenset({"user_id"})
)
notes = staff & writes
"""Internal notes."""
watches = Rule(
    "staff who see it, neither its primary nor its responsible user",
    lambda actor, row: staff(actor) and (row is None or actor.user_id not in (row["user_id"], row["responsible_id"])),
    frozenset({"user_id", "responsible_id"}),
)
