"""Figures of a list: periods, comparisons, currencies, and refused declarations."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sa
from hypothesis import given
from hypothesis import strategies as st

from kit.database import Database
from kit.errors import Invalid
from kit.lists import By, Column, Figures, Filter, Period
from kit.lists.figures import grouped
from kit.lists.figures.groups import MOST_GROUPS
from kit.lists.figures.spans import Span

from .conftest import LIST, STAFF, STUDENT, TUTOR, thing

URL = "/api/v1/things/figures"
DAYS = st.dates(dt.date(1950, 1, 1), dt.date(2100, 12, 31))


def _make(database: Database, rows: str) -> None:
    with database.transaction(STAFF) as tx:
        tx.execute(sa.text(f"insert into thing (title, status, due, size, owner_id) {rows}"))


def _asked(client: Any, query: str, who: Any = STAFF) -> dict[str, Any]:
    answer = client(who).get(f"{URL}?{query}")
    assert answer.status_code == 200, answer.text
    figures: dict[str, Any] = answer.json()["data"]
    return figures


@given(period=st.sampled_from(Period), day=DAYS, count=st.integers(-200, 200))
def test_periods_follow_each_other(period: Period, day: dt.date, count: int) -> None:
    first = period.first(day)
    assert first <= day < period.later(first, 1)
    later = period.later(first, count)
    assert period.first(later) == later
    assert period.between(day, later) == count


@pytest.mark.parametrize(
    ("period", "text"),
    [
        (Period.DAY, "28 Dec 2026"),
        (Period.WEEK, "Week of 28 Dec 2026"),
        (Period.MONTH, "December 2026"),
        (Period.QUARTER, "Q4 2026"),
        (Period.YEAR, "2026"),
    ],
)
def test_name_of_a_period(period: Period, text: str) -> None:
    assert period.text(period.first(dt.date(2026, 12, 28))) == text


@pytest.mark.parametrize(
    ("first", "last", "before"),
    [
        ("2026-03-01", "2026-03-31", ("2026-02-01", "2026-02-28")),
        ("2026-01-01", "2026-12-31", ("2025-01-01", "2025-12-31")),
        ("2024-02-01", "2024-02-29", ("2024-01-01", "2024-01-31")),
        ("2026-01-05", "2026-01-11", ("2025-12-29", "2026-01-04")),
        ("2026-01-31", "2026-01-31", ("2026-01-30", "2026-01-30")),
    ],
)
def test_previous_period_has_the_same_length(first: str, last: str, before: tuple[str, str]) -> None:
    previous = Span("due", dt.date.fromisoformat(first), dt.date.fromisoformat(last)).before()
    assert (previous.first.isoformat(), previous.last.isoformat()) == before


def test_groups_have_texts_values_and_the_filters_of_their_rows(client: Any, database: Database) -> None:
    _make(
        database,
        "values ('a', 'new', date '2026-01-03', 2, 1), ('b', 'done', date '2026-02-01', 3, 1), "
        "('c', 'new', date '2026-01-31', 5, 1), ('d', 'new', null, 7, 1)",
    )
    figures = _asked(client, "by=due.month,status&sum=size&due=2026-01-02..2026-02-10")
    assert [(one["texts"], one["values"], one["filters"]) for one in figures["groups"]] == [
        (["January 2026", "New"], [2, 7], {"due": "2026-01-02..2026-01-31", "status": "new"}),
        (["February 2026", "Done"], [1, 3], {"due": "2026-02-01..2026-02-10", "status": "done"}),
    ]
    assert figures["totals"] == [{"currency": None, "values": [3, 10], "before": None}]
    assert figures["groups"][0]["keyFilters"] == [{"due": "2026-01-02..2026-01-31"}, {"status": "new"}]
    without = _asked(client, "by=due.year")["groups"][-1]
    assert [without[name] for name in ("keys", "texts", "values", "filters")] == [
        [None],
        ["Without"],
        [1],
        {"due": "none"},
    ]
    assert [row["title"] for row in client(STAFF).get("/api/v1/things?due=none&page=1").json()["data"]] == ["d"]


def test_shorter_of_two_periods_of_a_date_leads_to_the_rows(client: Any, database: Database) -> None:
    _make(database, "values ('a', 'new', date '2026-01-03', 2, 1), ('b', 'new', null, 2, 1)")
    for by in ("due.year,due.month", "due.month,due.year"):
        groups = _asked(client, f"by={by}")["groups"]
        assert [one["filters"] for one in groups] == [{"due": "2026-01-01..2026-01-31"}, {"due": "none"}]


def test_none_is_a_value_of_filters_that_figures_group_by(client: Any) -> None:
    for query in ("title=none", "size=none", "late=none"):
        assert client(STAFF).get(f"/api/v1/things?{query}").status_code == 422, query


def test_groups_of_the_previous_period_are_at_their_place(client: Any, database: Database) -> None:
    _make(
        database,
        "values ('a', 'new', date '2026-02-03', 2, 1), ('b', 'new', date '2026-01-04', 3, 1), "
        "('c', 'done', date '2026-01-05', 4, 1)",
    )
    figures = _asked(client, "by=due.month,status&sum=size&due=2026-02-01..2026-02-28&compare=before")
    assert figures["period"] == {
        "from": "2026-02-01",
        "to": "2026-02-28",
        "beforeFrom": "2026-01-01",
        "beforeTo": "2026-01-31",
    }
    january = {"due": "2026-01-01..2026-01-31"}
    assert [(one["texts"], one["values"], one["before"], one["beforeFilters"]) for one in figures["groups"]] == [
        (["February 2026", "New"], [1, 2], [1, 3], january | {"status": "new"}),
        (["February 2026", "Done"], [0, 0], [1, 4], january | {"status": "done"}),
    ]
    alone = _asked(client, "by=status&due=2026-02-01..2026-02-28&compare=before")["groups"]
    assert [one["beforeFilters"] for one in alone] == [january | {"status": "new"}, january | {"status": "done"}]
    assert figures["totals"] == [{"currency": None, "values": [1, 2], "before": [2, 7]}]


@pytest.mark.parametrize(
    "query",
    [
        "by=status&compare=before",
        "by=status&compare=before&due=2026-01-01..",
        "by=due.day&compare=before&due=..2026-01-01",
        "by=due.day&compare=before&due=2026-02-01..2026-01-01",
        "by=due.day&compare=before&due=0001-01-01..0001-12-31",
    ],
)
def test_comparison_needs_a_period(client: Any, query: str) -> None:
    answer = client(STAFF).get(f"{URL}?{query}")
    assert answer.status_code == 422 and answer.json()["code"] == "nothing_to_compare", answer.text


@pytest.mark.parametrize("last", ["9999-12-31", "9998-11-02"])
def test_last_possible_days(client: Any, database: Database, last: str) -> None:
    _make(database, f"values ('a', 'new', date '{last}', 2, 1)")
    for period in Period:
        for more in ("", f"&due=2026-01-01..{last}", f"&due=2026-01-01..{last}&compare=before"):
            answer = client(STAFF).get(f"{URL}?by=due.{period}{more}")
            assert answer.status_code in {200, 422}, answer.text


def test_figures_have_the_scope_of_the_list(client: Any, database: Database) -> None:
    _make(database, "values ('a', 'new', null, 2, 7), ('b', 'new', null, 3, 8)")
    assert [one["values"] for one in _asked(client, "by=status&sum=size", TUTOR)["groups"]] == [[1, 2]]
    assert _asked(client, "by=status", STUDENT)["groups"] == []


def test_too_many_groups_are_truncated_and_marked(client: Any, database: Database) -> None:
    _make(database, f"select 't' || g, 'new', date '2000-01-01' + g, 1, 1 from generate_series(0, {MOST_GROUPS}) g")
    figures = _asked(client, "by=due.day")
    assert figures["truncated"] and len(figures["groups"]) == MOST_GROUPS
    assert not _asked(client, "by=due.week")["truncated"]


def test_amounts_of_two_currencies_are_never_added(database: Database) -> None:
    _make(database, "values ('a', 'new', null, 2, 1), ('b', 'new', null, 3, 1), ('c', 'done', null, 4, 1)")
    money = replace(
        LIST,
        columns=[
            *LIST.columns,
            Column(name="currency", expression=sa.case((thing.c.size == 3, "EUR"), else_="GBP")),
            Column(name="amount", expression=thing.c.size, type="money", currency="currency"),
        ],
        filters=[*LIST.filters, Filter(name="currency", expression=sa.case((thing.c.size == 3, "EUR"), else_="GBP"))],
        figures=Figures(by=("status",), sums=("amount",)),
    )
    figures = grouped.answer(database, money, STAFF, {"by": "status", "sum": "amount"}, {})
    assert [(one["keys"], one["currency"], one["values"], one["filters"]) for one in figures["groups"]] == [
        (["new"], "EUR", [1, 3], {"status": "new", "currency": "EUR"}),
        (["new"], "GBP", [1, 2], {"status": "new", "currency": "GBP"}),
        (["done"], "GBP", [1, 4], {"status": "done", "currency": "GBP"}),
    ]
    assert [(one["currency"], one["values"]) for one in figures["totals"]] == [("EUR", [1, 3]), ("GBP", [2, 6])]


@pytest.mark.parametrize(
    ("figures", "error"),
    [
        (Figures(by=("nothing",)), "no filter nothing"),
        (Figures(by=("kind",)), "says what people call the values"),
        (Figures(by=("size",)), "a range of numbers"),
        (Figures(by=("status",), sums=("title",)), "title is no column that can be added up"),
        (Figures(by=("status",), sums=("nothing",)), "nothing is no column"),
    ],
)
def test_invalid_declarations_are_refused(figures: Figures, error: str) -> None:
    with pytest.raises(ValueError, match=error):
        replace(LIST, figures=figures)


def test_filter_named_like_a_parameter_of_figures_is_refused() -> None:
    with pytest.raises(ValueError, match="have parameters by"):
        replace(LIST, filters=[*LIST.filters, Filter(name="by", expression=thing.c.title)])


def test_value_may_be_named_by_a_column(database: Database) -> None:
    _make(database, "values ('a', 'new', null, 2, 1)")
    named = replace(LIST, figures=Figures(by=(By("kind", text="title"),)))
    (group,) = grouped.answer(database, named, STAFF, {"by": "kind"}, {})["groups"]
    assert (group["keys"], group["texts"], group["filters"]) == (["plain"], ["a"], {"kind": "plain"})
    with pytest.raises(Invalid, match="grouped by one or two of: kind"):
        grouped.answer(database, named, STAFF, {"by": ""}, {})


def test_false_matches_rows_with_unknown_condition(client: Any, database: Database) -> None:
    _make(database, "values ('a', 'new', date '2026-01-01', 2, 1), ('b', 'new', null, 3, 1)")
    unsure = replace(
        LIST,
        filters=[
            Filter(
                name="early", kind="boolean", condition=lambda yes: (thing.c.due < sa.text("date '2026-06-01'")) == yes
            )
        ],
        figures=Figures(by=("early",)),
    )
    figures = grouped.answer(database, unsure, STAFF, {"by": "early", "early": "false"}, {})
    assert [(one["keys"], one["values"]) for one in figures["groups"]] == [([False], [1])]
