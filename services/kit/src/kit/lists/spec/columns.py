"""The parts of a list: columns, filters, tabs and totals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from kit.policy import Actor, Readers, Rule, readers_of, signed_in
from kit.values import Option
from kit.values.labels import humanize
from kit.values.types import label_of

SOUGHT = sa.bindparam("sought", None, type_=ARRAY(sa.Text), required=False)
"""Stands, inside the expression of a column, for the texts of the search: the whole text, then its words. Null without
a search."""


@dataclass(frozen=True)
class Remote:
    """A column of a list of another service (`kit.lists.others.remote`). `archives`: that list separates archived
    records."""

    service: str
    path: str
    column: str
    archives: bool


@dataclass(frozen=True, kw_only=True)
class Column:
    """One column of a list. `type` is a column type of `docs/api.md`.

    A sortable column sorts by `sort` (default: the expression itself), which must never be null: give a coalesce (to a
    value that Python can represent, so not infinity) and an index on it. `currency` names the column with the currency
    of a money column; an export of the one includes the other. `exported` adds a column to every export, whichever
    columns are requested. `answers` is the type of the values if it does not follow from the expression (`json`).
    `labels` are the options' labels in rows where a boolean column is true: `{"isCreditNote": {"paid": "Refunded"}}`.

    `readers` may read the values; by default the readers of every marked column in the expression. The expression of a
    `remote` column is the id of a record of another service, which provides the values.
    """

    name: str
    expression: sa.ColumnElement[Any]
    title: str = ""
    type: str = "text"
    sortable: bool = False
    sort: sa.ColumnElement[Any] | None = None
    hidden: bool = False
    width: int = 0
    options: Sequence[Option] = ()
    currency: str = ""
    compact: bool = True
    exported: bool = False
    answers: Any = None
    labels: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    readers: Readers | None = None
    remote: Remote | None = None

    def shown(self, row: Mapping[str, Any]) -> Any:
        """Return the label of this column's value in a whole row, by column name."""
        value = row[self.name]
        for flag, labels in self.labels.items():
            if row[flag] and value in labels:
                return labels[value]
        return label_of(self.options, value) or value

    @property
    def choosable(self) -> bool:
        """Whether people may show the column. They are not offered hidden ids of other records, nested parts of an
        answer, or columns that exist only for exports."""
        if not self.hidden or self.name == "id":
            return True
        return not (self.exported or self.answers is not None or self.type == "id" or self.name.endswith("Id"))

    def read_by(self) -> tuple[Readers, ...]:
        """Return the readers of its values; none if everybody may read them."""
        if self.readers is not None:
            return () if self.readers.everybody else (self.readers,)
        return tuple(dict.fromkeys((*readers_of(self.expression), *readers_of(self.sort))))

    def key(self) -> sa.ColumnElement[Any]:
        return self.expression if self.sort is None else self.sort

    def label(self) -> str:
        return self.title or humanize(self.name)

    def meta(self, fixed_by: Sequence[str] = ()) -> dict[str, Any]:
        """Return the column on the page; `fixed_by` names the filters of `ListSpec.fixed_by`."""
        meta: dict[str, Any] = {
            "name": self.name,
            "title": self.label(),
            "type": self.type,
            "sortable": self.sortable,
            "hidden": self.hidden,
        }
        if fixed_by:
            meta["fixedBy"] = list(fixed_by)
        if self.remote is not None:
            meta["remote"] = True
        if not self.choosable:
            meta["choosable"] = False
        if self.width:
            meta["width"] = self.width
        if self.options:
            meta["options"] = [option.meta() for option in self.options]
        if self.labels:
            meta["labels"] = self.labels
        if self.currency:
            meta["currency"] = self.currency
        return meta


QuickDays = Literal["past", "due", "both", "none"]
"""The quick ranges of days that a page offers for a range: past days; due days, overdue first; both; none, as for a
date of birth."""
_PAST = ("created", "modified", "submitted", "uploaded", "queued", "sent", "released", "raised", "received", "paid")


def quick_days(name: str) -> QuickDays:
    """Return the quick ranges for a range filter of this name, if it declares none."""
    lowered = name.lower()
    if "birth" in lowered:
        return "none"
    if lowered.startswith(("due", "deadline", "expir")) or lowered.endswith(("due", "deadline")):
        return "due"
    return "past" if lowered in {"date", "day"} or lowered.startswith(_PAST) else "both"


