"""The views of a list: their declarations, and the descriptions for the page."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.lists import Board, Calendar, Cards, Column, Filter, ListSpec, Timeline, View, request
from kit.lists.request import query
from kit.lists.spec.views import by_kind
from staffroom_testing import actor

from .conftest import LIST, thing

BOARD = Board(title="title", lines=("size",), hides=("shut",))
DUE = Calendar(start="due", title="title", color="status")
SPANS = replace(
    LIST,
    columns=[*LIST.columns, Column(name="created", expression=thing.c.created, type="datetime")],
    filters=[*LIST.filters, Filter(name="created", expression=thing.c.created, kind="range")],
)


def drawn(of: ListSpec, view: View) -> dict[str, Any]:
    return by_kind(replace(of, views=(view,)))[view.kind]


def test_lanes_are_states_and_targets_of_moves() -> None:
    board = drawn(LIST, BOARD)
    assert [lane["value"] for lane in board["lanes"]] == ["new", "done"]
    assert board["leads"] == {"finish": ["done"], "shut": ["shut"], "reopen": ["new"]}
    assert board["filters"] == ["status"]


def test_rows_that_begin_outside_are_included_if_their_end_has_a_filter() -> None:
    asks = ("filters", "days")
    due = drawn(LIST, DUE)
    assert [due[part] for part in asks] == [["due"], "due"]
    spanning = drawn(SPANS, replace(DUE, start="created", end="due"))
    assert [spanning[part] for part in asks] == [["created", "due"], "calendarDays"]
    without = replace(SPANS, filters=[entry for entry in SPANS.filters if entry.name != "due"], figures=None)
    beginning = drawn(without, replace(DUE, start="created", end="due"))
    assert [beginning[part] for part in asks] == [["created"], "created"]


def test_row_without_an_end_ends_when_it_starts_or_continues(database: Database) -> None:
    views = (
        Calendar(start="starts", end="due", title="title"),
        Timeline(start="starts", end="due", lane="status", title="title"),
    )
    starts = sa.cast(thing.c.created, sa.Date)
    spec = replace(
        LIST,
        columns=[*LIST.columns, Column(name="starts", expression=starts, type="date")],
        filters=[*LIST.filters, Filter(name="starts", expression=starts, kind="range")],
        views=views,
    )
    assert [entry.name for entry in replace(spec, name="others").filters].count("timelineDays") == 1
    ended, begun, later = (
        dt.date(2026, 2, 10),
        dt.datetime(2026, 1, 10, tzinfo=dt.UTC),
        dt.datetime(2026, 4, 1, tzinfo=dt.UTC),
    )
    rows = [("ended", begun, ended), ("open", begun, None), ("later", later, None)]
    with database.transaction(actor("staff")) as tx:
        tx.execute(sa.insert(thing), [{"title": title, "created": at, "due": due} for title, at, due in rows])

    def titles(days: str, asked: str) -> set[str]:
        where = query.where(request.read(spec, {days: asked}), actor("staff"))
        return {row["title"] for row in database.all(sa.select(thing.c.title).where(where))}

    assert titles("calendarDays", "2026-01-01..2026-01-31") == {"ended", "open"}
    assert titles("calendarDays", "2026-02-01..2026-02-28") == {"ended"}
    assert titles("timelineDays", "2026-02-01..2026-02-28") == {"ended", "open"}
    assert titles("timelineDays", "2026-03-01..") == {"open", "later"}
    assert titles("timelineDays", "..2026-01-10") == {"ended", "open"}


def test_rows_with_timestamps_have_hours() -> None:
    assert not drawn(LIST, DUE)["timed"]
    assert drawn(SPANS, replace(DUE, start="created"))["timed"]


def test_timeline_has_a_lane_for_each_value_of_a_column() -> None:
    timeline = drawn(SPANS, Timeline(start="created", end="due", lane="status", title="title"))
    assert (timeline["lane"], timeline["filters"], timeline["days"]) == ("status", ["created", "due"], "timelineDays")


def test_cards_name_their_badge() -> None:
    cards = drawn(LIST, Cards(title="title", lines=("size",), badge="status", picture=True))
    assert cards == {"title": "title", "lines": ["size"], "filters": [], "badge": "status", "picture": True}


@pytest.mark.parametrize(
    ("view", "text"),
    [
        (Board(title="nonsense"), "the board shows nonsense, which are no columns"),
        (Board(title="title", lines=("size", "x")), "the board shows x"),
        (Board(title="title", by="nonsense"), "asks by nonsense, which is no filter"),
        (Calendar(title="title", start="nonsense"), "the calendar shows nonsense"),
        (Calendar(title="title", start="size"), "size of the calendar is no date"),
        (Calendar(title="title", start="due", color="size"), "size colours the calendar but has no options"),
        (Timeline(title="title", start="due", end="", lane="status"), "the start and the end of a timeline"),
        (Timeline(title="title", start="due", end="due", lane="x"), "the timeline shows x"),
        (Cards(title="title", badge="x"), "the cards shows x"),
    ],
)
def test_invalid_view_is_refused_at_the_start(view: View, text: str) -> None:
    with pytest.raises(ValueError, match=text):
        replace(LIST, views=(view,))


def test_list_has_one_view_of_a_kind() -> None:
    with pytest.raises(ValueError, match="two views of one kind"):
        replace(LIST, views=(DUE, replace(DUE, color="")))


def test_rows_without_moves_have_no_board() -> None:
    without = {"edit": None, "record": None, "workflow": None, "path": LIST.path, "may": LIST.may}
    with pytest.raises(ValueError, match="have a workflow"):
        replace(LIST, views=(BOARD,), **without)
