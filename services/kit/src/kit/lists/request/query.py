"""A list request as SQL. A statement is built and compiled once for each shape, and run by the driver."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.sql import visitors

from kit.database.nested import utc
from kit.database.searching import containing, matches
from kit.database.sql import Statement, compiled, filled
from kit.lists.request.listrequest import NONE, ListRequest
from kit.lists.request.shapes import Rows, Shape, besides, form_of, shape
from kit.lists.request.tokens import token
from kit.lists.spec import COUNT_CAP, ListSpec
from kit.policy import Actor

_cache: dict[tuple[str, frozenset[str], str, Shape], Statement] = {}
_CACHE_LIMIT = 5_000


def statement(request: ListRequest, actor: Actor, rows: Rows) -> tuple[Statement, dict[str, Any]]:
    """Return the compiled statement of this request and its parameters. A page is read from the index of its sort."""
    return _statement(request, actor, rows, gathered=False)


def gathering(request: ListRequest, actor: Actor, rows: Rows) -> tuple[Statement, dict[str, Any]]:
    """Return the same page for filters that leave few rows: collect those first, then sort them."""
    return _statement(request, actor, rows, gathered=True)


def where(request: ListRequest, actor: Actor) -> sa.ColumnElement[bool]:
    """Return the condition of this request over the list's source, for hand-written statements: a figure and its rows
    are then selected by the same condition."""
    asked = shape(request, actor, Rows.WHOLE, gathered=False)
    return filled(sa.and_(sa.true(), *_conditions(request.spec, asked)), _params(request, actor, Rows.WHOLE))


def keys(request: ListRequest, actor: Actor, most: int) -> sa.Select[Any]:
    """Return the keys of the rows of this request in its order, the first `most`."""
    spec, directions = request.spec, [reverse for _, reverse in request.sort]
    by = _directed([*(spec.sort_key(name) for name, _ in request.sort), spec.key], [*directions, directions[-1]])
    rows = sa.select(spec.key).select_from(spec.source).where(where(request, actor))
    return rows.order_by(*by).limit(most)


def _statement(request: ListRequest, actor: Actor, rows: Rows, *, gathered: bool) -> tuple[Statement, dict[str, Any]]:
    spec, asked = request.spec, shape(request, actor, rows, gathered=gathered)
    key = (spec.name, spec.left_out, spec.computed, asked)
    reusable = _cache.get(key)
    if reusable is None:
        if len(_cache) > _CACHE_LIMIT:
            _cache.clear()
        reusable = _cache[key] = compiled(_select(spec, asked))
    return reusable, reusable.params(_params(request, actor, rows))


def row_columns(spec: ListSpec) -> list[str]:
    """Return the names of a row's values, the key first."""
    return ["id", *(column.name for column in spec.columns if column.name != "id")]


def _select(spec: ListSpec, asked: Shape) -> sa.Select[Any]:
    conditions = _conditions(spec, asked)
    if asked.rows in {Rows.COUNT, Rows.EXACT}:
        rows = sa.select(sa.literal(1)).select_from(narrowed(spec, conditions)).where(*conditions)
        if asked.rows is Rows.COUNT:
            rows = rows.limit(COUNT_CAP)
        return sa.select(sa.func.count()).select_from(rows.subquery())
    if asked.rows is Rows.TOTALS:
        return _totals(spec, conditions)
    if asked.rows is Rows.WHOLE:
        return select_rows(spec, asked)
    return as_json(select_rows(spec, asked), row_columns(spec))


def select_rows(spec: ListSpec, asked: Shape) -> sa.Select[Any]:
    """Return the rows of `asked`: the values of `row_columns`, and for a page also those that the rules of its rights
    read and its sort values."""
    conditions = _conditions(spec, asked)
    keys = [spec.sort_key(name) for name, _ in asked.sort]
    sorts = [key.label(f"sort_{number}") for number, key in enumerate(keys)]
    shown = [column.expression.label(column.name) for column in spec.columns if column.name != "id"]
    if spec.rights is not None and asked.rows is not Rows.WHOLE:
        shown += spec.rights.columns
    descending = [reverse for _, reverse in asked.sort]
    directions = [*descending, descending[-1] if descending else False]
    if asked.rows is Rows.AFTER:
        conditions.append(_beyond([*keys, spec.key], directions))
    if not asked.gathered:
        walked = sa.select(spec.key.label("id"), *shown, *sorts).select_from(spec.source).where(*conditions)
        return _cut(walked.order_by(*_directed([*keys, spec.key], directions)), asked)
    # Collect only the sort values; read the shown values for the rows of the page. OFFSET 0 stops the planner from
    # pulling up the inner query for an order.
    gathered = sa.select(spec.key.label("id"), *sorts).select_from(narrowed(spec, [*conditions, *keys]))
    gathered = gathered.where(*conditions)
    every = gathered.offset(sa.literal_column("0")).subquery("every")
    by = _directed([*(every.c[sort.name] for sort in sorts), every.c.id], directions)
    top = _cut(sa.select(every).order_by(*by), asked).subquery("top")
    values = [top.c[sort.name] for sort in sorts]
    page = sa.select(top.c.id, *shown, *values).select_from(sa.join(top, spec.source, spec.key == top.c.id))
    return page.order_by(*_directed([*values, top.c.id], directions))


