"""Attributes of records, each declared once: its column, its field, its place in lists and filters, in events.

A room declares them in `attributes.py`, from which its table, field set, lists and event payload are built::

    TICKET = Attributes(
        Attribute(name="priority", type=Select(choices=PRIORITIES, required=True), section="ticket",
                  column=sa.Column("priority", sa.Integer, nullable=False),
                  listed=InList(width=95, sortable=True), filtered=AsFilter(), event="priority"),
        ...
    )
    ticket = TICKET.table("ticket", metadata, ...)
    TICKET.index_sorts(ticket)
    FieldSet(table=ticket, sections=TICKET.sections({"ticket": "Details"}, {"type": Acts(dependents=_for_team)}), ...)
    ListSpec(columns=TICKET.columns("id", "title"), filters=TICKET.filters(), ...)

To add an attribute that is edited, listed, sorted and filtered, write one entry, a migration and its examples. An
answer that nests attributes takes both its values (`shown`) and its type (`answer`) from here.
"""

from __future__ import annotations

import datetime as dt
import types
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Annotated, Any, NotRequired, Self, TypedDict, get_args, get_origin, get_type_hints

import msgspec
import sqlalchemy as sa

from kit.columns import sort_key, stored_as
from kit.database.tables import archived_column, one_of, record_columns
from kit.lists import Column, Filter
from kit.policy import OFFICE, Actor, Readers, Row
from kit.records import Acts, Field, Section, references
from kit.values import (
    Boolean,
    Colour,
    Date,
    DateTime,
    FieldType,
    Listed,
    MultiSelect,
    Option,
    Phone,
    Reference,
    Select,
)
from kit.values.conditions import Condition, Requirement, Titled, fields_of
from kit.values.labels import snake
from kit.values.schemas import Moment, of_type


@dataclass(frozen=True, kw_only=True)
class InList:
    """The column of a list that shows an attribute. `expression` replaces the stored value (a name for an id) and has
    the type `type`. `title` heads the column if it differs from the form's. `options` are labels for rows that have
    other values than the form offers. The other arguments are those of `kit.lists.Column`."""

    width: int = 0
    options: Sequence[Option] = ()
    expression: sa.ColumnElement[Any] | None = None
    type: str = ""
    title: str = ""
    sortable: bool = False
    sort: sa.ColumnElement[Any] | None = None
    hidden: bool = False
    compact: bool = True
    exported: bool = False
    currency: str = ""
    labels: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class AsFilter:
    """The filter by an attribute: of options, a boolean, or a range of days, depending on its type. Its options are
    those of the form, unless the filter is hidden or has its own `options` or `options_from`. `name` is needed only if
    it differs from the attribute's; `column` is as in `kit.lists.Filter`."""

    name: str = ""
    options: Sequence[Option] = ()
    title: str = ""
    options_from: str = ""
    hidden: bool = False
    column: str = ""


_BY_NAME: sa.Column[Any] = sa.Column()
"""Stands for a column derived from the name and the type of its attribute."""
_ColumnType = type[sa.types.TypeEngine[Any]]


