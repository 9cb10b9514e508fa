"""Answers to list requests in bytes: PostgreSQL writes the rows of a page as JSON."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from kit.database import Database
from kit.errors import Invalid, Unavailable
from kit.lists import request
from kit.lists.formulas import with_computed
from kit.lists.formulas.limits import refusing_slow, seconds_of
from kit.lists.others import remote
from kit.lists.request import Rows, query
from kit.lists.spec import COUNT_CAP, ListSpec
from kit.policy import Actor

_encoder = msgspec.json.Encoder(decimal_format="number")
_REMEMBER_MANY = 30.0
_many: dict[tuple[Any, ...], float] = {}


def seen(spec: ListSpec, actor: Actor, asked: Mapping[str, str]) -> ListSpec:
    """Return the list as its caller sees it, with the columns of their formulas. Raises Invalid, Forbidden."""
    spec.may.require(actor)
    return with_computed(spec.seen_by(actor), asked, actor)


def opened(spec: ListSpec, actor: Actor, asked: Mapping[str, str], path: Mapping[str, str]) -> request.ListRequest:
    """Read a request for a list as its caller sees it, with the columns of their formulas. Raises Invalid,
    Forbidden."""
    return request.read(seen(spec, actor, asked), asked, path)


def page(
    db: Database, spec: ListSpec, actor: Actor, asked: Mapping[str, str], path: Mapping[str, str]
) -> bytes | Iterator[bytes]:
    """Return the answer of `GET <list>`: a page, or the whole compact list as an iterator of chunks. Raises Invalid,
    Forbidden."""
    wanted = opened(spec, actor, asked, path)
    if wanted.whole:
        return _whole(db, wanted, actor)
    spec, meant = wanted.spec, query.rows_of(wanted)
    narrowed = _narrowed(wanted, actor)
    with refusing_slow(spec), db.cursor(seconds_of(spec)) as cursor:
        # Count a narrowed list first: the count determines how to read the page.
        counted = _total(cursor, wanted, actor, None) if narrowed else None
        statement = query.gathering if counted is not None and counted[1] else query.statement
        compiled, params = statement(wanted, actor, meant)
        result = cursor.execute(compiled.sql, params, prepare=False if narrowed else None, binary=compiled.binary)
        rows = result.fetchall()
        following = len(rows) > wanted.page_size
        rows = rows[: wanted.page_size]
        total, exact = counted or _total(cursor, wanted, actor, None if following else rows)
    pinned = _pinned(wanted)
    shown = _with_remote(spec, _with_rights(spec, rows, actor), actor)
    if meant is Rows.FIRST:
        shown = [*(_encoder.encode(row) for row in pinned), *shown]
    body: dict[str, Any] = {"data": msgspec.Raw(b"[" + b",".join(shown) + b"]")}
    body["total"] = total + len(pinned)
    body["totalIsExact"] = exact
    body["next"] = query.next_token(wanted, rows[-1]) if following else None
    return _encoder.encode(body)


def count(db: Database, spec: ListSpec, actor: Actor, asked: Mapping[str, str], path: Mapping[str, str]) -> int:
    """Return the answer of `GET <list>/count`: exact, however long it takes."""
    wanted = opened(spec, actor, asked, path)
    return len(_pinned(wanted)) + count_rows(db, wanted, actor)


def count_rows(db: Database, wanted: request.ListRequest, actor: Actor) -> int:
    """Return the number of rows that a request leaves, restricted to the selection."""
    compiled, params = query.statement(wanted, actor, Rows.EXACT)
    with refusing_slow(wanted.spec), db.cursor(seconds_of(wanted.spec)) as cursor:
        return int(cursor.execute(compiled.sql, params).fetchone()[0])  # type: ignore[index]  # a count has a row


def totals(
    db: Database, spec: ListSpec, actor: Actor, asked: Mapping[str, str], path: Mapping[str, str]
) -> list[dict[str, Any]]:
    """Return the answer of `GET <list>/totals`: the declared sums of the whole filtered list."""
    assert spec.totals is not None, f"list {spec.name} declares no totals"
    return sums(db, opened(spec, actor, asked, path), actor)


def sums(db: Database, wanted: request.ListRequest, actor: Actor) -> list[dict[str, Any]]:
    """Return the declared sums of the rows that a request leaves; none if the list declares none."""
    spec = wanted.spec
    if spec.totals is None:
        return []
    compiled, params = query.statement(wanted, actor, Rows.TOTALS)
    names = [*spec.totals.by, "count", *spec.totals.sums]
    with refusing_slow(spec), db.cursor(seconds_of(spec)) as cursor:
        return [dict(zip(names, row, strict=True)) for row in cursor.execute(compiled.sql, params)]


def _pinned(wanted: request.ListRequest) -> list[Mapping[str, Any]]:
    """Return the pinned rows that a list with this filter still shows: only the value filters apply to them."""
    chosen = wanted.filters.items()
    return [
        row
        for row in wanted.spec.pinned
        if not wanted.terms
        and wanted.selection.only is None
        and all(isinstance(values, list) and row.get(name) in values for name, values in chosen)
    ]


def _with_rights(spec: ListSpec, rows: list[Any], actor: Actor) -> list[bytes]:
    """Return the rows of a page as JSON."""
    if spec.rights is None:
        return [row[1] for row in rows]
    rights = spec.rights.of(actor, rows)
    return [row[1][:-1] + own for row, own in zip(rows, rights, strict=True)]


def _with_remote(spec: ListSpec, rows: list[bytes], actor: Actor) -> Sequence[bytes]:
    """Return the rows with the values of other services. Raises Invalid, like a wrong formula, if one does not answer;
    the page then leaves the column out."""
    try:
        return remote.fill_page(spec, rows, actor)
    except Unavailable as error:
        names = [column.name for column in spec.columns if column.remote is not None]
        extra = {"positions": dict.fromkeys(names, 0)}
        raise Invalid(error.text, code="bad_formula", fields=dict.fromkeys(names, error.text), extra=extra) from error


def _narrowed(wanted: request.ListRequest, actor: Actor) -> bool:
    """Return whether filters, search or the actor's scope leave only a part of the list.

    Such a list is planned for each request: a plan that is quick for the 200,000 rows of one tab takes a second for the
    2,000 of the next, and PostgreSQL can tell them apart only by the values. The plain list is prepared.
    """
    filtered = wanted.filters or wanted.terms or wanted.selection.only is not None
    return bool(filtered) or wanted.spec.scope.variant(actor) != ("*",)


def _total(cursor: Any, wanted: request.ListRequest, actor: Actor, rows: list[Any] | None) -> tuple[int, bool]:
    """Return the capped count; it is not queried if `rows` are the whole list. A list beyond the cap keeps that answer
    for half a minute: 'more than 10,000' does not age like a number does."""
    if wanted.after is None and rows is not None and wanted.page == 1:
        return len(rows), True
    compiled, params = query.statement(wanted, actor, Rows.COUNT)
    key = (wanted.spec.name, compiled.sql, repr(sorted(params.items())))
    remembered = _many.get(key)
    if remembered is not None and remembered > time.monotonic():
        return COUNT_CAP - 1, False
    total = int(cursor.execute(compiled.sql, params, prepare=False).fetchone()[0])
    if total < COUNT_CAP:
        return total, True
    if len(_many) > 10_000:
        _many.clear()
    _many[key] = time.monotonic() + _REMEMBER_MANY
    return COUNT_CAP - 1, False


def _whole(db: Database, wanted: request.ListRequest, actor: Actor) -> Iterator[bytes]:
    """Yield the legacy whole list, in columns marked compact, as a stream: a million rows are never in memory.

    The query runs before the first byte, so that its failure is not a truncated 200.
    """
    spec = wanted.spec
    compiled, params = query.statement(wanted, actor, Rows.WHOLE)
    names = query.row_columns(spec)
    kept = [n for n, name in enumerate(names) if name == "id" or ((column := spec.column(name)) and column.compact)]
    chunks = db.stream(compiled.sql, params, seconds_of(spec))
    with refusing_slow(spec):
        rows = next(chunks, [])
    always = _pinned(wanted)
    yield b'{"data":[' + b",".join(_encoder.encode(pinned) for pinned in always)
    total = len(always)
    while rows:
        dicts = [{names[n]: row[n] for n in kept} for row in rows]
        yield (b"," if total else b"") + _encoder.encode(dicts)[1:-1]
        total += len(rows)
        rows = next(chunks, [])
    yield b'],"total":%d,"totalIsExact":true,"next":null}' % total
