"""Attributes: those of one kind of record, from which its table, form, lists and event payload are built."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import sqlalchemy as sa

from kit.attributes.attribute import Attribute
from kit.attributes.nested import merged, nested, values
from kit.database.tables import one_of, record_columns
from kit.lists import Column, Filter
from kit.policy import Actor, Row
from kit.records import Acts, Section
from kit.values.conditions import fields_of
from kit.values.labels import snake


class Attributes:
    """The attributes of one kind of record, in the order of its forms and, by default, of its lists."""

    def __init__(self, *attributes: Attribute) -> None:
        self._by_name = {entry.name: entry for entry in attributes}
        if len(self._by_name) != len(attributes):
            raise ValueError(f"an attribute is declared twice among {[entry.name for entry in attributes]}")
        self._nested = nested(attributes)
        self.page_names = {entry.name: entry.at for entry in attributes if entry.at and not entry.section}
        """The paths of the attributes that a nested detail answer alone shows."""
        unknown = set().union(*(_looked_at(entry) for entry in attributes)) - self._by_name.keys()
        if unknown:
            raise ValueError(f"conditions look at {sorted(unknown)}, which are no attributes")

    def __iter__(self) -> Iterator[Attribute]:
        return iter(self._by_name.values())

    def __getitem__(self, name: str) -> Attribute:
        return self._by_name[name]

    def table(self, name: str, metadata: sa.MetaData, *more: Any, **options: Any) -> sa.Table:
        """Return the table of the records: the columns of every record, those of the attributes, then `more` columns,
        constraints and indexes; `options` are the options of `sa.Table`."""
        return sa.Table(name, metadata, *record_columns(), *self.table_columns(), *more, **options)

    def table_columns(self) -> list[sa.Column[Any]]:
        """Return the columns of the table that are not common to all records."""
        return [entry.column for entry in self]

    def sorts(self) -> dict[str, sa.ColumnElement[Any]]:
        """Return the expression by which a list sorts each sortable column; indexes are built on it."""
        shown = [entry.in_list() for entry in self if entry.listed and entry.listed.sortable]
        return {column.name: column.key() for column in shown}

    def index_sorts(self, table: sa.Table, **more: sa.Column[Any]) -> None:
        """Give `table` an index for each sortable column of its list. `more` appends a column to the index of a sort,
        for a filter that is used together with it."""
        for name, key in self.sorts().items():
            last = (more[name],) if name in more else ()
            sa.Index(f"ix_{table.name}_{snake(name)}", key, table.c.id, *last)

    def choice_checks(self, *names: str) -> list[sa.CheckConstraint]:
        """Return the checks that the columns of these attributes contain one of their choices."""
        return [
            one_of(self[name].column.name, tuple(str(choice.value) for choice in self[name]._options()))
            for name in names
        ]

    def names(self, *without: str) -> tuple[str, ...]:
        """Return the field names of the form, except `without`: the fields of a new record."""
        return tuple(entry.name for entry in self if entry.section and entry.name not in without)

    def sections(self, titles: Mapping[str, str], acts: Mapping[str, Acts] | None = None) -> tuple[Section, ...]:
        """Return the form: a section for each of `titles`, with `acts` applied by attribute name."""
        does = dict(acts or {})
        sections = tuple(
            Section(
                name,
                title,
                tuple(e.field(does.pop(e.name, Acts()), self.page_names) for e in self if e.section == name),
            )
            for name, title in titles.items()
        )
        homeless = [entry.name for entry in self if entry.section and entry.section not in titles]
        if does or homeless:
            raise ValueError(f"no field of the form: {[*does, *homeless]}")
        return sections

    def columns(self, *first: str | Column) -> list[Column]:
        """Return the columns of a list: `first` in their order, with attributes given by name, then all other listed
        attributes. A column with the name of an attribute replaces it."""
        named = {entry if isinstance(entry, str) else entry.name for entry in first}
        rest = [entry.in_list() for entry in self if entry.listed and entry.name not in named]
        return [*(self[entry].in_list() if isinstance(entry, str) else entry for entry in first), *rest]

    def filters(self, *first: str | Filter) -> list[Filter]:
        """Return the filters of a list, as `columns`."""
        named = {entry if isinstance(entry, str) else entry.name for entry in first}
        rest = [entry.as_filter() for entry in self if entry.filtered and entry.name not in named]
        return [*(self[entry].as_filter() if isinstance(entry, str) else entry for entry in first), *rest]

    def shown(self, row: Row) -> dict[str, Any]:
        """Return the nested part of a detail answer, each value in the form of its type."""
        return values(self._nested, row)

    def extra(self, _connection: sa.Connection, _actor: Actor, row: Row) -> dict[str, Any]:
        """Return `shown`, for use as `FieldSet.extra` of a detail answer that adds nothing else."""
        return self.shown(row)

    def answer(self, computed: Any) -> Any:
        """Return a decorator that completes the TypedDict of a nested detail answer. It adds every attribute at its
        path; the TypedDict `computed` declares the rest, and may override the type of an attribute. Each object on a
        path must be a TypedDict in it, empty if all of its entries are attributes."""
        return merged(computed, self._nested)

    def part(self, *names: str) -> Callable[[Any], Any]:
        """Return a decorator that adds the attributes `names` to the TypedDict of an answer. `select` reads them."""
        return lambda computed: merged(computed, {name: self[name] for name in names})

    def select(self, *names: str) -> list[sa.Label[Any]]:
        """Return the columns of a SELECT, each labelled with the name of its attribute."""
        return [self[name].column.label(name) for name in names]

    def stored(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return `values`, keyed by attribute name, keyed by column instead."""
        return {self[name].column.name: value for name, value in values.items()}

    def payload(self, row: Row) -> dict[str, Any]:
        """Return the payload of the record's event: its id and the attributes with an `event` name, blank if empty."""
        payload: dict[str, Any] = {"id": row["id"]}
        for entry in self:
            if entry.event:
                value = row[entry.column.name]
                payload[entry.event] = _blank(entry.column) if value is None else _plain(value)
        return payload


def _looked_at(entry: Attribute) -> set[str]:
    """Return the names of the attributes that the conditions of `entry` refer to."""
    conditions = (entry.shown_if, *(one.when for one in entry.titles), *(one.when for one in entry.needed))
    return {name for condition in conditions if condition is not None for name in fields_of(condition)}


def _blank(column: sa.Column[Any]) -> Any:
    """Return the value that a message has for an empty column."""
    return 0 if isinstance(column.type, sa.Integer | sa.Numeric) else ""


def _plain(value: Any) -> Any:
    return value.isoformat() if type(value) is dt.date else value
