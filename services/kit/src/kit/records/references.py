"""References between records: before a record is deleted, its uses are counted in every service; closed records take no
new references.

The path of a kind of record is its name, `/orgs`. Most uses follow from other declarations: a foreign key to the table
of a kind, and the `source` of a field (`Reference(source="/orgs")`). `foreign` of the service names the kinds that
other services own, `uses` of its modules the columns whose declaration does not imply the use.

A record with the mark `archived` or `deleted` is closed: it keeps its uses and its name, but takes no new references.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import sqlalchemy as sa

from kit import context
from kit.errors import Conflict, Invalid, NotFound, Unavailable
from kit.policy import Actor, Row, as_service
from kit.records import archived, deleted
from kit.records.fieldset import Field, FieldSet
from kit.settings import settings
from kit.values import Listed, Reference
from kit.values.labels import humanize

if TYPE_CHECKING:
    from kit.database import Database

PATIENCE = 3.0
"""Seconds that a service may take to count; a scan of half a million rows takes less than one."""
CANNOT_CHECK = "It cannot be checked now whether this is used elsewhere; please try again in a minute"
_CLOSED_BY = ("archived", "deleted")
"""Columns that close a record when they are true."""


class Listing(Protocol):
    """A list whose rows are records of the field set `edit`; `kit.lists.ListSpec` is one."""

    @property
    def path(self) -> str: ...
    @property
    def aliases(self) -> Sequence[str]: ...
    @property
    def edit(self) -> FieldSet | None: ...


@dataclass(frozen=True, kw_only=True)
class Foreign:
    """A kind of record that service `owner` owns. `name` is the noun for one record.

    `copy` is its read model, with `id`, `title` and the columns that close a record; without one the owner is asked.
    `sources` are further calls that return its records, besides those below `path`. A `lasting` kind is never deleted
    nor archived: no use is counted and no owner asked. `archives`: it has a list of its archived records.
    """

    path: str
    name: str
    owner: str
    copy: sa.Table | None = None
    sources: Sequence[str] = ()
    lasting: bool = False
    archives: bool = False


@dataclass(frozen=True)
class Uses:
    """A use: `column` contains the column `key` of a record of `kind`. `where` restricts the rows, for instance if
    another column names the kind."""

    column: sa.Column[Any]
    kind: str
    where: sa.ColumnElement[bool] | None = None
    key: str = "id"


@dataclass(frozen=True)
class Count:
    """The number of records of one table that use another record."""

    singular: str
    plural: str
    number: int

    def text(self) -> str:
        return f"{self.number:,} {self.singular if self.number == 1 else self.plural}"


@dataclass(frozen=True)
class _State:
    """The target of a new reference."""

    title: str
    closed: bool


ARCHIVED = "No longer offered; what refers to it keeps it"


def nouns(table: sa.Table) -> tuple[str, str]:
    """Singular and plural noun for the records of a table: its `info["nouns"]`, or derived from its name."""
    if "nouns" in table.info:
        singular, plural = table.info["nouns"]
        return singular, plural
    name = table.name.replace("_", " ")
    if re.search(r"[^aeiou]y$", name):
        return name, f"{name[:-1]}ies"
    return name, f"{name}es" if re.search(r"(s|x|ch|sh)$", name) else f"{name}s"


class References:
    """The references of one service: the kinds it owns (`kept`), the foreign ones, and its uses of both."""

    def __init__(
        self,
        fieldsets: Iterable[FieldSet] = (),
        lists: Iterable[Listing] = (),
        foreign: Iterable[Foreign] = (),
        uses: Iterable[Uses] = (),
        metadata: sa.MetaData | None = None,
    ) -> None:
        self.kept = {fieldset.collection: fieldset for fieldset in fieldsets}
        self.foreign = {kind.path: kind for kind in foreign}
        self._list_patterns = [
            (re.compile(re.sub(r"\{[^}]+\}", "[^/]+", path)), spec.edit.collection)
            for spec in lists
            if spec.edit is not None
            for path in (spec.path, *spec.aliases)
        ]
        self._tables = {fieldset.table: path for path, fieldset in self.kept.items()}
        self._tables |= {kind.copy: path for path, kind in self.foreign.items() if kind.copy is not None}
        self.uses = self._all_uses(list(uses), metadata)

    def _all_uses(self, uses: list[Uses], metadata: sa.MetaData | None) -> tuple[Uses, ...]:
        """Return the declared uses, then those that foreign keys and field sources imply."""
        known = {use.column for use in uses}
        for table in metadata.sorted_tables if metadata is not None else ():
            for column in table.columns:
                for key in column.foreign_keys:
                    kind = self._tables.get(key.column.table)
                    if kind is not None and column not in known and not key.ondelete:
                        uses.append(Uses(column, kind, key=key.column.name))
                        known.add(column)
        for fieldset in self.kept.values():
            for entry in fieldset.fields.values():
                kind = self.kind_of(entry)
                if kind is not None and entry.column not in known and not entry.column.foreign_keys:
                    uses.append(Uses(entry.column, kind))
                    known.add(entry.column)
        return tuple(use for use in uses if not self._lasting(use.kind))

    def _lasting(self, kind: str) -> bool:
        return kind in self.foreign and self.foreign[kind].lasting

    def kind_of(self, entry: Field) -> str | None:
        """Return the kind of record that the field refers to; None if it refers to none, or to an undeclared one."""
        kind = entry.type
        return self.kind_at(kind.source) if isinstance(kind, Reference | Listed) else None

    def kind_at(self, source: str) -> str | None:
        """Return the kind of record that the call `source` returns."""
        for pattern, path in self._list_patterns:
            if pattern.fullmatch(source):
                return path
        for path, kind in self.foreign.items():
            if source in kind.sources:
                return path
        matching = [path for path in (*self.kept, *self.foreign) if source == path or source.startswith(f"{path}/")]
        return max(matching, key=len, default=None)

    def archives(self, kind: str) -> bool:
        """Return whether records of the kind can be archived and `archived=true` lists the archived ones."""
        if kind in self.kept:
            return "archived" in self.kept[kind].fields
        return self.foreign[kind].archives

    def archived_source(self, source: str) -> str | None:
        """Return the call that returns the archived choices of `source`, or None."""
        kind = self.kind_at(source)
        return f"{source}?archived=true" if kind and self.archives(kind) else None

    def count(self, connection: sa.Connection, kind: str, key: int) -> list[Count]:
        """Return the uses of a record in the tables of this service, the most frequent first."""
        conditions: dict[sa.Table, list[sa.ColumnElement[bool]]] = {}
        for use in self.uses:
            if use.kind == kind:
                condition = use.column == self._key(use, key)
                conditions.setdefault(use.column.table, []).append(
                    condition if use.where is None else condition & use.where
                )
        counts = []
        for table, alternatives in conditions.items():
            condition = sa.or_(*alternatives)
            if "deleted" in table.c:
                condition &= ~table.c.deleted
            number = connection.execute(sa.select(sa.func.count()).select_from(table).where(condition)).scalar_one()
            if number:
                counts.append(Count(*nouns(table), number))
        return sorted(counts, key=lambda count: -count.number)

    def _key(self, use: Uses, key: int) -> Any:
        if use.key == "id":
            return key
        table = self.kept[use.kind].table
        return sa.select(table.c[use.key]).where(table.c.id == key).scalar_subquery()

    def state(self, connection: sa.Connection, kind: str, column: str, value: Any) -> _State | None:
        """Return the record of a kind that this service owns or copies; None if it does not exist."""
        table = self.kept[kind].table if kind in self.kept else self.foreign[kind].copy
        assert table is not None, f"{kind} is kept elsewhere"
        closed = is_closed(self.kept[kind]) if kind in self.kept else _marked(table)
        query = sa.select(table, closed.label("is_closed")).where(table.c[column] == value)
        row = connection.execute(query).mappings().first()
        return None if row is None else _State(record_name(self.kept.get(kind), dict(row)), bool(row["is_closed"]))

    def is_local(self, kind: str) -> bool:
        """Return whether this service knows the state of records of the kind."""
        return kind in self.kept or self.foreign[kind].copy is not None

    def refusal(self, connection: sa.Connection | None, entry: Field, value: Any) -> Invalid | None:
        """Return the refusal of a new reference from `entry` to `value`, or None. With a `connection` only local kinds
        are checked; without one only foreign kinds that have no copy, by asking their owner."""
        kind = self.kind_of(entry)
        if kind is None or value is None or self._lasting(kind) or self.is_local(kind) is (connection is None):
            return None
        noun = self.kept[kind].noun() if kind in self.kept else self.foreign[kind].name
        if connection is not None:
            state = self.state(connection, kind, "title" if isinstance(entry.type, Listed) else "id", value)
        else:
            owner = self.foreign[kind].owner
            if owner not in settings().peers():
                return None
            state = find_at(owner, kind, value)
        if state is None:
            return _reference_refusal(entry, f"There is no such {noun}", "unknown_reference")
        return _reference_refusal(entry, _closed_text(state.title, noun), "not_offered") if state.closed else None


def _reference_refusal(entry: Field, text: str, code: str) -> Invalid:
    return Invalid(text, code=code, fields={entry.name: text})


def closed_refusal(row: Row, noun: str) -> str | None:
    """Return the text that refuses new references to the closed record `row`, for a command that has read it, or
    None."""
    marked = any(row.get(name) for name in _CLOSED_BY)
    return _closed_text(record_name(None, row), noun) if marked else None


def _closed_text(title: str, noun: str) -> str:
    return f"{title} is no longer offered. Please choose another {noun}."


def is_closed(fieldset: FieldSet) -> sa.ColumnElement[bool]:
    """Return whether a record of the set is closed: by its own mark, by `archived`, or because it is deleted."""
    own = fieldset.closed if fieldset.closed is not None else _marked(fieldset.table)
    return sa.or_(own, deleted.condition(fieldset))


def _marked(table: sa.Table) -> sa.ColumnElement[bool]:
    archive = [table.c["archived"]] if "archived" in table.c else []
    return sa.or_(sa.false(), *archive, *deleted.of_table(table))


def record_name(fieldset: FieldSet | None, row: Row) -> str:
    """Return the name of a record in a sentence."""
    if fieldset is not None and fieldset.delete is not None and fieldset.delete.named is not None:
        return fieldset.delete.named(row)
    return str(row.get("title") or row.get("name") or f"{humanize(fieldset.name) if fieldset else 'Entry'} {row['id']}")


_registered: dict[int, References] = {}


def register(references: References, lists: Iterable[Listing] = ()) -> None:
    """Register the references of a service for the pipeline of its field sets, and for its lists."""
    for declared in (*references.kept.values(), *lists):
        _registered[id(declared)] = references
        archived.register(declared, references.archived_source)


def foreign_kind(declared: object, source: str) -> Foreign | None:
    """Return the kind of another service whose records the call `source` returns, for a declaration of this service;
    None if there is none."""
    references = _registered.get(id(declared))
    kind = references.kind_at(source) if references is not None else None
    return references.foreign.get(kind) if references is not None and kind is not None else None


def check_change(db: Database, fieldset: FieldSet, entry: Field, actor: Actor, record: int, raw: Any) -> None:
    """Refuse a new reference to a closed or missing record. An unchanged value is not refused, and other refusals are
    left to the pipeline. Do not use it inside a transaction: the owner may be asked."""
    references = _registered.get(id(fieldset))
    if references is None or references.kind_of(entry) is None or raw in (None, ""):
        return
    try:
        value = entry.type.parse(raw)
    except Invalid:
        return
    refusal = references.refusal(None, entry, value)
    table = fieldset.table
    with db.read() as connection:
        refusal = refusal or references.refusal(connection, entry, value)
        if refusal is None:
            return
        query = sa.select(table).where(table.c.id == record, fieldset.scope.where(actor))
        row = connection.execute(query).mappings().first()
    if row is None or row[entry.column.name] == value:
        return
    if fieldset.rule(entry)(actor, dict(row)) and fieldset.refusal(entry, dict(row)) is None:
        raise refusal


def refusal_here(connection: sa.Connection, fieldset: FieldSet, entry: Field, value: Any) -> Invalid | None:
    """Return the refusal of a new record's reference to `value`, if this service knows the target; or None."""
    references = _registered.get(id(fieldset))
    return references.refusal(connection, entry, value) if references is not None else None