def as_json(rows: sa.Select[Any], names: Sequence[str]) -> sa.Select[Any]:
    """Return `rows` with the columns `names`, of which the first is the key, as JSON: the key, the row as JSON, the
    others.

    PostgreSQL writes the JSON in a fraction of the time needed to read and encode each value here
    (docs/performance.md). The rows keep the order of `rows`: the outer query does not change it.
    """
    inner = rows.subquery("found")
    values = sa.select(*(_json_value(inner.c[name]).label(name) for name in names))
    shown = values.correlate(inner).lateral("shown")
    text = sa.cast(sa.func.row_to_json(shown.table_valued()), sa.Text)
    row = sa.func.convert_to(text, "UTF8", type_=sa.LargeBinary).label("row")
    others = [column for column in inner.c if column.name not in names]
    return sa.select(inner.c[names[0]], row, *others).select_from(inner.join(shown, sa.true()))


def _json_value(column: sa.ColumnElement[Any]) -> sa.ColumnElement[Any]:
    """Return a timestamp in the format of all calls (`conventions.md`, `2026-01-31T09:00:00Z`); other types in the form
    of JSON."""
    if not isinstance(column.type, sa.DateTime):
        return column
    return sa.case((sa.func.date_trunc("second", column) == column, utc(column)), else_=utc(column, ".US"))


def narrowed(spec: ListSpec, read: Iterable[sa.ColumnElement[Any]]) -> sa.FromClause:
    """Return the source without the trailing outer joins from which `read` takes nothing. PostgreSQL drops them too,
    but still reads the columns of the join: values in an index would be read from the table."""
    parts = (part for expression in (spec.key, *read) for part in visitors.iterate(expression))
    needed = {part.table for part in parts if isinstance(part, sa.ColumnClause)}
    source = spec.source
    while isinstance(source, sa.Join) and source.isouter and not source.full and not needed & _tables(source.right):
        source = source.left
    return source


def _tables(source: sa.FromClause) -> set[sa.FromClause]:
    """Return the tables of one side of a join, which may be a join itself."""
    return {part for part in visitors.iterate(source) if isinstance(part, sa.FromClause)}


def _directed(keys: Sequence[Any], directions: Sequence[bool]) -> list[Any]:
    return [key.desc() if reverse else key.asc() for key, reverse in zip(keys, directions, strict=True)]


def _cut(query: sa.Select[Any], asked: Shape) -> sa.Select[Any]:
    if asked.limit:
        query = query.limit(asked.limit)
    return query.offset(sa.bindparam("offset", type_=sa.Integer)) if asked.rows is Rows.PAGE else query


def _totals(spec: ListSpec, conditions: list[sa.ColumnElement[bool]]) -> sa.Select[Any]:
    assert spec.totals is not None
    groups = [column.label(name) for name, column in spec.totals.by.items()]
    sums = [sa.cast(sa.func.sum(column), sa.BigInteger).label(name) for name, column in spec.totals.sums.items()]
    source = narrowed(spec, [*conditions, *groups, *sums])
    chosen = sa.select(*groups, sa.func.count().label("count"), *sums).select_from(source).where(*conditions)
    return chosen.group_by(*groups).order_by(*groups)


def _conditions(spec: ListSpec, asked: Shape) -> list[sa.ColumnElement[bool]]:
    conditions: list[sa.ColumnElement[bool]] = []
    if asked.scope != ("*",):
        conditions.append(spec.scope.condition(asked.scope))
    if spec.where is not None:
        conditions.append(spec.where)
    conditions += [_filter(spec, name, form) for name, form in asked.filters]
    if asked.selection:
        keys = sa.bindparam("selected", type_=ARRAY(spec.key.type))
        conditions.append(spec.key == sa.func.any(keys) if asked.selection == "only" else spec.key != sa.func.all(keys))
    conditions += [_has_word(spec, number, form) for number, form in enumerate(asked.terms)]
    return conditions


