"""The functions of formulas."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from kit.database.sql import TODAY
from kit.lists.formulas.terms import (
    BOOLEAN,
    DATE,
    MONEY,
    NOUNS,
    NUMBER,
    TEXT,
    Term,
    date_value,
    day_of,
    text_value,
)
from kit.lists.formulas.tokens import FormulaError

MOST_PLACES = 6
_HUNDRED: sa.ColumnElement[Any] = sa.literal_column("100")
_MOST_ARGUMENTS = 20
_LONGEST_TEXT: sa.ColumnElement[Any] = sa.literal_column("10000")
"""Maximum length of a joined text and of each of its parts, since nested joins could exhaust the memory of the
database."""


@dataclass(frozen=True)
class Function:
    """A function: its signature and help, the number of arguments, and its computation."""

    shape: str
    text: str
    least: int
    most: int
    make: Callable[[Sequence[Term], int], Term]


def wrong(term: Term, *kinds: str) -> FormulaError:
    """Return the error for a term of the wrong kind."""
    wanted = " or ".join(NOUNS[kind] for kind in kinds)
    return FormulaError(f"This is {NOUNS[term.kind]}; {wanted} is needed here", term.position)


def as_kind(term: Term, kind: str) -> Term:
    """Convert the term to `kind`: a number counts as pounds if an amount is needed, a text such as 2026-01-31 as a
    date. Raises FormulaError."""
    if term.kind == kind:
        return term
    if term.kind == NUMBER and kind == MONEY:
        return Term(MONEY, term.sql * _HUNDRED, term.position)
    if term.kind == TEXT and kind == DATE and isinstance(term.literal, str):
        return Term(DATE, date_value(day_of(term.literal, term.position)), term.position)
    raise wrong(term, kind)


def alike(terms: Sequence[Term]) -> list[Term]:
    """Convert the terms to one kind: numbers and amounts to amounts, dates and texts to dates. Raises FormulaError."""
    kinds = [term.kind for term in terms]
    kind = next((one for one in (MONEY, DATE) if one in kinds), kinds[0])
    return [as_kind(term, kind) for term in terms]


def currency_of(*terms: Term) -> str:
    return next((term.currency for term in terms if term.currency), "")


def _if(terms: Sequence[Term], position: int) -> Term:
    condition = as_kind(terms[0], BOOLEAN)
    yes, no = alike(terms[1:])
    chosen = sa.case((condition.sql, yes.sql), else_=no.sql)
    return Term(yes.kind, sa.type_coerce(chosen, yes.sql.type), position, currency=currency_of(yes, no))


def _joined(name: str) -> Callable[[Sequence[Term], int], Term]:
    def make(terms: Sequence[Term], position: int) -> Term:
        same = alike(terms)
        if name != "coalesce" and same[0].kind == BOOLEAN:
            raise wrong(same[0], NUMBER, MONEY, DATE, TEXT)
        call: sa.ColumnElement[Any] = getattr(sa.func, name)(*(term.sql for term in same), type_=same[0].sql.type)
        return Term(same[0].kind, call, position, currency=currency_of(*same))

    return make


def _round(terms: Sequence[Term], position: int) -> Term:
    value = terms[0]
    if value.kind not in (NUMBER, MONEY):
        raise wrong(value, NUMBER, MONEY)
    places = 0
    if len(terms) == 2:
        known = terms[1].literal
        if terms[1].kind != NUMBER or known is None or known != int(known) or not 0 <= known <= MOST_PLACES:
            raise FormulaError(f"The places are a number from 0 to {MOST_PLACES}", terms[1].position)
        places = int(known)
    # Amounts are in minor units: whole pounds round two places further left.
    shift = places - 2 if value.kind == MONEY else places
    rounded = sa.func.round(value.sql, sa.literal_column(str(shift)), type_=sa.Numeric)
    return Term(value.kind, rounded, position, currency=value.currency)


def shown_text(term: Term) -> sa.ColumnElement[str]:
    """Convert the value to text: an amount in pounds, a date as 31/01/26, a boolean as yes or no."""
    if term.kind == TEXT:
        return term.sql
    if term.kind == MONEY:
        return sa.func.to_char(term.sql / _HUNDRED, "FM999,999,999,999,990.00", type_=sa.Text)
    if term.kind == DATE:
        return sa.func.to_char(term.sql, "DD/MM/YY", type_=sa.Text)
    if term.kind == BOOLEAN:
        return sa.case((term.sql, text_value("Yes")), else_=text_value("No"))
    return sa.cast(sa.func.trim_scale(term.sql), sa.Text)


def _concat(terms: Sequence[Term], position: int) -> Term:
    parts = (sa.func.left(shown_text(term), _LONGEST_TEXT, type_=sa.Text) for term in terms)
    whole = sa.func.left(sa.func.concat(*parts, type_=sa.Text), _LONGEST_TEXT, type_=sa.Text)
    return Term(TEXT, whole, position)


def _of_text(name: str) -> Callable[[Sequence[Term], int], Term]:
    def make(terms: Sequence[Term], position: int) -> Term:
        return Term(TEXT, getattr(sa.func, name)(as_kind(terms[0], TEXT).sql, type_=sa.Text), position)

    return make


def _length(terms: Sequence[Term], position: int) -> Term:
    counted = sa.func.length(as_kind(terms[0], TEXT).sql)
    return Term(NUMBER, sa.cast(counted, sa.Numeric), position)


def _contains(terms: Sequence[Term], position: int) -> Term:
    text, part = (sa.func.lower(as_kind(term, TEXT).sql) for term in terms)
    return Term(BOOLEAN, sa.func.strpos(text, part) > sa.literal_column("0"), position)


def _is_empty(terms: Sequence[Term], position: int) -> Term:
    term = terms[0]
    empty = term.sql.is_(None)
    return Term(BOOLEAN, sa.or_(empty, term.sql == text_value("")) if term.kind == TEXT else empty, position)


def _today(_: Sequence[Term], position: int) -> Term:
    return Term(DATE, TODAY, position)


def _date(terms: Sequence[Term], position: int) -> Term:
    known = terms[0].literal
    if not isinstance(known, str):
        raise FormulaError('A date is written as date("2026-01-31")', terms[0].position)
    return Term(DATE, date_value(day_of(known, terms[0].position)), position)


def _days_between(terms: Sequence[Term], position: int) -> Term:
    first, last = (as_kind(term, DATE) for term in terms)
    return Term(NUMBER, sa.cast(last.sql.op("-", return_type=sa.Integer())(first.sql), sa.Numeric), position)


def _part_of_day(name: str) -> Callable[[Sequence[Term], int], Term]:
    def make(terms: Sequence[Term], position: int) -> Term:
        return Term(NUMBER, sa.cast(sa.extract(name, as_kind(terms[0], DATE).sql), sa.Numeric), position)

    return make


def _number(terms: Sequence[Term], position: int) -> Term:
    """Return an amount in pounds as a plain number."""
    amount = as_kind(terms[0], MONEY)
    return Term(NUMBER, amount.sql / _HUNDRED, position)


_ANY = _MOST_ARGUMENTS
FUNCTIONS: dict[str, Function] = {
    "if": Function(
        "if(condition, value, other)", "The first value if the condition is met, else the second", 3, 3, _if
    ),
    "coalesce": Function(
        "coalesce(value, other, ...)", "The first value that is not empty", 2, _ANY, _joined("coalesce")
    ),
    "round": Function(
        "round(number, places)", "The number with the given number of places, 0 if left out", 1, 2, _round
    ),
    "min": Function("min(value, value, ...)", "The least of the values", 2, _ANY, _joined("least")),
    "max": Function("max(value, value, ...)", "The greatest of the values", 2, _ANY, _joined("greatest")),
    "concat": Function("concat(value, value, ...)", "The values as one text", 1, _ANY, _concat),
    "lower": Function("lower(text)", "The text in small letters", 1, 1, _of_text("lower")),
    "upper": Function("upper(text)", "The text in capital letters", 1, 1, _of_text("upper")),
    "length": Function("length(text)", "The number of characters of the text", 1, 1, _length),
    "contains": Function("contains(text, part)", "Yes if the text contains the part", 2, 2, _contains),
    "isEmpty": Function("isEmpty(value)", "Yes if there is no value", 1, 1, _is_empty),
    "today": Function("today()", "The date of today", 0, 0, _today),
    "date": Function('date("2026-01-31")', "This date", 1, 1, _date),
    "daysBetween": Function("daysBetween(date, date)", "The days from the first to the other", 2, 2, _days_between),
    "year": Function("year(date)", "The year of the date", 1, 1, _part_of_day("year")),
    "month": Function("month(date)", "The month of the date, 1 to 12", 1, 1, _part_of_day("month")),
    "number": Function("number(amount)", "The amount in pounds as a plain number", 1, 1, _number),
}
"""The functions by name; names are matched regardless of case."""
_BY_NAME = {name.lower(): name for name in FUNCTIONS}


def function_named(name: str, position: int) -> Function:
    """Return the function of a name. Raises FormulaError."""
    known = _BY_NAME.get(name.lower())
    if known is None:
        raise FormulaError(f"There is no function {name}; there are {', '.join(FUNCTIONS)}", position)
    return FUNCTIONS[known]