def check_new(fieldset: FieldSet, body: Mapping[str, Any]) -> None:
    """Ask the owners of foreign kinds about the references of a new record, before its transaction."""
    references = _registered.get(id(fieldset))
    if references is None or fieldset.create is None:
        return
    refused: list[Invalid] = []
    for name in fieldset.create.fields:
        entry = fieldset.fields[name]
        if body.get(name) in (None, "") or references.kind_of(entry) is None:
            continue
        try:
            refusal = references.refusal(None, entry, entry.type.parse(body[name]))
        except Invalid:
            continue
        if refusal is not None:
            refused.append(refusal)
    if refused:
        raise form_errors(refused)


def form_errors(refused: Sequence[Invalid]) -> Invalid:
    """Return one refusal of a form that names every invalid field."""
    fields = {name: text for refusal in refused for name, text in refusal.fields.items()}
    return Invalid(refused[0].text, code=refused[0].code, fields=fields, title="Form errors")


def check_unused(db: Database, fieldset: FieldSet, actor: Actor, record: int) -> None:
    """Refuse to delete a record in use, with the counts of every service. Raises Conflict, NotFound, and Unavailable if
    a service does not answer: no record is deleted unchecked. The deletion itself checks the actor's rights."""
    deletion = fieldset.delete
    references = _registered.get(id(fieldset))
    if deletion is None or references is None or not deletion.shared:
        return
    table = fieldset.table
    with db.read() as connection:
        query = sa.select(table).where(table.c.id == record, fieldset.scope.where(actor))
        row = connection.execute(query).mappings().first()
        if row is None:
            raise NotFound()
        if not deletion.may(actor, dict(row)) or (deletion.when is not None and deletion.when(dict(row))):
            return
        counts = references.count(connection, fieldset.collection, record)
    for peer in settings().peers():
        if peer != context.service():
            counts += _count_at(peer, fieldset.collection, record)
    refuse(fieldset, dict(row), counts)


