"""Reach: the owners of a record, declared once. The scope of queries and the rule on a row both follow from it::

REACH = Reach(staff, tutor=slip.c.tutor_id, student=(slip.c.student_id, slip.c.status == "approved"))
SCOPE, reads, writes = REACH.scope, REACH.rule, REACH.of("tutor").rule
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import sqlalchemy as sa
from sqlalchemy.sql import operators, visitors
from sqlalchemy.sql.elements import Grouping

from kit.actors import Actor
from kit.policy.rules import Row, Rule, own
from kit.policy.scope import Scope, me

Whose = sa.Column[Any] | tuple[sa.Column[Any], sa.ColumnElement[bool]]
"""The column with the id of the owner, and a condition under which the record is theirs: comparisons of columns with
values, joined by and, or."""


class Reach:
    """Every record for `everything`; for others their own: Whose, by kind of person (or `user`)."""

    def __init__(self, everything: Rule, **whose: Whose) -> None:
        self.everything = everything
        self._whose = {kind: owner if isinstance(owner, tuple) else (owner, None) for kind, owner in whose.items()}

    @property
    def scope(self) -> Scope:
        """The rows that a query finds."""
        conditions = {}
        for kind, (column, condition) in self._whose.items():
            mine = column == me(kind)
            conditions[kind] = mine if condition is None else sa.and_(mine, condition)
        return Scope(everything=self.everything, own=conditions)

    @property
    def rule(self) -> Rule:
        """The right to a row, for everybody whose `scope` finds it."""
        return self.everything | self.own

    @property
    def own(self) -> Rule:
        """The right of the record's owners."""
        first, *others = (self._owns(kind) for kind in self._whose)
        for other in others:
            first = first | other
        return first

    def of(self, *kinds: str) -> Reach:
        """Return the same for only these kinds of person."""
        reach = Reach(self.everything)
        reach._whose = {kind: self._whose[kind] for kind in kinds}
        return reach

    def _owns(self, kind: str) -> Rule:
        column, condition = self._whose[kind]
        mine = own(kind, column.name)
        if condition is None:
            return mine

        def allows(actor: Actor, row: Row | None) -> bool:
            return mine(actor, row) and (row is None or holds(condition, row))

        return Rule(mine.name, allows, frozenset({column.name, *_columns(condition)}))


def _columns(condition: sa.ColumnElement[bool]) -> set[str]:
    return {part.name for part in visitors.iterate(condition) if isinstance(part, sa.Column)}


def holds(condition: object, row: Row) -> bool:
    """Return whether a condition on the columns of a table holds for one of its rows.

    Raises TypeError for a condition in any other form than Whose allows.
    """
    if isinstance(condition, Grouping):
        return holds(condition.element, row)
    if isinstance(condition, sa.BooleanClauseList):
        together = all if condition.operator is operators.and_ else any
        return together(holds(part, row) for part in condition.clauses)
    if isinstance(condition, sa.BinaryExpression) and isinstance(condition.left, sa.Column):
        compare = _COMPARED.get(condition.operator)
        if compare is not None and isinstance(condition.right, sa.BindParameter):
            return compare(row[condition.left.name], condition.right.value)
    raise TypeError(f"a row cannot be asked whether {condition}")


_COMPARED: Mapping[Any, Callable[[Any, Any], bool]] = {
    operators.eq: lambda value, wanted: bool(value == wanted),
    operators.ne: lambda value, wanted: bool(value != wanted),
}