def _has_word(spec: ListSpec, number: int, form: str) -> sa.ColumnElement[bool]:
    pattern = sa.bindparam(f"word_{number}", type_=sa.Text)
    places = [matches(spec.searched, pattern)]
    if spec.search_also is not None:
        places.append(spec.search_also(pattern))
    if form == "phone" and spec.phones is not None:
        places.append(spec.phones.like(sa.bindparam(f"beside_{number}", type_=sa.Text)))
    elif form == "key":
        places.append(spec.key == sa.bindparam(f"beside_{number}", type_=sa.BigInteger))
    return sa.or_(*places)


def _filter(spec: ListSpec, name: str, form: str) -> sa.ColumnElement[bool]:
    entry = spec.filter(name)
    assert entry is not None
    if form == NONE and spec.figures is not None:
        return spec.figures.without[name]
    kind = entry.expression.type if entry.expression is not None else sa.Text()
    if entry.kind == "boolean":
        wanted = sa.bindparam(f"filter_{name}", type_=sa.Boolean)
        if entry.condition is None:
            return _expression(entry).is_(sa.true()) == wanted
        # An unknown condition does not hold. Both cases are written out, because the planner drops one.
        holds = entry.condition(sa.true())
        return sa.or_(sa.and_(wanted, holds), sa.and_(sa.not_(wanted), holds.is_not(sa.true())))
    if entry.kind == "range":
        low = sa.bindparam(f"low_{name}", type_=kind)
        high = sa.bindparam(f"high_{name}", type_=kind)
        if entry.condition:
            return entry.condition((low, high))
        value = _expression(entry)
        bounds = [value >= low] if form.startswith("x") else []
        return sa.and_(sa.true(), *bounds, *([value <= high] if form.endswith("x") else []))
    if entry.kind == "text":
        return matches(_expression(entry), sa.bindparam(f"filter_{name}", type_=sa.Text))
    if form == "=":
        return _expression(entry) == sa.bindparam(f"filter_{name}", type_=kind)
    array = sa.bindparam(f"filter_{name}", type_=ARRAY(kind if not isinstance(kind, ARRAY) else kind.item_type))
    return entry.condition(array) if entry.condition else _expression(entry) == sa.func.any(array)


def _expression(entry: Any) -> sa.ColumnElement[Any]:
    assert entry.expression is not None, f"filter {entry.name} has neither expression nor condition"
    expression: sa.ColumnElement[Any] = entry.expression
    return expression


def _beyond(keys: list[sa.ColumnElement[Any]], descending: list[bool]) -> sa.ColumnElement[bool]:
    """Return the condition for rows after the token's. With one direction a row comparison, which an index serves;
    otherwise written out."""
    bounds = [sa.cast(sa.bindparam(f"after_{n}", type_=key.type), key.type) for n, key in enumerate(keys)]
    if len(set(descending)) == 1:
        left, right = sa.tuple_(*keys), sa.tuple_(*bounds)
        return left < right if descending[0] else left > right
    either = []
    for n, key in enumerate(keys):
        equal = [keys[m] == bounds[m] for m in range(n)]
        either.append(sa.and_(*equal, key < bounds[n] if descending[n] else key > bounds[n]))
    return sa.or_(*either)


def _params(request: ListRequest, actor: Actor, rows: Rows) -> dict[str, Any]:
    params: dict[str, Any] = request.spec.scope.params(actor)
    for name, value in request.filters.items():
        entry = request.spec.filter(name)
        if value == NONE:
            continue
        if entry is not None and entry.kind == "range":
            params[f"low_{name}"], params[f"high_{name}"] = value
        elif entry is not None and entry.kind == "text":
            params[f"filter_{name}"] = containing(value)
        elif form_of(entry, value) == "=":
            params[f"filter_{name}"] = value[0]
        else:
            params[f"filter_{name}"] = value
    params |= {f"word_{number}": containing(word) for number, word in enumerate(request.terms)}
    if request.terms:
        params["sought"] = list(dict.fromkeys([" ".join(request.terms), *request.terms]))
    for number, (form, value) in enumerate(besides(request)):
        if form:
            params[f"beside_{number}"] = containing(value) if form == "phone" else value
    only, but = request.selection.only, request.selection.but
    if only is not None or but:
        params["selected"] = list(but if only is None else only)
    if rows is Rows.PAGE:
        params["offset"] = (request.page - 1) * request.page_size
    if rows is Rows.AFTER:
        params |= {f"after_{n}": value for n, value in enumerate(request.after or ())}
    return params


def next_token(request: ListRequest, row: tuple[Any, ...]) -> str:
    """Return the token for the page after `row` (key first, hidden sort values last)."""
    return token(request.spec, request.sort, (*row[len(row) - len(request.sort) :], row[0]))


def rows_of(request: ListRequest) -> Rows:
    """Return the rows that a request for the list itself means."""
    if request.whole:
        return Rows.WHOLE
    if request.after is not None:
        return Rows.AFTER
    return Rows.PAGE if request.page > 1 else Rows.FIRST
