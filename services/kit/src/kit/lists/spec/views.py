"""Views: alternatives to the table for drawing the rows of a list. Each uses the list itself, with its scope, filters,
search and rights; a declaration only assigns columns and filters to places."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self

import sqlalchemy as sa

from kit.lists.spec.columns import Column, Filter

if TYPE_CHECKING:
    from kit.lists.spec.figures import Figures
    from kit.workflow import Workflow

_DAYS = {"date", "datetime"}


class Viewed(Protocol):
    """The parts of a list that its views need."""

    @property
    def name(self) -> str: ...
    @property
    def views(self) -> Sequence[View]: ...
    @property
    def figures(self) -> Figures | None: ...
    @property
    def row_workflow(self) -> Workflow | None: ...
    def column(self, name: str) -> Column | None: ...
    def filter(self, name: str) -> Filter | None: ...


@dataclass(frozen=True, kw_only=True)
class View:
    """A view of rows: the column `title` has the name of a row, `lines` are the columns below it. A list has at most
    one view of each kind."""

    kind: ClassVar[str]
    title: str
    lines: Sequence[str] = ()

    def check(self, of: Viewed) -> None:
        """Check that the list can draw the view. Raises ValueError."""
        if unknown := sorted(name for name in self._shown() if of.column(name) is None):
            raise ValueError(f"list {of.name}: the {self.kind} shows {', '.join(unknown)}, which are no columns")
        if unknown := [name for name in self.filters(of) if of.filter(name) is None]:
            raise ValueError(f"list {of.name}: the {self.kind} asks by {', '.join(unknown)}, which is no filter")

    def _shown(self) -> Iterator[str]:
        yield self.title
        yield from self.lines

    def filters(self, of: Viewed) -> Sequence[str]:
        """Return the filters that the view itself sets: a page does not offer them in addition."""
        return ()

    def asks(self, of: Viewed) -> Filter | None:
        """Return the filter that the view adds to its list; None if those of the list suffice."""
        return None

    def without_columns(self, names: Collection[str]) -> Self:
        """Return the view without these columns, except the title."""
        return replace(self, lines=[name for name in self.lines if name not in names])

    def meta(self, of: Viewed) -> dict[str, Any]:
        """Return the description from which a page draws the view."""
        return {"title": self.title, "lines": list(self.lines), "filters": list(self.filters(of))}


@dataclass(frozen=True, kw_only=True)
class Board(View):
    """Cards in lanes, one for each state of the rows' workflow by the filter `by`; a card is dragged by a move. States
    of `hides` have no lane; each lane shows the `sum` of a column, if the figures of the list have it."""

    kind = "board"
    by: str = "status"
    hides: Collection[str] = ()
    sum: str = ""

    def check(self, of: Viewed) -> None:
        super().check(of)
        if of.row_workflow is None:
            raise ValueError(f"list {of.name}: the rows of a board have a workflow, whose record is the row")

    def filters(self, of: Viewed) -> Sequence[str]:
        return (self.by,)

    def meta(self, of: Viewed) -> dict[str, Any]:
        """Return the lanes in the order of the states, and the lanes to which each move leads."""
        assert of.row_workflow is not None
        lanes = [state.meta() for state in of.row_workflow.states if state.value not in self.hides]
        leads = {
            move.name: [state for state in (move.target, *move.other_targets) if state]
            for move in of.row_workflow.moves
            if not move.hidden
        }
        has_sum = of.figures is not None and self.sum in of.figures.sums
        return super().meta(of) | {"by": self.by, "lanes": lanes, "leads": leads, "sum": self.sum if has_sum else ""}


@dataclass(frozen=True, kw_only=True)
class _Spans(View):
    """Rows by date: from the column `start` to the column `end`, days or timestamps; `end` is "" for rows without a
    duration. The filter with the name of `start` takes `from..to`. If `end` has a filter too, the view adds the filter
    `calendarDays` or `timelineDays`, which leaves the rows that overlap `from..to`, including those that began before.
    `color` is a column whose options have colours. `within` is the condition for rows in a period, given its bounds,
    for lists with a known maximum duration: by default every row that began before is considered."""

    start: str
    end: str = ""
    color: str = ""
    within: Callable[[Any], sa.ColumnElement[bool]] | None = None

    def _shown(self) -> Iterator[str]:
        yield from super()._shown()
        yield from (name for name in (self.start, self.end, self.color) if name)

    def check(self, of: Viewed) -> None:
        super().check(of)
        for name in filter(None, (self.start, self.end)):
            column, entry = of.column(name), of.filter(name)
            if column is None or column.type not in _DAYS or (entry is not None and entry.kind != "range"):
                raise ValueError(f"list {of.name}: {name} of the {self.kind} is no date with a range filter")
        if self.color and not _column(of, self.color).options:
            raise ValueError(f"list {of.name}: {self.color} colours the {self.kind} but has no options")

    def filters(self, of: Viewed) -> Sequence[str]:
        return (self.start, self.end) if self.end and of.filter(self.end) else (self.start,)

    def _ending(self, end: sa.ColumnElement[Any], start: sa.ColumnElement[Any]) -> sa.ColumnElement[Any]:
        """Return when a row ends, if `end` may be empty."""
        raise NotImplementedError

    def asks(self, of: Viewed) -> Filter | None:
        if len(self.filters(of)) < 2:
            return None
        start, end = _column(of, self.start).expression, _column(of, self.end).expression
        ending = self._ending(end, start)

        def within(bounds: Any) -> sa.ColumnElement[bool]:
            low, high = bounds
            begun = start <= sa.func.coalesce(high, sa.cast("infinity", start.type))
            return sa.and_(begun, ending >= sa.func.coalesce(low, sa.cast("-infinity", start.type)))

        return Filter(
            name=f"{self.kind}Days",
            title="Days",
            kind="range",
            expression=start,
            condition=self.within or within,
            hidden=True,
        )

    def meta(self, of: Viewed) -> dict[str, Any]:
        timed = _column(of, self.start).type == "datetime"
        own = self.asks(of)
        spans = {"start": self.start, "end": self.end, "color": self.color, "timed": timed}
        return super().meta(of) | spans | {"days": own.name if own else self.start}


@dataclass(frozen=True, kw_only=True)
class Calendar(_Spans):
    """Rows in a month, a week, a day, or as an agenda. Rows with timestamps have hours, rows with days do not. A row
    without an end ends when it starts."""

    kind = "calendar"

    def _ending(self, end: sa.ColumnElement[Any], start: sa.ColumnElement[Any]) -> sa.ColumnElement[Any]:
        return sa.func.coalesce(end, start)


@dataclass(frozen=True, kw_only=True)
class Timeline(_Spans):
    """Rows as bars from start to end, in a lane for each value of the column `lane`. A row without an end continues."""

    kind = "timeline"
    lane: str

    def _ending(self, end: sa.ColumnElement[Any], start: sa.ColumnElement[Any]) -> sa.ColumnElement[Any]:
        return sa.func.coalesce(end, sa.cast("infinity", end.type))

    def _shown(self) -> Iterator[str]:
        yield from super()._shown()
        yield self.lane

    def check(self, of: Viewed) -> None:
        super().check(of)
        if len(self.filters(of)) < 2:
            raise ValueError(f"list {of.name}: the start and the end of a timeline have range filters")

    def meta(self, of: Viewed) -> dict[str, Any]:
        return super().meta(of) | {"lane": self.lane}


@dataclass(frozen=True, kw_only=True)
class Cards(View):
    """The rows of a page as cards; `badge` is a column with options, shown next to the name. `picture` draws the
    initials of the name, for rows that are people."""

    kind = "cards"
    badge: str = ""
    picture: bool = False

    def _shown(self) -> Iterator[str]:
        yield from super()._shown()
        if self.badge:
            yield self.badge

    def meta(self, of: Viewed) -> dict[str, Any]:
        return super().meta(of) | {"badge": self.badge, "picture": self.picture}


def _column(of: Viewed, name: str) -> Column:
    column = of.column(name)
    assert column is not None
    return column


def added_filters(of: Viewed) -> list[Filter]:
    """Return the filters that the views of a list add to it."""
    return [entry for entry in (view.asks(of) for view in of.views) if entry is not None]


def by_kind(of: Viewed) -> dict[str, dict[str, Any]]:
    """Return the views of a list for its page, by kind."""
    return {view.kind: view.meta(of) for view in of.views}


def check(of: Viewed) -> None:
    """Check that the list can draw the views and has at most one of each kind. Raises ValueError."""
    for view in of.views:
        view.check(of)
    kinds = [view.kind for view in of.views]
    if len(set(kinds)) < len(kinds):
        raise ValueError(f"list {of.name} has two views of one kind")
