"""Rules of access. A rule is written once: the server enforces it, the page is told of it, docs print its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from kit.actors import STAFF, SYS_ADMIN, Actor

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Rule:
    """A named permission. `allows(actor, row)`; `row` is `None` where the question is asked without a record."""

    name: str
    allows: Callable[[Actor, Row | None], bool]

    def __call__(self, actor: Actor, row: Row | None = None) -> bool:
        return self.allows(actor, row)

    def __or__(self, other: Rule) -> Rule:
        return Rule(f"{self.name} or {other.name}", lambda actor, row: self(actor, row) or other(actor, row))

    def __and__(self, other: Rule) -> Rule:
        return Rule(f"({self.name}) and ({other.name})", lambda actor, row: self(actor, row) and other(actor, row))


public = Rule("anyone", lambda actor, row: True)
signed_in = Rule("signed in", lambda actor, row: actor.signed_in)
nobody = Rule("nobody", lambda actor, row: False)
internal = Rule("services", lambda actor, row: bool(actor.service))


def has_role(*roles: str) -> Rule:
    """Any of `roles`, or sysAdmin."""
    return Rule(" or ".join(roles), lambda actor, row: actor.has(*roles))


sys_admin = has_role(SYS_ADMIN)
staff = has_role(STAFF)


def own(kind: str, column: str) -> Rule:
    """The record's `column` is the caller's own id as `kind` (or the user id, for kind `user`). Without a record:
    whether the caller is of that kind at all."""

    def allows(actor: Actor, row: Row | None) -> bool:
        mine = actor.user_id if kind == "user" else actor.person(kind)
        return bool(mine) and (row is None or row.get(column) == mine)

    return Rule(f"own {kind}", allows)


def may_map(actor: Actor, row: Row | None, rules: Mapping[str, Rule]) -> dict[str, bool]:
    """The `may` object of a record."""
    return {name: rule(actor, row) for name, rule in rules.items()}
