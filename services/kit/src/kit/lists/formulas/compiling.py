"""A formula as an SQL expression over the columns of a list."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

import sqlalchemy as sa

from kit.lists.formulas import parsing
from kit.lists.formulas.functions import alike, as_kind, currency_of, function_named, wrong
from kit.lists.formulas.parsing import Function, Literal, Node, Operation, Read
from kit.lists.formulas.terms import (
    BOOLEAN,
    DATE,
    MONEY,
    NUMBER,
    TEXT,
    Term,
    column_term,
    find_column,
    number_value,
    text_value,
)
from kit.lists.formulas.tokens import FormulaError
from kit.lists.spec import Column

_MOST_DAYS: sa.ColumnElement[Any] = sa.literal_column("100000")
"""Maximum number of days that a formula can add to or subtract from a date."""


def compile_formula(formula: str, columns: Mapping[str, Column]) -> Term:
    """Return the term of a formula over `columns`, by name. Raises FormulaError."""
    return _Compiler(columns).term(parsing.parse(formula))


class _Compiler:
    def __init__(self, columns: Mapping[str, Column]) -> None:
        self._columns = columns

    def term(self, node: Node) -> Term:
        if isinstance(node, Literal):
            return _literal(node)
        if isinstance(node, Read):
            column = find_column(self._columns, node.name)
            if column is None:
                raise FormulaError(f"There is no column {node.name or 'without a name'} in this list", node.position)
            return column_term(column, node.position)
        if isinstance(node, Function):
            return self._function(node)
        assert isinstance(node, Operation)
        return self._operation(node)

    def _function(self, node: Function) -> Term:
        function = function_named(node.name, node.position)
        count = len(node.arguments)
        if not function.least <= count <= function.most:
            raise FormulaError(f"This function is written {function.shape}", node.position)
        return function.make([self.term(argument) for argument in node.arguments], node.position)

    def _operation(self, node: Operation) -> Term:
        parts = [self.term(part) for part in node.parts]
        if node.sign in ("and", "or"):
            conditions = [as_kind(part, BOOLEAN).sql for part in parts]
            joined = sa.and_(*conditions) if node.sign == "and" else sa.or_(*conditions)
            return Term(BOOLEAN, joined, node.position)
        if node.sign == "not":
            return Term(BOOLEAN, as_kind(parts[0], BOOLEAN).sql.is_not(sa.true()), node.position)
        if node.sign == "negative":
            return _negative(parts[0], node.position)
        if node.sign in _ARITHMETIC:
            return _ARITHMETIC[node.sign](parts[0], parts[1], node.position)
        return _compared(node.sign, parts[0], parts[1], node.position)


def _literal(node: Literal) -> Term:
    if node.kind == "number":
        number = Decimal(node.value)
        return Term(NUMBER, number_value(number), node.position, literal=number)
    if node.kind == "text":
        return Term(TEXT, text_value(node.value), node.position, literal=node.value)
    return Term(BOOLEAN, sa.true() if node.value else sa.false(), node.position)


def _negative(part: Term, position: int) -> Term:
    if part.kind not in (NUMBER, MONEY):
        raise wrong(part, NUMBER, MONEY)
    literal = -part.literal if isinstance(part.literal, Decimal) else None
    # A bracket separates the sign from the previous one: two hyphens begin a comment.
    return Term(part.kind, sa.literal_column("0") - part.sql.self_group(), position, part.currency, literal)


def _numeric(*parts: Term) -> None:
    for part in parts:
        if part.kind not in (NUMBER, MONEY):
            raise wrong(part, NUMBER, MONEY)


def _shifted(day: Term, days: Term, position: int, *, back: bool) -> Term:
    """Return a date and a number of days."""
    number = as_kind(days, NUMBER).sql
    bounded = sa.func.greatest(sa.func.least(number, _MOST_DAYS), sa.literal_column("-100000"))
    whole = sa.cast(bounded, sa.Integer)
    return Term(DATE, day.sql.op("-" if back else "+", return_type=sa.Date())(whole), position)


def _plus(left: Term, right: Term, position: int) -> Term:
    if DATE in (left.kind, right.kind):
        day, days = (left, right) if left.kind == DATE else (right, left)
        return _shifted(day, days, position, back=False)
    if TEXT in (left.kind, right.kind):
        raise FormulaError("Texts are joined by concat(one, other)", position)
    _numeric(left, right)
    left, right = alike((left, right))
    return Term(left.kind, left.sql + right.sql, position, currency_of(left, right))


def _minus(left: Term, right: Term, position: int) -> Term:
    if left.kind == DATE:
        if right.kind == NUMBER:
            return _shifted(left, right, position, back=True)
        day = as_kind(right, DATE)
        days = left.sql.op("-", return_type=sa.Integer())(day.sql)
        return Term(NUMBER, sa.cast(days, sa.Numeric), position)
    _numeric(left, right)
    left, right = alike((left, right))
    return Term(left.kind, left.sql - right.sql.self_group(), position, currency_of(left, right))


def _times(left: Term, right: Term, position: int) -> Term:
    _numeric(left, right)
    if left.kind == right.kind == MONEY:
        raise FormulaError("An amount is multiplied by a number, not by another amount", position)
    kind = MONEY if MONEY in (left.kind, right.kind) else NUMBER
    return Term(kind, left.sql * right.sql, position, currency_of(left, right))


def _divided(left: Term, right: Term, position: int) -> Term:
    """Return the quotient, null if the divisor is 0."""
    _numeric(left, right)
    if left.kind == NUMBER and right.kind == MONEY:
        raise FormulaError("A number cannot be divided by an amount", position)
    kind = MONEY if (left.kind, right.kind) == (MONEY, NUMBER) else NUMBER
    quotient: sa.ColumnElement[Any] = left.sql.op("/", return_type=sa.Numeric())(
        sa.func.nullif(right.sql, sa.literal_column("0"), type_=sa.Numeric)
    )
    return Term(kind, quotient, position, left.currency if kind == MONEY else "")


def _compared(sign: str, left: Term, right: Term, position: int) -> Term:
    left, right = alike((left, right))
    if left.kind == BOOLEAN and sign not in ("=", "<>"):
        raise FormulaError("Yes and no are neither more nor less", position)
    one, other = left.sql, right.sql
    if left.kind == TEXT:
        # Texts compare without regard to case.
        one, other = sa.func.lower(one, type_=sa.Text), sa.func.lower(other, type_=sa.Text)
    return Term(BOOLEAN, one.op(sign, is_comparison=True, return_type=sa.Boolean())(other), position)


_ARITHMETIC = {"+": _plus, "-": _minus, "*": _times, "/": _divided}
