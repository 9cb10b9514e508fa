"""Columns of records of other services that a list refers to: `[Department > Head]` as the whole formula.

A row has the id of such a record. When rows are shown or exported, the owner is asked once for all of their records
(`kit.lists.others.asking`) with the rights of the reader, so a record that they do not reach is an empty cell. The
values are not in this database: the column cannot sort, filter or group, and no other formula can read it.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
import sqlalchemy as sa

from kit import context
from kit.database import in_transaction
from kit.errors import NotFound, Unavailable
from kit.lists import known
from kit.lists.known import Call
from kit.lists.others import asking, joins
from kit.lists.others.asking import Question, Reply
from kit.lists.request import MOST_IDS
from kit.lists.spec import Column, ListSpec
from kit.lists.spec.columns import Remote
from kit.policy import EVERYBODY, Actor
from kit.records.references import Foreign, foreign_kind
from kit.values import Option

_Reference = tuple[str, str, sa.Column[int], Foreign]
"""Name, title and column of a reference, and the kind of its records."""
_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(dict[str, msgspec.Raw])
_PATIENCE_OF_JOBS = 30.0
"""Seconds that a service may take for rows of an export."""


@dataclass(frozen=True)
class Offered:
    """The columns of other services by `reference.column`, and the refusals of services that do not answer, by the
    prefix of their column titles."""

    columns: dict[str, Column]
    away: Mapping[str, str]


def offered(spec: ListSpec, actor: Actor, formulas: Sequence[str] | None = None) -> Offered:
    """Return the columns of other services that the references of a list lead to, for a list as `actor` has it; with
    `formulas` only those of the references that they name. Inside a transaction no service is asked: the columns are
    those named, for a call that selects rows and shows none."""
    references = [
        (name, title, column, kind)
        for name, title, column, kind in _references(spec, actor)
        if formulas is None or any(_begin(title) in formula.lower() for formula in formulas)
    ]
    if in_transaction():
        return Offered(dict(_named(references, formulas or ())), {})
    kinds = list(dict.fromkeys((kind.owner, kind.path) for *_, kind in references))
    questions = [Question(owner, Call(f"{path}/columns")) for owner, path in kinds]
    replies = dict(zip(kinds, _ask(questions, actor), strict=True))
    columns: dict[str, Column] = {}
    away: dict[str, str] = {}
    for name, title, reference, kind in references:
        reply = replies[kind.owner, kind.path]
        if reply.status == 503:
            away[_begin(title)] = reply.refusal
        if reply.refusal:
            continue
        for meta in reply.body["data"]["columns"]:
            if not _is_read(meta):
                continue
            columns[f"{name}.{meta['name']}"] = Column(
                name=f"{name}.{meta['name']}",
                title=f"{title}{joins.SIGN}{meta['title']}",
                expression=reference,
                type=meta["type"],
                options=[Option(one["value"], one["label"], one.get("color", "")) for one in meta.get("options", ())],
                readers=EVERYBODY,
                remote=Remote(kind.owner, kind.path, meta["name"], kind.archives),
            )
    return Offered(columns, away)


def _begin(title: str) -> str:
    """Return the prefix of a reference's columns in a formula."""
    return f"[{title}{joins.SIGN}".lower()


def _references(spec: ListSpec, actor: Actor) -> Iterator[_Reference]:
    try:
        declared = known.named(spec.name)
    except NotFound:
        return
    for name, title, column, path in joins.references(spec, actor):
        kind = foreign_kind(declared, path)
        if kind is not None and joins.local(path) is None:
            yield name, title, column, kind


def _is_read(meta: Mapping[str, Any]) -> bool:
    shown = not meta["hidden"] and meta.get("choosable", True)
    return shown and meta["type"] in joins.TYPES and meta["name"] != "id"


def _named(references: Sequence[_Reference], formulas: Iterable[str]) -> Iterator[tuple[str, Column]]:
    for formula in formulas:
        for _, title, reference, kind in references:
            if formula.strip().lower().startswith(_begin(title)):
                text = formula.strip()[1:-1].strip()
                remote = Remote(kind.owner, kind.path, "", kind.archives)
                yield text, Column(name=text, title=text, expression=reference, readers=EVERYBODY, remote=remote)


