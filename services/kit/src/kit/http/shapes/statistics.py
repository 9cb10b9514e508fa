"""Types of the answers of statistics."""

from __future__ import annotations

from typing import TypedDict

from kit.http.shapes.figures import Figure


class StatisticGroup(TypedDict):
    """One group: a key and a text for each dimension, and a value for each measure, null if it has none; `filters` lead
    to its rows."""

    keys: list[str | int | None]
    texts: list[str]
    currency: str | None
    values: list[float | None]
    filters: dict[str, str] | None


class StatisticTotal(TypedDict):
    """The values of all groups of one currency together."""

    currency: str | None
    values: list[float | None]


class StatisticAnswer(TypedDict):
    """`GET <statistic>/grouped`: `screen` is the address of its screen with the same filters, `rows` the path of the
    list with the rows of its groups. `truncated` if there are more groups than the answer contains."""

    by: list[Figure]
    measures: list[Figure]
    groups: list[StatisticGroup]
    totals: list[StatisticTotal]
    truncated: bool
    screen: str
    rows: str