@dataclass(frozen=True, kw_only=True)
class Filter:
    """One filter. `select` takes several values, `boolean` one, `range` `from..to`, `text` a part of the text.

    The values are compared with `expression`; `condition` replaces the comparison: it is given the bound array of
    values (select), true (boolean; `false` finds all other rows), or the pair of bounds. `options` are its values;
    `options_from` is a call that returns the values to offer. `path` takes the value from a parameter of the list's own
    path (`/locations/{type}`). `default` applies if the request has no value.

    The page offers the filter to those whom `offered_to` allows; calls accept it from everybody who may read what it
    compares: its `readers`, by default those of every marked column. `quick` selects the quick ranges of a range of
    days, by default by its name (`quick_days`). `money` marks a range of amounts in minor units. `column` names the
    column that has the same value in every row once the filter has one value (`ListSpec.fixed_by`), if its name
    differs.
    """

    name: str
    expression: sa.ColumnElement[Any] | None = None
    title: str = ""
    kind: str = "select"
    options: Sequence[Option] = ()
    options_from: str = ""
    condition: Callable[[Any], sa.ColumnElement[bool]] | None = None
    hidden: bool = False
    offered_to: Rule = signed_in
    default: Any = None
    readers: Readers | None = None
    quick: QuickDays | None = None
    column: str = ""
    money: bool = False

    def label(self) -> str:
        return self.title or humanize(self.name)

    def read_by(self) -> tuple[Readers, ...]:
        """Return the readers of the compared value: to filter by a value is to read it."""
        if self.readers is not None:
            return () if self.readers.everybody else (self.readers,)
        if self.condition is None:
            return readers_of(self.expression)
        kind: sa.types.TypeEngine[Any] = sa.Text() if self.expression is None else self.expression.type
        one = sa.bindparam("value", type_=kind)
        values = sa.bindparam("values", type_=kind if isinstance(kind, ARRAY) else ARRAY(kind))
        return readers_of(self.condition({"boolean": sa.true(), "range": (one, one)}.get(self.kind, values)))

    def meta(self) -> dict[str, Any]:
        meta: dict[str, Any] = {"name": self.name, "title": self.label(), "type": self.kind}
        if self.kind == "range":
            is_number = isinstance(getattr(self.expression, "type", None), sa.Integer | sa.Numeric)
            meta |= (
                {"of": "money" if self.money else "number"}
                if is_number
                else {"of": "date", "quick": self.quick or quick_days(self.name)}
            )
        if self.options and not self.options_from:
            meta["options"] = [option.meta() for option in self.options]
        if self.options_from:
            meta["optionsFrom"] = self.options_from
        if self.default is not None:
            meta["default"] = self.default
        return meta


def bound(name: str, side: Literal["low", "high"], kind: sa.types.TypeEngine[Any]) -> sa.BindParameter[Any]:
    """Return a bound of the range filter `name` in a request, null without it: for a scope that can then narrow its
    rows."""
    return sa.bindparam(f"{side}_{name}", None, type_=kind)


def archived_filter(column: sa.Column[Any]) -> Filter:
    """Return a filter that leaves out archived rows unless they are requested."""
    return Filter(name="archived", expression=column, kind="boolean", default=False)


@dataclass(frozen=True, kw_only=True)
class Tab:
    """A filter shown as a row of tabs; `options(connection, actor)` may omit those that do not exist. By default the
    tabs are the filter's options. `with_all`: the last tab shows every row.

    `opens` is the tab with which the page begins for those whom `opens_for` allows, if the address has none; calls
    without the filter still return every row. A value names one of the options; an Option of several values,
    `Option("draft,agreed", "Open")`, is an additional tab, the first.

    A page has room for one row of tabs: `shown` makes another one a choice next to the `title`, or a `filter` among the
    filters.
    """

    filter: str
    title: str = ""
    with_all: bool = False
    options: Sequence[Option] | Callable[[sa.Connection, Actor], Sequence[Option]] = ()
    opens: Option | str = ""
    opens_for: Rule = signed_in
    shown: Literal["tabs", "title", "filter"] = "tabs"

    def meta(self, entry: Filter, connection: sa.Connection, actor: Actor) -> dict[str, Any]:
        """Return the tabs of the filter `entry` for the caller."""
        options = self.options(connection, actor) if callable(self.options) else self.options or entry.options
        opens = self.opens if self.opens_for(actor) else ""
        own = (opens,) if isinstance(opens, Option) else ()
        tabs = (*own, *options, *((Option("", "All"),) if self.with_all else ()))
        meta: dict[str, Any] = {
            "name": entry.name,
            "title": self.title or entry.label(),
            "options": [option.meta() for option in tabs],
            "shown": self.shown,
        }
        return meta | ({"default": opens.value if isinstance(opens, Option) else opens} if opens else {})


@dataclass(frozen=True, kw_only=True)
class Totals:
    """Sums over the whole filtered list, `GET <list>/totals`: one row for each value of `by`, with `count` and the
    named `sums` (integers)."""

    by: Mapping[str, sa.ColumnElement[Any]]
    sums: Mapping[str, sa.ColumnElement[Any]]
