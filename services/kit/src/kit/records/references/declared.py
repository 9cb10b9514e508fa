"""The references of a service: the kinds it owns and those of others, and its uses of both."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa

from kit.errors import Invalid
from kit.records import archived
from kit.records.field import Field
from kit.records.fieldset import FieldSet
from kit.records.references.closed import closed_text, is_closed, is_marked, record_name
from kit.records.references.kinds import Count, Foreign, Listing, Uses, nouns
from kit.records.references.owners import State, find_at
from kit.settings import settings
from kit.values import Listed, Reference


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

    def state(self, connection: sa.Connection, kind: str, column: str, value: Any) -> State | None:
        """Return the record of a kind that this service owns or copies; None if it does not exist."""
        table = self.kept[kind].table if kind in self.kept else self.foreign[kind].copy
        assert table is not None, f"{kind} is kept elsewhere"
        closed = is_closed(self.kept[kind]) if kind in self.kept else is_marked(table)
        query = sa.select(table, closed.label("is_closed")).where(table.c[column] == value)
        row = connection.execute(query).mappings().first()
        return None if row is None else State(record_name(self.kept.get(kind), dict(row)), bool(row["is_closed"]))

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
        return _reference_refusal(entry, closed_text(state.title, noun), "not_offered") if state.closed else None


def _reference_refusal(entry: Field, text: str, code: str) -> Invalid:
    return Invalid(text, code=code, fields={entry.name: text})


_registered: dict[int, References] = {}


def register(references: References, lists: Iterable[Listing] = ()) -> None:
    """Register the references of a service for the pipeline of its field sets, and for its lists."""
    for declared in (*references.kept.values(), *lists):
        _registered[id(declared)] = references
        archived.register(declared, references.archived_source)


def of(declared: object) -> References | None:
    """Return the registered references of the service that has a field set or list; None if it is registered with
    none."""
    return _registered.get(id(declared))


def foreign_kind(declared: object, source: str) -> Foreign | None:
    """Return the kind of another service whose records the call `source` returns, for a declaration of this service;
    None if there is none."""
    references = of(declared)
    kind = references.kind_at(source) if references is not None else None
    return references.foreign.get(kind) if references is not None and kind is not None else None