def check_unused_here(connection: sa.Connection, fieldset: FieldSet, row: Row) -> None:
    """Check like `check_unused`, but only this service's own tables, in the transaction of the deletion."""
    deletion = fieldset.delete
    references = _registered.get(id(fieldset))
    if deletion is None or references is None or (deletion.mark is not None and not deletion.shared):
        return
    refuse(fieldset, row, references.count(connection, fieldset.collection, row["id"]))


def refuse(fieldset: FieldSet, row: Row, counts: Sequence[Count]) -> None:
    """Raise Conflict with the counts, if there are any."""
    if not counts:
        return
    counts = sorted(counts, key=lambda count: -count.number)
    texts = [count.text() for count in counts]
    listed = texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"
    assert fieldset.delete is not None
    instead = "Archive it instead." if "archived" in fieldset.fields else fieldset.delete.instead
    raise Conflict(
        f"{record_name(fieldset, row)} is used by {listed}. {instead}".strip(),
        code="in_use",
        extra={"uses": [{"label": count.plural, "count": count.number} for count in counts]},
    )


def _count_at(peer: str, kind: str, record: int) -> list[Count]:
    from kit import rpc
    from staffroom.kit.v1 import references_pb2, references_pb2_grpc

    stub = references_pb2_grpc.ReferenceServiceStub(rpc.channel(peer))
    request = references_pb2.CountUsesRequest(kind=kind, id=record)
    try:
        answer = rpc.call(
            stub.CountUses, request, timeout=PATIENCE, actor=as_service(context.service()), repeatable=True
        )
    except Unavailable:
        raise Unavailable(CANNOT_CHECK, code="cannot_be_checked") from None
    return [Count(use.singular, use.plural, use.count) for use in answer.uses]


def find_at(owner: str, kind: str, record: int) -> _State | None:
    """Return the title of a record of service `owner`, and whether it is closed; None if it does not exist. Raises
    Unavailable."""
    from kit import rpc
    from staffroom.kit.v1 import references_pb2, references_pb2_grpc

    stub = references_pb2_grpc.ReferenceServiceStub(rpc.channel(owner))
    request = references_pb2.FindReferenceRequest(kind=kind, id=record)
    answer = rpc.call(stub.FindReference, request, actor=as_service(context.service()), repeatable=True)
    if not answer.kind_known:
        raise Unavailable(CANNOT_CHECK, code="cannot_be_checked")
    return _State(answer.title, answer.closed) if answer.found else None
