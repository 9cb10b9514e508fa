"""Views of lists: each view's own filters select the same rows as its list, for every account that may read it."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import sqlalchemy as sa

from kit.database import Database
from kit.http.operations import fixed_path
from kit.lists import Board, Calendar, Cards, ListSpec, Timeline, View, request
from kit.lists.request import query
from kit.policy import Actor
from staffroom_testing.demo import accounts
from staffroom_testing.walking import Walking

_SIZE = 10
"""Maximum rows of an answer."""
Listed = dict[str, Any]
"""A row of the list: its id, and the values of the view's filters."""
Asked = tuple[dict[str, str], Callable[[Listed], bool]]
"""A query of a view, and which rows match it."""


class ViewWalk(Walking):
    """See `staffroom_testing.conformance`."""

    @classmethod
    def view_cases(cls) -> dict[str, tuple[ListSpec, View]]:
        return {f"{spec.name}-{view.kind}": (spec, view) for spec in cls.service.lists for view in spec.views}

    def test_view_uses_parts_of_its_list(self, demo: Database, view_case: tuple[ListSpec, View]) -> None:
        """Check that the page draws a view from columns, lanes, moves and filters that its list has."""
        spec, view = view_case
        answer = self.call("sysadmin", "GET", f"{fixed_path(spec.path)}/columns").json()["data"]
        columns = {column["name"]: column for column in answer["columns"]}
        drawn = answer["views"][view.kind]
        named = [drawn.get(part) for part in ("title", "badge", "start", "end", "color", "lane")]
        assert {name for name in (*named, *drawn["lines"]) if name} <= columns.keys()
        if isinstance(view, Board):
            assert spec.row_workflow is not None
            states = {state.value for state in spec.row_workflow.states}
            lanes = Counter([lane["value"] for lane in drawn["lanes"]] + list(view.hides))
            assert lanes == Counter(states), "a state has one lane or is hidden"
            offered = {move.name for move in spec.row_workflow.moves if not move.hidden}
            assert drawn["leads"].keys() == offered
            assert all(set(leads) <= states for leads in drawn["leads"].values())
        if isinstance(view, Calendar | Timeline):
            for name in filter(None, (view.start, view.end)):
                assert columns[name]["type"] == ("datetime" if drawn["timed"] else "date"), name
            assert all(_kind(spec, name) == "range" for name in drawn["filters"])
            assert not view.color or all(option.get("color") for option in columns[view.color]["options"])
        if isinstance(view, Cards) and view.badge:
            assert columns[view.badge]["options"], "a badge is one of some options"

    def test_view_shows_only_rows_of_its_list(self, demo: Database, view_case: tuple[ListSpec, View]) -> None:
        """Check, for every account, that the view's own filters select exactly the matching rows of its list."""
        spec, view = view_case
        path = next(iter(spec.aliases), spec.path)
        reached: dict[str, list[Listed]] = {}
        every = _rows(demo, spec, view, accounts()["sysadmin"])
        shown = 0
        for who, actor in accounts().items():
            scope = f"{spec.scope.variant(actor)} {spec.scope.params(actor)}"
            for asked, answers in _asked(spec, view, every):
                if not spec.may(actor):
                    assert self.call(who, "GET", path, params=asked | {"page": 1}).status_code in (401, 403), who
                    break
                if scope not in reached:
                    reached[scope] = _rows(demo, spec, view, actor)
                mine = {row["id"] for row in reached[scope] if answers(row)}
                answer = self.call(who, "GET", path, params=asked | {"page": 1, "pageSize": _SIZE})
                assert answer.status_code == 200, (who, asked, answer.text)
                ids = [row["id"] for row in answer.json()["data"]]
                assert set(ids) <= mine and answer.json()["total"] == len(mine), (who, asked)
                assert len(ids) == min(len(mine), _SIZE), (who, asked)
                shown += len(ids)
        assert shown, f"the {view.kind} of {spec.name} shows nothing to anybody"


def _kind(spec: ListSpec, name: str) -> str:
    entry = spec.filter(name)
    return "" if entry is None else entry.kind


def _rows(demo: Database, spec: ListSpec, view: View, actor: Actor) -> list[Listed]:
    """Return all rows of the list that the account reaches."""
    expressions = [spec.key.label("id")]
    for name in view.filters(spec):
        column = spec.column(name)
        assert column is not None, f"the {view.kind} of {spec.name} asks by {name}, which is no column"
        expressions.append(column.expression.label(name))
    mine = query.where(request.read(spec, {}), actor)
    return [dict(row) for row in demo.all(sa.select(*expressions).select_from(spec.source).where(mine))]


def _asked(spec: ListSpec, view: View, every: list[Listed]) -> Iterator[Asked]:
    """Return the queries by which the page draws the view: one for each lane of a board; the month in which most rows
    begin for a calendar or timeline; the whole list for cards."""
    if isinstance(view, Board):
        for lane in view.meta(spec)["lanes"]:
            yield {view.by: lane["value"]}, partial(_has, view.by, lane["value"])
    elif isinstance(view, Calendar | Timeline):
        begin = Counter(_day(row[view.start]).replace(day=1) for row in every if row[view.start] is not None)
        first = begin.most_common(1)[0][0]
        last = (first + dt.timedelta(days=31)).replace(day=1) - dt.timedelta(days=1)
        filters = view.filters(spec)
        if len(filters) == 1:
            yield {view.start: f"{first}..{last}"}, partial(_lasts, view.start, view.start, first, last)
        else:
            goes_on = isinstance(view, Timeline)
            days = view.meta(spec)["days"]
            yield {days: f"{first}..{last}"}, partial(_lasts, view.start, view.end, first, last, goes_on=goes_on)
    else:
        yield {}, lambda _: True


def _has(name: str, value: Any, row: Listed) -> bool:
    return bool(row[name] == value)


def _lasts(start: str, end: str, first: dt.date, last: dt.date, row: Listed, *, goes_on: bool = False) -> bool:
    """Return whether the row begins by the last day and ends on or after the first; without an end it ends when it
    starts, or continues."""
    if row[start] is None or _day(row[start]) > last:
        return False
    ends = row[end] if row[end] is not None else None if goes_on else row[start]
    return ends is None or _day(ends) >= first


def _day(value: dt.date | dt.datetime) -> dt.date:
    return value.astimezone(dt.UTC).date() if isinstance(value, dt.datetime) else value