def _ask(questions: Sequence[Question], actor: Actor, patience: float = asking.PATIENCE) -> list[Reply]:
    """Ask as the actor, with the token of the current call if it is theirs."""
    current = context.actor.get()
    return asking.ask(questions, None if current == actor else actor, patience)


def fill_page(spec: ListSpec, rows: Sequence[bytes], actor: Actor) -> Sequence[bytes]:
    """Return the rows of a page, as JSON, with the values of other services' columns. Raises Unavailable."""
    columns = [column for column in spec.columns if column.remote is not None]
    if not columns or not rows:
        return rows
    decoded = [_decoder.decode(row) for row in rows]
    ids = {column.name: [msgspec.json.decode(row[column.name]) for row in decoded] for column in columns}
    values = _values(columns, ids, actor, asking.PATIENCE)
    for place, row in enumerate(decoded):
        for column in columns:
            value = values[column.name].get(ids[column.name][place])
            row[column.name] = msgspec.Raw(_encoder.encode(value))
    return [_encoder.encode(row) for row in decoded]


def fill_rows(columns: Sequence[Column], rows: Sequence[list[Any]], actor: Actor) -> None:
    """Replace the ids in rows of values, in the order of `columns`, by the values of other services. Raises
    Unavailable."""
    places = {place: column for place, column in enumerate(columns) if column.remote is not None}
    if not places:
        return
    ids = {column.name: [row[place] for row in rows] for place, column in places.items()}
    values = _values(list(places.values()), ids, actor, _PATIENCE_OF_JOBS)
    for row in rows:
        for place, column in places.items():
            row[place] = _value(column, values[column.name].get(row[place]))


def _value(column: Column, value: Any) -> Any:
    """Return a value of an answer, in which days and timestamps are texts."""
    if column.type not in {"date", "datetime"} or not isinstance(value, str):
        return value
    return dt.datetime.fromisoformat(value) if "T" in value else dt.date.fromisoformat(value)


def _values(
    columns: Sequence[Column], ids: Mapping[str, Iterable[int | None]], actor: Actor, patience: float
) -> dict[str, dict[int, Any]]:
    """Return the values of each column by the id of their record. Archived records keep their values. Raises
    Unavailable."""
    wanted: dict[tuple[str, str, bool], set[int]] = {}
    for column in columns:
        assert column.remote is not None
        key = column.remote.service, column.remote.path, column.remote.archives
        wanted.setdefault(key, set()).update(one for one in ids[column.name] if one is not None)
    records = _records(wanted, {}, actor, patience)
    missing = {key: numbers - records[key[1]].keys() for key, numbers in wanted.items() if key[2]}
    for path, rows in _records(missing, {"archived": "true"}, actor, patience).items():
        records[path].update(rows)
    return {
        column.name: {number: row.get(column.remote.column) for number, row in records[column.remote.path].items()}
        for column in columns
        if column.remote is not None
    }


def _parts(ids: Sequence[int]) -> Iterator[Sequence[int]]:
    for first in range(0, len(ids), MOST_IDS):
        yield ids[first : first + MOST_IDS]


def _records(
    wanted: Mapping[tuple[str, str, bool], Iterable[int]], query: Mapping[str, str], actor: Actor, patience: float
) -> dict[str, dict[int, Mapping[str, Any]]]:
    """Return the rows of lists by path and id, if the actor reaches them. Raises Unavailable."""
    questions = [
        Question(service, Call(path, {"ids": ",".join(map(str, some)), "pageSize": str(MOST_IDS), **query}))
        for (service, path, _), numbers in wanted.items()
        for some in _parts(sorted(numbers))
    ]
    records: dict[str, dict[int, Mapping[str, Any]]] = {path: {} for _, path, _ in wanted}
    for question, reply in zip(questions, _ask(questions, actor, patience), strict=True):
        if reply.status == 503:
            raise Unavailable(reply.refusal)
        if not reply.refusal:
            records[question.call.path].update({row["id"]: row for row in reply.body["data"]})
    return records
