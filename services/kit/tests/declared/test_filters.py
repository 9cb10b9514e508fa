"""Metadata of filters: types of ranges, quick ranges of days, and the filter named by a refusal."""

from __future__ import annotations

from typing import Any, Literal

import pytest
import sqlalchemy as sa

from kit.errors import Invalid
from kit.lists import Filter, Tab
from kit.lists.request.values import filter_value
from kit.lists.spec.columns import quick_days
from kit.policy import ANONYMOUS
from kit.values import Option

DAYS = sa.column("day", sa.Date)


@pytest.mark.parametrize(
    ("name", "days"),
    [("birthDate", "none"), ("dueDate", "due"), ("created", "past"), ("date", "past"), ("starts", "both")],
)
def test_quick_ranges_follow_from_the_name(name: str, days: str) -> None:
    assert quick_days(name) == days
    assert Filter(name=name, expression=DAYS, kind="range").meta()["quick"] == days


def test_filter_declares_other_quick_ranges_and_years_are_numbers() -> None:
    assert Filter(name="start", expression=DAYS, kind="range", quick="past").meta()["quick"] == "past"
    year = Filter(name="year", expression=sa.column("year", sa.Integer), kind="range").meta()
    assert year["of"] == "number" and "quick" not in year


@pytest.mark.parametrize(
    ("entry", "value"),
    [
        (Filter(name="one", expression=sa.column("kind", sa.Text), options=(Option("a", "A"),)), "b"),
        (Filter(name="one", expression=sa.column("number", sa.Integer)), "x"),
        (Filter(name="one", expression=DAYS, kind="range"), "soon.."),
        (Filter(name="one", expression=sa.column("yes", sa.Boolean), kind="boolean"), "perhaps"),
    ],
)
def test_refusal_names_the_filter(entry: Filter, value: str) -> None:
    with pytest.raises(Invalid) as refused:
        filter_value(entry, value)
    assert refused.value.code == "bad_filter" and set(refused.value.fields or {}) == {"one"}


def test_row_of_tabs_declares_its_place() -> None:
    kind = Filter(name="kind", options=(Option("a", "A"),))
    connection: Any = None
    places: tuple[Literal["tabs", "title", "filter"], ...] = ("tabs", "title", "filter")
    for place in places:
        assert Tab(filter="kind", shown=place).meta(kind, connection, ANONYMOUS)["shown"] == place