@dataclass(frozen=True, kw_only=True)
class Attribute:
    """One attribute.

    `column` is where it is stored: by default a column of its type (or of `stored_as`) under its own name. That column
    has `default` (None: no default) and `comment`, references the column `links` (a reference to a word follows its
    renaming), and has an index if `indexed`. `section` is the part of the form that edits it, or shows it if
    `read_only`. `at` is its path in a nested detail answer (`slipData.comment`), `event` its name in the payload of
    the record's event.

    `readers` may read it; by default everybody who reaches the record. `internal` readers are the office
    (`kit.policy.readers`). `shown_if` selects the records for which the page shows it, `titles` are its titles in some
    of them, `needed` is the condition of moves (`kit.completeness`).
    """

    name: str
    type: FieldType
    column: sa.Column[Any] = _BY_NAME
    default: str | sa.ColumnElement[Any] | None = ""
    stored_as: _ColumnType | None = None
    links: str = ""
    indexed: bool = False
    comment: str | None = None
    title: str = ""
    help: str = ""
    section: str = ""
    read_only: bool = False
    at: str = ""
    listed: InList | None = None
    filtered: AsFilter | None = None
    event: str = ""
    internal: bool = False
    readers: Readers | None = None
    shown_if: Condition | None = None
    titles: Sequence[Titled] = ()
    needed: Sequence[Requirement] = ()

    def __post_init__(self) -> None:
        if self.column is _BY_NAME:
            object.__setattr__(self, "column", self._column())
        if self.internal:
            object.__setattr__(self, "readers", OFFICE)
        if self.readers is not None:
            self.readers.of(self.column)
        if self.readers is OFFICE and self.event:
            raise ValueError(f"{self.name} is internal, so no event tells it")

    def copy(self, **changes: Any) -> Self:
        """Return the same attribute for another table, with `changes` and a column of its own."""
        return replace(self, column=_BY_NAME, **changes)

    def field(self, acts: Acts, names: Mapping[str, str] = types.MappingProxyType({})) -> Field:
        """Return the field of a form; its conditions refer to other fields by `names`, the page's names."""
        does = {entry.name: getattr(acts, entry.name) for entry in fields(acts)}
        does["read_only"] = acts.read_only or self.read_only
        return Field(
            name=self.name,
            column=self.column,
            type=self.type,
            title=self.title,
            help=self.help,
            readers=self.readers,
            shown_if=self.shown_if and self.shown_if.renamed(names),
            titles=tuple(entry.renamed(names) for entry in self.titles),
            needed=tuple(entry.renamed(names) for entry in self.needed),
            **does,
        )

    def in_list(self) -> Column:
        """Return the column of a list."""
        shown = self.listed or InList()
        type_ = shown.type or next((kind for type_, kind in _LISTED_AS if isinstance(self.type, type_)), self.type.kind)
        return Column(
            name=self.name,
            expression=self.column if shown.expression is None else shown.expression,
            title=shown.title or self.title,
            type=type_,
            options=shown.options or (self._options() if type_ in {"select", "tags"} else ()),
            sortable=shown.sortable,
            sort=sort_key(self.column)
            if shown.sort is None and shown.sortable and shown.expression is None
            else shown.sort,
            hidden=shown.hidden,
            width=shown.width,
            compact=shown.compact,
            exported=shown.exported,
            currency=shown.currency,
            labels=shown.labels,
            readers=self.readers,
        )

    def as_filter(self) -> Filter:
        """Return the filter of a list."""
        asked = self.filtered or AsFilter()
        kinds = {Boolean: "boolean", Date: "range", DateTime: "range"}
        return Filter(
            name=asked.name or self.name,
            expression=self.column,
            title=asked.title or (self.listed.title if self.listed else "") or self.title,
            kind=next((kind for type_, kind in kinds.items() if isinstance(self.type, type_)), "select"),
            options=asked.options or self._options(),
            options_from=asked.options_from or ("" if asked.hidden else getattr(self.type, "source", "")),
            hidden=asked.hidden,
            readers=self.readers,
            column=asked.column,
        )

    def hint(self) -> Any:
        """Return the type of its value in a nested answer: that of the stored column, unless the type says otherwise. A
        choice is a text there: `GET /<thing>/fields` has the choices."""
        schema = self.type.answer()
        shown = next((hint for stored, hint in _HINTS if isinstance(self.column.type, stored)), None)
        if shown is None or ("enum" not in schema and schema != of_type(self.column.type)):
            shown = Annotated[Any, msgspec.Meta(extra_json_schema=schema)]
        return shown | None if self.column.nullable else shown

    def _column(self) -> sa.Column[Any]:
        """Return a column named after the attribute, of the type that stores its values; with a default it is never
        null."""
        kind, nullable, blank = stored_as(self.type)
        follows = "CASCADE" if isinstance(self.type, Listed) else None
        default = blank if isinstance(self.default, str) and not self.default else self.default
        return sa.Column(
            snake(self.name),
            self.stored_as or kind,
            *([sa.ForeignKey(self.links, onupdate=follows)] if self.links else ()),
            nullable=nullable and default is None,
            server_default=default,
            index=self.indexed or None,
            comment=self.comment,
        )

    def _options(self) -> Sequence[Any]:
        return self.type.choices if isinstance(self.type, Select | MultiSelect) else ()


