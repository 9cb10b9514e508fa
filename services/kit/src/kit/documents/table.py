"""Table: rows below a head that every page repeats."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, Protocol

from markupsafe import Markup

from kit.documents.parts import Part
from kit.values import Option
from kit.values.shown import shown

NUMBERS = frozenset({"integer", "decimal", "money", "percent"})
"""Column types that are aligned to the right."""
_UNBROKEN = frozenset({"date", "datetime"})
_DENSE = 9
"""A table with more columns than this is printed in smaller letters."""


class Shown(Protocol):
    """The properties of a column that a table reads: a `kit.lists.Column`, or a `Head` for rows that come from no
    list."""

    @property
    def name(self) -> str: ...
    @property
    def type(self) -> str: ...
    @property
    def options(self) -> Sequence[Option]: ...
    @property
    def currency(self) -> str: ...
    def label(self) -> str: ...


@dataclass(frozen=True)
class Head:
    """A column of a table that is not a list. `type` is a column type of `docs/api.md`, `currency` the name of the
    column with the currency of an amount, `title` the heading, by default its name."""

    name: str
    type: str = "text"
    options: Sequence[Option] = ()
    currency: str = ""
    title: str = ""

    def label(self) -> str:
        return self.title or self.name


@dataclass(frozen=True)
class Table(Part):
    """Rows of values, in the order of `columns`; `totals` are rows of the same shape below them, with None for an empty
    cell.

    Values are formatted as on the page. The currency of an amount comes from the column that it names, which is then
    hidden, or else from `currency`. `quiet` is a secondary table without a coloured head. `lead` are the relative
    widths of the columns on the first line of a row; the values of the other columns follow on a second line, each
    after its label, without empty ones.
    """

    columns: Sequence[Shown]
    rows: Iterable[Sequence[Any]]
    totals: Sequence[Sequence[Any]] = ()
    currency: str = ""
    quiet: bool = False
    empty: str = "Nothing to show"
    lead: Sequence[int] = ()

    def html(self) -> Markup:
        places = {column.name: place for place, column in enumerate(self.columns)}
        kept = [place for place, column in enumerate(self.columns) if column.name not in self._currencies()]
        kept, others = (kept[: len(self.lead)], kept[len(self.lead) :]) if self.lead else (kept, [])
        heads = "".join(f"<th{self._class(self.columns[n])}>{escape(self.columns[n].label())}</th>" for n in kept)
        line, more = self._line(kept, places), self._more(others, places)
        # Joined as plain texts, since a list has hundreds of thousands of cells; each is escaped when it is written.
        if others:
            body = "".join(self._pair(line(row), more(row)) for row in self.rows)
            sums = "".join(self._pair(line(row), "", "sum") for row in self.totals)
            heads, span = f"<th>{self._inner(heads)}</th>", 1
        else:
            body = "".join(f"<tr>{line(row)}</tr>" for row in self.rows)
            sums = "".join(f'<tr class="sum">{line(row)}</tr>' for row in self.totals)
            span = len(kept)
        if not body:
            body = f'<tr><td colspan="{span}" class="soft">{escape(self.empty)}</td></tr>'
        kind = "rows" + (" quiet" if self.quiet else "") + (" dense" if len(kept) > _DENSE else "")
        kind += " pairs" if others else ""
        table = f'<table class="{kind}"><thead><tr>{heads}</tr></thead><tbody>{body}{sums}</tbody></table>'
        return Markup(f'<div class="room"></div>{table}')  # noqa: S704  its cells are escaped

    def _pair(self, line: str, more: str, kind: str = "") -> str:
        """Return a row of two lines. It is one cell, because renderers keep a row on one page, but not a group of
        rows."""
        below = f"<p>{more}</p>" if more else ""
        begin = f'<tr class="{kind}">' if kind else "<tr>"
        return f"{begin}<td>{self._inner(line)}{below}</td></tr>"

    def _inner(self, cells: str) -> str:
        """Return the cells of a first line with the widths of `lead`."""
        total = sum(self.lead)
        columns = "".join(f'<col style="width: {100 * width / total:.2f}%">' for width in self.lead)
        return f"<table><colgroup>{columns}</colgroup><tr>{cells}</tr></table>"

    def _currencies(self) -> frozenset[str]:
        return frozenset(column.currency for column in self.columns if column.currency)

    def _line(self, kept: Sequence[int], places: Mapping[str, int]) -> Callable[[Sequence[Any]], str]:
        """Return the function that writes the cells of a row."""
        shapes = [
            (place, column.type, column.options, places.get(column.currency), f"<td{self._class(column)}>")
            for place, column in ((place, self.columns[place]) for place in kept)
        ]
        return lambda row: "".join(
            f"{cell}{escape(shown(row[place], kind, options, self._currency(row, of)))}</td>"
            for place, kind, options, of, cell in shapes
        )

    def _more(self, others: Sequence[int], places: Mapping[str, int]) -> Callable[[Sequence[Any]], str]:
        """Return the function that writes the second line of a row: labels and values, without empty ones."""
        shapes = [
            (place, column.type, column.options, places.get(column.currency), f"<i>{escape(column.label())}</i> ")
            for place, column in ((place, self.columns[place]) for place in others)
        ]
        return lambda row: " · ".join(
            f"{label}{escape(value)}"
            for place, kind, options, of, label in shapes
            if (value := shown(row[place], kind, options, self._currency(row, of)))
        )

    def _currency(self, row: Sequence[Any], place: int | None) -> str:
        return self.currency if place is None else row[place] or ""

    @staticmethod
    def _class(column: Shown) -> str:
        return ' class="num"' if column.type in NUMBERS else ' class="day"' if column.type in _UNBROKEN else ""
