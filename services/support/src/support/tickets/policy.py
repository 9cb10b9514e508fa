"""Rights on tickets: whose question it is, who is informed, who looks after it, the support staff of
its team, sysAdmin (`money.md 6`)."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from kit.policy import Actor, Row, Rule, Scope, me, nobody, sys_admin
from support.tickets import rules
from support.tickets.model import ticket

_c = ticket.c


@dataclass(frozen=True)
class TicketScope(Scope):
    """A scope in which a support group, too, reaches rows of its own: those for its team."""

    def variant(self, actor: Actor) -> tuple[str, ...]:
        found = super().variant(actor)
        return found if found == ("*",) else (*(group for group in rules.GROUPS if group in actor.roles), *found)


def _of_group(group: str) -> sa.ColumnElement[bool]:
    return sa.or_(*(_c.type == name for name, works in rules.GROUP_OF.items() if works == group))


_MINE = sa.or_(_c.user_id == me("user"), _c.responsible_id == me("user"), me("user") == sa.any_(_c.info_user_ids))
SCOPE = TicketScope(everything=sys_admin, own={"user": _MINE} | {group: _of_group(group) for group in rules.GROUPS})
MINE = Scope(everything=nobody, own={"user": _MINE})
"""The scope of tickets that one has to do with oneself, for sysAdmin and support staff as well."""


def _supports(actor: Actor, row: Row | None) -> bool:
    return actor.has(*(rules.GROUPS if row is None else (rules.GROUP_OF[row["type"]],)))


supports = Rule("support staff of the team", _supports, frozenset({"type"}))
takes_part = Rule(
    "those who see it",
    lambda actor, row: row is None or supports(actor, row) or actor.user_id in rules.concerned(row),
    frozenset({"type", "user_id", "responsible_id", "info_user_ids"}),
)
writes = Rule(
    "those who see it, until it is resolved",
    lambda actor, row: takes_part(actor, row) and (row is None or row["status"] != "resolved"),
)
