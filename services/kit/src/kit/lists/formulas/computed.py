"""Computed columns: the parameter `computed` of a list's calls, and the list with these columns."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import msgspec
import sqlalchemy as sa

from kit.database import in_transaction
from kit.database.sql import NO_DAY
from kit.errors import Invalid
from kit.lists.formulas.compiling import compile_formula
from kit.lists.formulas.terms import BOOLEAN, DATE, MONEY, NUMBER, TEXT, Term, find_column
from kit.lists.formulas.tokens import FormulaError
from kit.lists.others import joins, remote
from kit.lists.others.remote import Offered
from kit.lists.spec import Column, Filter, ListSpec
from kit.policy import Actor

PARAMETER = "computed"
MOST = 15
"""Maximum computed columns of a list: ten that are shown, and five rules that colour its rows."""
_LONGEST = 12_000
"""Maximum length of the parameter."""
NAMES = "formula[1-9][0-9]?|rule[1-9]"
"""Names that no list declares, so that adding a column to a list cannot break a saved view."""
_LONGEST_TEXT: sa.ColumnElement[Any] = sa.literal_column("1000")
_KEPT = 200
_known: OrderedDict[tuple[str, frozenset[str], str], ListSpec] = OrderedDict()
_ALONE = re.compile(r"\s*\[([^\[\]]*)\]\s*")
"""A formula that is one column."""
_SHAPE = "computed is a list of {name, title?, formula}"


@dataclass(frozen=True)
class Computed:
    """A requested computed column."""

    name: str
    title: str
    formula: str


def with_computed(spec: ListSpec, query: Mapping[str, str], actor: Actor) -> ListSpec:
    """Return the list for its reader (`ListSpec.seen_by`) with the computed columns that a query requests: they sort,
    filter and export like others. Raises Invalid that names each wrong formula, with the position of its fault in
    `positions`."""
    text = query.get(PARAMETER, "")
    if not text:
        return spec
    asked = _read(text)
    joined = any(joins.asked_for(one.formula) for one in asked)
    # Cells of other lists belong to one reader: do not share the list or its statements.
    whose = f"{text} {actor.user_id} {sorted(actor.persons.items())} {sorted(actor.roles)} {actor.service}"
    key = (spec.name, spec.left_out, whose if joined else text)
    extended = _known.get(key)
    if extended is None:
        extended = _extended(spec, asked, _others(spec, actor, asked) if joined else Offered({}, {}), key[2])
        if in_transaction() and any(column.remote for column in extended.columns):
            return extended  # for remote columns that are not requested
        _known[key] = extended
        while len(_known) > _KEPT:
            _known.popitem(last=False)
    return extended


@lru_cache(maxsize=_KEPT)
def _read(text: str) -> tuple[Computed, ...]:
    """Return the columns of the parameter. Raises Invalid."""
    if len(text) > _LONGEST:
        raise _refused(f"computed has at most {_LONGEST:,} characters")
    try:
        listed = msgspec.json.decode(text, type=list[dict[str, str]])
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise _refused(_SHAPE) from None
    if len(listed) > MOST:
        raise _refused(f"A list has at most {MOST} computed columns")
    columns = tuple(_column(entry) for entry in listed)
    if len({one.name for one in columns}) < len(columns):
        raise _refused("Please name each computed column once")
    return columns


def _column(entry: Mapping[str, str]) -> Computed:
    name, title, formula = entry.get("name", ""), entry.get("title", ""), entry.get("formula", "")
    if set(entry) - {"name", "title", "formula"} or not re.fullmatch(NAMES, name):
        raise _refused(f"{_SHAPE}, with the names formula1 to formula99 and rule1 to rule9")
    if len(title) > 60 or not title.isprintable():
        raise _refused("A title has at most 60 characters")
    return Computed(name, title or name, formula)


def _refused(text: str) -> Invalid:
    return Invalid(text, code="bad_computed", fields={PARAMETER: text})


def _others(spec: ListSpec, actor: Actor, asked: Sequence[Computed]) -> Offered:
    """Return the columns of other lists; of those in other services, only the columns that formulas name."""
    elsewhere = remote.offered(spec, actor, [one.formula for one in asked])
    return Offered({**joins.columns(spec, actor), **elsewhere.columns}, elsewhere.away)


def _extended(spec: ListSpec, asked: Sequence[Computed], others: Offered, text: str) -> ListSpec:
    """Return the list with the columns `asked`, whose formulas read its own and `others`; `text` distinguishes its
    statements."""
    declared = {**{column.name: column for column in spec.columns}, **others.columns}
    columns: list[Column] = []
    filters: list[Filter] = []
    faults: dict[str, FormulaError] = {}
    for one in asked:
        whole = _ALONE.fullmatch(one.formula)
        alone = find_column(others.columns, whole[1].strip()) if whole else None
        if alone is not None and alone.remote is not None:
            columns.append(replace(alone, name=one.name, title=one.title, compact=False))
            continue
        try:
            column, entry = _column_of(one, compile_formula(one.formula, declared))
        except FormulaError as error:
            away = (text for begin, text in others.away.items() if begin in one.formula.lower())
            faults[one.name] = FormulaError(next(away, error.text), error.position)
            continue
        columns.append(column)
        filters.append(entry)
    if faults:
        titles = {one.name: one.title for one in asked}
        first, fault = next(iter(faults.items()))
        raise Invalid(
            f"{titles[first]}: {fault.text}",
            code="bad_formula",
            fields={name: one.text for name, one in faults.items()},
            extra={"positions": {name: one.position for name, one in faults.items()}},
        )
    totals = spec.totals
    if totals is not None:
        amounts = {column.name: column.expression for column in columns if column.type == "money"}
        totals = replace(totals, sums={**totals.sums, **amounts})
    return replace(
        spec, columns=[*spec.columns, *columns], filters=[*spec.filters, *filters], totals=totals, computed=text
    )


def _column_of(one: Computed, term: Term) -> tuple[Column, Filter]:
    """Return the column of a computed term, and its filter."""
    value = _bounded(term)
    rule = one.name.startswith("rule")
    if rule and term.kind != BOOLEAN:
        raise FormulaError("A rule is a formula of yes or no, such as outstanding > 0", 0)
    column = Column(
        name=one.name,
        title=one.title,
        expression=value,
        type=_TYPES[term.kind],
        sortable=True,
        sort=sa.func.coalesce(value, _LEAST[term.kind], type_=value.type),
        currency=term.currency,
        hidden=rule,
        exported=False,
        compact=False,
    )
    kind = {TEXT: "text", BOOLEAN: "boolean"}.get(term.kind, "range")
    return column, Filter(
        name=one.name, title=one.title, expression=value, kind=kind, hidden=rule, money=term.kind == MONEY
    )


_TYPES = {NUMBER: "decimal", MONEY: "money", TEXT: "text", DATE: "date", BOOLEAN: "boolean"}
_LEAST: Mapping[str, sa.ColumnElement[Any]] = {
    NUMBER: sa.literal_column("-1e15::numeric", sa.Numeric),
    MONEY: sa.literal_column("-9000000000000000::bigint", sa.BigInteger),
    TEXT: sa.literal_column("''", sa.Text),
    DATE: NO_DAY,
    BOOLEAN: sa.false(),
}
"""The sort values of rows without a value."""
_GREATEST = sa.literal_column("1e15::numeric", sa.Numeric)
_SHOWN_PLACES: sa.ColumnElement[Any] = sa.literal_column("6")
_FIRST_DAY = sa.literal_column("'0001-01-01'::date", sa.Date)


def _bounded(term: Term) -> sa.ColumnElement[Any]:
    """Return the value if a column can store it, otherwise null: a huge product must not fail the whole list."""
    value = term.sql
    if term.kind == TEXT:
        return sa.func.left(value, _LONGEST_TEXT, type_=sa.Text)
    if term.kind == BOOLEAN:
        return sa.func.coalesce(value, sa.false(), type_=sa.Boolean)
    if term.kind == DATE:
        return sa.case((value.between(_FIRST_DAY, NO_DAY), value), else_=None)
    fits = sa.func.abs(value, type_=sa.Numeric) < _GREATEST
    if term.kind == MONEY:
        return sa.cast(sa.case((fits, sa.func.round(value)), else_=None), sa.BigInteger)
    rounded = sa.func.trim_scale(sa.func.round(value, _SHOWN_PLACES), type_=sa.Numeric)
    return sa.type_coerce(sa.case((fits, rounded), else_=None), sa.Numeric)
