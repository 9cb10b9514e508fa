"""Table: rows under a head that every page repeats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, Protocol

from markupsafe import Markup

from kit.documents.parts import Part
from kit.values import Option
from kit.values.shown import shown

NUMBERS = frozenset({"integer", "decimal", "money", "percent"})
"""Column types whose values stand on the right."""
_UNBROKEN = frozenset({"date", "datetime"})
_DENSE = 9
"""More columns than this need smaller letters."""


class Shown(Protocol):
    """What a table reads of a column: a `kit.lists.Column`, or a `Head` where the rows are those of no list."""

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
    """A column of a table of no list. `type` is a column type of `docs/api.md`, `currency` the name of the column that
    holds the currency of an amount."""

    name: str
    type: str = "text"
    options: Sequence[Option] = ()
    currency: str = ""

    def label(self) -> str:
        return self.name


@dataclass(frozen=True)
class Table(Part):
    """Rows of values, in the order of `columns`; `totals` are rows of the same shape below them, None where a cell
    stays empty.

    Values are shown as the page shows them. An amount carries its currency: that of the column that it names, which is
    then not shown itself, or else `currency`. `quiet` is a table beside others, without a coloured head.
    """

    columns: Sequence[Shown]
    rows: Iterable[Sequence[Any]]
    totals: Sequence[Sequence[Any]] = ()
    currency: str = ""
    quiet: bool = False
    empty: str = "Nothing to show"

    def html(self) -> Markup:
        places = {column.name: place for place, column in enumerate(self.columns)}
        kept = [place for place, column in enumerate(self.columns) if column.name not in self._currencies()]
        heads = "".join(f"<th{self._class(self.columns[n])}>{escape(self.columns[n].label())}</th>" for n in kept)
        body = "".join(self._lines(self.rows, kept, places, "<tr>"))
        if not body:
            body = f'<tr><td colspan="{len(kept)}" class="soft">{escape(self.empty)}</td></tr>'
        sums = "".join(self._lines(self.totals, kept, places, '<tr class="sum">'))
        kind = "rows" + (" quiet" if self.quiet else "") + (" dense" if len(kept) > _DENSE else "")
        # Joined as plain texts, since a list has hundreds of thousands of cells; each is escaped where it is written.
        table = f'<table class="{kind}"><thead><tr>{heads}</tr></thead><tbody>{body}{sums}</tbody></table>'
        return Markup(f'<div class="room"></div>{table}')  # noqa: S704

    def _currencies(self) -> frozenset[str]:
        return frozenset(column.currency for column in self.columns if column.currency)

    def _lines(
        self, rows: Iterable[Sequence[Any]], kept: Sequence[int], places: Mapping[str, int], begin: str
    ) -> Iterator[str]:
        shapes = [
            (place, column.type, column.options, places.get(column.currency), f"<td{self._class(column)}>")
            for place, column in ((place, self.columns[place]) for place in kept)
        ]
        for row in rows:
            cells = (
                f"{cell}{escape(shown(row[place], kind, options, self.currency if of is None else row[of] or ''))}</td>"
                for place, kind, options, of, cell in shapes
            )
            yield f"{begin}{''.join(cells)}</tr>"

    @staticmethod
    def _class(column: Shown) -> str:
        return ' class="num"' if column.type in NUMBERS else ' class="day"' if column.type in _UNBROKEN else ""
