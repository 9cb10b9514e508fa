"""Attribute: one attribute of a record, its field, its column in lists and its filter."""

from __future__ import annotations

import datetime as dt
import types
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Annotated, Any, Self

import msgspec
import sqlalchemy as sa

from kit.columns import sort_key, stored_as
from kit.database.tables import archived_column
from kit.lists import Column, Filter
from kit.policy import OFFICE, Readers
from kit.records import Acts, Field, references
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
from kit.values.conditions import Condition, Requirement, Titled
from kit.values.labels import snake
from kit.values.schemas import Moment, of_type


@dataclass(frozen=True, kw_only=True)
class InList:
    """The column of a list that shows an attribute. `expression` replaces the stored value (a name for an id) and has
    the type `type`. `title` heads the column if it differs from the form's. `options` are labels for rows that have
    other values than the form offers. The other arguments are passed to `kit.lists.Column`."""

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
    the form's options, unless the filter is hidden or has its own `options` or `options_from`. `name` is needed only if
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
    """Return the mark of records that are no longer offered; `kit.records.archived` declares who sets it."""
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
