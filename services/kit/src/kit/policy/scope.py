"""Scopes: the rows of a table that an actor reaches, as a condition that PostgreSQL checks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from kit.actors import Actor
from kit.database.sql import filled
from kit.policy.rules import Rule


def me(kind: str) -> sa.BindParameter[int]:
    """Return the caller's own id of `kind` (`user`, `tutor`, ...), for use in the conditions of a Scope."""
    return sa.bindparam(f"me_{kind}", type_=sa.BigInteger)


@dataclass(frozen=True)
class Scope:
    """The rows that an actor reaches: all for `everything`, otherwise those that one of `own` and `roles` describes.

    `own` maps a kind of person to a condition over the table that uses `me(kind)`, `roles` a role to the condition for
    everybody with that role. Without a match there are no rows.
    """

    everything: Rule
    own: Mapping[str, sa.ColumnElement[bool]] = field(default_factory=dict)
    roles: Mapping[str, sa.ColumnElement[bool]] = field(default_factory=dict)

    def variant(self, actor: Actor) -> tuple[str, ...]:
        """Return the name of the condition that applies, so that statements can be compiled once for each."""
        if self.everything(actor):
            return ("*",)
        roles = (f"role {role}" for role in self.roles if actor.has(role))
        return (*roles, *(kind for kind in self.own if self._id(actor, kind)))

    def condition(self, variant: tuple[str, ...]) -> sa.ColumnElement[bool]:
        if variant == ("*",):
            return sa.true()
        conditions = {**self.own, **{f"role {role}": condition for role, condition in self.roles.items()}}
        return sa.or_(sa.false(), *(conditions[name] for name in variant))

    def params(self, actor: Actor) -> dict[str, Any]:
        return {f"me_{kind}": self._id(actor, kind) for kind in self.variant(actor) if kind in self.own}

    def where(self, actor: Actor) -> sa.ColumnElement[bool]:
        """Return the condition with the actor's ids filled in, for hand-written queries."""
        return filled(self.condition(self.variant(actor)), self.params(actor))

    def covers(self, actor: Actor) -> bool:
        """Return whether the actor can reach any row at all."""
        return bool(self.variant(actor))

    @property
    def reached(self) -> Rule:
        """Allows every actor who reaches some row; the scope selects the rows."""
        names = (self.everything.name, *self.roles, *(f"own {kind}" for kind in self.own))
        return Rule(" or ".join(names), lambda actor, row: self.covers(actor), frozenset())

    @staticmethod
    def _id(actor: Actor, kind: str) -> int | None:
        return actor.user_id or None if kind == "user" else actor.person(kind)


@dataclass(frozen=True)
class Attach:
    """Readers of a record who may attach and remove files: those in `scope`, while `open` holds.

    `readers` may see the files in the record's fields, if they are not those who reach the record.
    """

    scope: Scope
    open: sa.ColumnElement[bool] | None = None
    readers: Scope | None = None

    def where(self, actor: Actor) -> sa.ColumnElement[bool]:
        """Return the records to which the actor may attach files."""
        mine = self.scope.where(actor)
        return mine if self.open is None else sa.and_(mine, self.open)
