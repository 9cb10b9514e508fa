"""Statistics that the figures of no list can show, such as medians, for tiles of dashboards: the declaration and its
answer.

A statistic accompanies a call of its service. It is grouped in one of its declared ways and narrowed by filters of a
list; every group has a value for each measure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import sqlalchemy as sa

from kit.database import Database
from kit.errors import Invalid
from kit.lists.figures.groups import MOST_GROUPS
from kit.lists.spec import ListSpec
from kit.policy import Actor, Rule

Value = int | float | None


@dataclass(frozen=True)
class Grouping:
    """A grouping: `titles` has one for each dimension."""

    name: str
    titles: Sequence[str]

    def meta(self) -> dict[str, str]:
        return {"name": self.name, "title": " and ".join((self.titles[0], *(one.lower() for one in self.titles[1:])))}


@dataclass(frozen=True)
class Measure:
    """A number of each group. `type` is a column type of `docs/api.md`: integer, decimal or money."""

    name: str
    title: str
    type: str = "integer"

    def meta(self) -> dict[str, str]:
        return {"name": self.name, "title": self.title, "type": self.type}


@dataclass(frozen=True)
class Counted:
    """A group with a key and a text for each dimension, and a value for each measure, None if it has none. `filters`
    leave its rows in the list `Statistic.rows`; None if no filter does."""

    keys: Sequence[str | int | None]
    texts: Sequence[str]
    values: Sequence[Value]
    currency: str | None = None
    filters: Mapping[str, str] | None = None


@dataclass(frozen=True)
class Counts:
    """The groups in order, and for each currency the values of all of them together. `more` if there are further,
    smaller groups."""

    groups: Sequence[Counted]
    totals: Sequence[Counted]
    more: bool = False


@dataclass(frozen=True)
class Screen:
    """The screen of a statistic. Its address has the filter `days` as `from` and `to`, and those of `keeps` by their
    own names."""

    path: str
    days: str = ""
    keeps: Sequence[str] = ()

    def address(self, filters: Mapping[str, str]) -> str:
        """Return the address of the screen with these filters."""
        first, _, last = filters.get(self.days, "").partition("..")
        query = {"from": first, "to": last} | {name: filters.get(name, "") for name in self.keeps}
        chosen = urlencode({name: value for name, value in query.items() if value})
        return f"{self.path}?{chosen}" if chosen else self.path


Read = Callable[[sa.Connection, Actor, Mapping[str, str], str], Counts]
"""Returns the values that filters leave, by a grouping; with "" only the totals. Raises Invalid for filters."""


@dataclass(frozen=True, kw_only=True)
class Statistic:
    """A statistic at `path`, readable for those whom `may` allows. Its filters are the ones of `spec` that `filters`
    names. `rows` is the list with the rows of a group; if it is not `spec`, it must have the filters of the groups."""

    path: str
    title: str
    may: Rule
    spec: ListSpec
    filters: Sequence[str]
    by: Sequence[Grouping]
    measures: Sequence[Measure]
    read: Read
    screen: Screen
    rows: str

    def takes(self, actor: Actor, name: str) -> bool:
        """Return whether the actor may narrow the statistic by a filter."""
        return name in self.filters and self.spec.seen_by(actor).filter(name) is not None

    def offer(self) -> dict[str, Any]:
        """Return its parameters: the groupings, the measures, and the date filters."""
        entries = [entry for entry in self.spec.filters if entry.name in self.filters and entry.kind == "range"]
        return {
            "path": self.path,
            "title": self.title,
            "by": [one.meta() for one in self.by],
            "measures": [one.meta() for one in self.measures],
            "days": [{"name": entry.name, "title": entry.label()} for entry in entries],
        }


def path_of(path: str) -> str:
    """Return the path of the call that returns the groups of the statistic at `path`."""
    return f"{path}/grouped"


def answer(db: Database, statistic: Statistic, actor: Actor, asked: Mapping[str, str]) -> dict[str, Any]:
    """Return `StatisticAnswer` of the rows that the filters leave: the groups by `by`, or without it only the totals.

    Raises Invalid, Forbidden.
    """
    statistic.may.require(actor)
    filters = {name: value for name, value in asked.items() if name != "by"}
    for name in filters:
        if not statistic.takes(actor, name):
            allowed = ", ".join(one for one in statistic.filters if statistic.takes(actor, one))
            raise Invalid(f"Unknown filter {name!r}; allowed are: {allowed}", code="unknown_filter")
    name = asked.get("by", "")
    grouping = next((one for one in statistic.by if one.name == name), None)
    if name and grouping is None:
        allowed = ", ".join(one.name for one in statistic.by)
        raise Invalid(f"by is one of: {allowed}", code="unknown_figure", fields={"by": allowed})
    with db.read() as connection:
        counts = statistic.read(connection, actor, filters, name)
    groups = counts.groups if grouping is not None else ()
    titles = grouping.titles if grouping is not None else ()
    return {
        "by": [{"name": name, "title": title, "type": "select"} for title in titles],
        "measures": [one.meta() for one in statistic.measures],
        "groups": [_shown(one) for one in groups[:MOST_GROUPS]],
        "totals": [{"currency": one.currency, "values": list(one.values)} for one in counts.totals],
        "truncated": counts.more or len(groups) > MOST_GROUPS,
        "screen": statistic.screen.address(filters),
        "rows": statistic.rows,
    }


def _shown(one: Counted) -> dict[str, Any]:
    filters = None if one.filters is None else dict(one.filters)
    return {
        "keys": list(one.keys),
        "texts": list(one.texts),
        "currency": one.currency,
        "values": list(one.values),
        "filters": filters,
    }