def archived_attribute(section: str, event: str = "") -> Attribute:
    """Return the mark of records that are no longer offered; `kit.records.references.archives` declares who sets it."""
    return Attribute(
        name="archived",
        type=Boolean(),
        column=archived_column(),
        section=section,
        help=references.ARCHIVED,
        listed=InList(hidden=True, compact=False),
        event=event,
    )


_LISTED_AS = ((Phone, "text"), (Colour, "text"), (Listed, "text"), (Reference, "integer"), (MultiSelect, "tags"))
"""Field types that a list shows as a type of another name."""

_HINTS: tuple[tuple[Any, Any], ...] = (
    (sa.Boolean, bool),
    (sa.Integer, int),
    (sa.Numeric, float),
    (sa.DateTime, Moment),
    (sa.Date, dt.date),
    (sa.String, str),
)
"""Types of values as an answer shows what a column stores."""


class Attributes:
    """The attributes of one kind of record, in the order of its forms and, by default, of its lists."""

    def __init__(self, *attributes: Attribute) -> None:
        self._by_name = {entry.name: entry for entry in attributes}
        if len(self._by_name) != len(attributes):
            raise ValueError(f"an attribute is declared twice among {[entry.name for entry in attributes]}")
        self._nested = _nested(attributes)
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
        constraints and indexes; `options` are those of `sa.Table`."""
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
        return _values(self._nested, row)

    def extra(self, _connection: sa.Connection, _actor: Actor, row: Row) -> dict[str, Any]:
        """Return `shown`, for use as `FieldSet.extra` of a detail answer that adds nothing else."""
        return self.shown(row)

    def answer(self, computed: Any) -> Any:
        """Return a decorator that completes the TypedDict of a nested detail answer. It adds every attribute at its
        path; the TypedDict `computed` declares the rest, and may override the type of an attribute. Each object on a
        path must be a TypedDict in it, empty if all of its entries are attributes."""
        return _merged(computed, self._nested)

    def part(self, *names: str) -> Callable[[Any], Any]:
        """Return a decorator that adds the attributes `names` to the TypedDict of an answer. `select` reads them."""
        return lambda computed: _merged(computed, {name: self[name] for name in names})

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


def _nested(attributes: Iterable[Attribute]) -> dict[str, Any]:
    """Return the attributes that have a path, in the structure of the answer: an attribute, or an object of attributes,
    by name."""
    answer: dict[str, Any] = {}
    for entry in attributes:
        if entry.at:
            *around, name = entry.at.split(".")
            inside = answer
            for part in around:
                inside = inside.setdefault(part, {})
            inside[name] = entry
    return answer


def _values(nested: Mapping[str, Any], row: Row) -> dict[str, Any]:
    return {
        name: _values(entry, row) if isinstance(entry, dict) else entry.type.encode(row[entry.column.name])
        for name, entry in nested.items()
    }


def _merged(computed: Any, nested: Mapping[str, Any]) -> Any:
    """Return a TypedDict with the name and docstring of `computed`, its entries and the `nested` ones. Raises KeyError
    for an object that it lacks."""
    hints = get_type_hints(computed, include_extras=True)
    for name, entry in nested.items():
        if not isinstance(entry, dict):
            hints.setdefault(name, _marked(entry))
        elif get_origin(hints[name]) is NotRequired:
            hints[name] = NotRequired[_merged(get_args(hints[name])[0], entry)]
        else:
            hints[name] = _merged(hints[name], entry)
    body = {"__doc__": computed.__doc__, "__module__": computed.__module__, "__annotations__": hints}
    return types.new_class(computed.__name__, (TypedDict,), {}, lambda namespace: namespace.update(body))


def _marked(entry: Attribute) -> Any:
    """Return the type of an attribute in an answer; it may be absent if not everybody who reaches the record may read
    it."""
    if entry.readers is None or entry.readers.everybody:
        return entry.hint()
    return NotRequired[Annotated[entry.hint(), entry.readers]]


def _blank(column: sa.Column[Any]) -> Any:
    """Return the value that a message has for an empty column."""
    return 0 if isinstance(column.type, sa.Integer | sa.Numeric) else ""


def _plain(value: Any) -> Any:
    return value.isoformat() if type(value) is dt.date else value
