"""Rules of access. A rule is written once: the server enforces it, the page reads its result, docs print its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from kit.actors import STAFF, SYS_ADMIN, Actor
from kit.errors import Forbidden

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Rule:
    """A named permission. `allows(actor, row)`; `row` is `None` if the question is asked without a record.

    `columns` are the columns of the row that it may read; without them it cannot be evaluated on rows of lists.
    """

    name: str
    allows: Callable[[Actor, Row | None], bool]
    columns: frozenset[str] | None = None

    def __call__(self, actor: Actor, row: Row | None = None) -> bool:
        return self.allows(actor, row)

    def require(self, actor: Actor, row: Row | None = None) -> None:
        """Raise Forbidden unless the rule allows it."""
        if not self(actor, row):
            raise Forbidden()

    def __or__(self, other: Rule) -> Rule:
        return Rule(
            f"{self.name} or {other.name}",
            lambda actor, row: self(actor, row) or other(actor, row),
            _together(self, other),
        )

    def __and__(self, other: Rule) -> Rule:
        return Rule(
            f"({self.name}) and ({other.name})",
            lambda actor, row: self(actor, row) and other(actor, row),
            _together(self, other),
        )


def _together(one: Rule, other: Rule) -> frozenset[str] | None:
    return None if one.columns is None or other.columns is None else one.columns | other.columns


_Asked = TypeVar("_Asked", bound=Callable[..., Any])


def reading(*columns: str) -> Callable[[_Asked], _Asked]:
    """Declare the columns that a refusal reads of its row (a `when` of a field, a move or a deletion), so that it can
    be evaluated on rows of lists too::

        @reading("status")
        def _closed(row: Row) -> str | None: ...
    """

    def named(asked: _Asked) -> _Asked:
        asked.columns = frozenset(columns)  # type: ignore[attr-defined]  # read by `columns_of`
        return asked

    return named


def columns_of(asked: Rule | Callable[..., Any]) -> frozenset[str]:
    """Return the columns that a rule, or a refusal, reads of its row. Raises ValueError if it does not declare them."""
    columns: frozenset[str] | None = getattr(asked, "columns", None)
    if columns is None:
        named = asked.name if isinstance(asked, Rule) else getattr(asked, "__qualname__", asked)
        raise ValueError(f"{named} does not say which columns of a row it reads")
    return columns


_NONE: frozenset[str] = frozenset()
public = Rule("anyone", lambda actor, row: True, _NONE)
signed_in = Rule("signed in", lambda actor, row: actor.signed_in, _NONE)
nobody = Rule("nobody", lambda actor, row: False, _NONE)
internal = Rule("services", lambda actor, row: bool(actor.service), _NONE)


_named: set[str] = set()


def named_roles() -> frozenset[str]:
    """Return the roles that rules of this process name."""
    return frozenset(_named)


def has_role(*roles: str) -> Rule:
    """Allow any of `roles`, or sysAdmin."""
    _named.update(roles)
    return Rule(" or ".join(roles), lambda actor, row: actor.has(*roles), _NONE)


sys_admin = has_role(SYS_ADMIN)
staff = has_role(STAFF)


def own(kind: str, column: str) -> Rule:
    """Allow the person whose own id as `kind` (or user id, for kind `user`) is the record's `column`. Without a record:
    allow every caller of that kind."""

    def allows(actor: Actor, row: Row | None) -> bool:
        mine = actor.user_id if kind == "user" else actor.person(kind)
        return bool(mine) and (row is None or row.get(column) == mine)

    return Rule(f"own {kind}", allows, frozenset({column}))


def is_a(kind: str, name: str = "") -> Rule:
    """Allow every person of `kind`, whatever the record: for calls whose scope selects the records. `name` is the name
    of the rule if it says more than the kind."""
    return Rule(name or kind, lambda actor, row: actor.person(kind) is not None, _NONE)


def may_map(actor: Actor, row: Row | None, rules: Mapping[str, Rule]) -> dict[str, bool]:
    """Return the `may` object of a record."""
    return {name: rule(actor, row) for name, rule in rules.items()}
