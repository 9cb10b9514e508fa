"""The tile of a statistic: its call, and its answer as figures or as the rows of a table. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from identity.dashboards.fields import STATISTIC
from kit.lists import Column
from kit.lists.figures.statistics import path_of
from kit.lists.known import Call

_CURRENCY = "currency"


def form_of(tile: Mapping[str, Any]) -> str:
    """Return the kind of tile with this form: a statistic is shown as a number, a table or a chart."""
    if tile["kind"] != STATISTIC:
        return str(tile["kind"])
    return tile["chart"] if tile["chart"] in {"number", "table"} else "chart"


def call(tile: Mapping[str, Any], query: Mapping[str, str], where: Mapping[str, str]) -> Call:
    """Return the call that answers a tile's statistic; a number needs only the totals."""
    by = {} if form_of(tile) == "number" else {"by": tile["grouped_by"]}
    return Call(path_of(tile["list_path"]), {**query, **by}, where)


def content(tile: Mapping[str, Any], body: Mapping[str, Any]) -> dict[str, Any]:
    """Return the part of `TileAnswer` for an answer of `kit.lists.figures.statistics`."""
    opens = {"screen": body["screen"], "rowsOf": body["rows"]}
    if form_of(tile) == "table":
        rows = _rows(body)
        return {**opens, "rows": rows, "total": len(rows), "meta": _meta(body)}
    return {**opens, "figures": _figures(tile["measure"], body)}


def _figures(measure: str, body: Mapping[str, Any]) -> dict[str, Any]:
    """Return the groups and totals of one measure, in the form of a list's figures, without those that have no
    value."""
    names = [one["name"] for one in body["measures"]]
    place = names.index(measure) if measure in names else 0
    chosen = body["measures"][place]

    def value(one: Mapping[str, Any]) -> dict[str, Any]:
        # Only amounts have a currency: a number of leads has none.
        currency = one["currency"] if chosen["type"] == "money" else None
        return {"currency": currency, "values": [one["values"][place]], "before": None}

    groups = [
        {
            **value(one),
            "keys": one["keys"],
            "texts": one["texts"],
            "filters": one["filters"],
            "keyFilters": [one["filters"] if len(one["keys"]) == 1 else None for _ in one["keys"]],
            "beforeFilters": None,
        }
        for one in body["groups"]
        if one["values"][place] is not None
    ]
    return {
        "by": body["by"],
        "measures": [chosen],
        "groups": groups,
        "totals": [value(one) for one in body["totals"] if one["values"][place] is not None],
        "truncated": body["truncated"],
        "period": None,
        "asOf": None,
    }


def _dimension(place: int) -> str:
    return f"by{place}"


def _rows(body: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return a row for each group, with its texts, currency and measures."""
    return [
        {"id": number, _CURRENCY: one["currency"]}
        | {_dimension(place): text for place, text in enumerate(one["texts"])}
        | dict(zip((measure["name"] for measure in body["measures"]), one["values"], strict=True))
        for number, one in enumerate(body["groups"], start=1)
    ]


def _meta(body: Mapping[str, Any]) -> dict[str, Any]:
    titles = [(_dimension(place), one["title"]) for place, one in enumerate(body["by"])]
    columns = [Column(name=name, title=title, expression=sa.null()) for name, title in titles]
    columns += [
        Column(
            name=one["name"],
            title=one["title"],
            type=one["type"],
            expression=sa.null(),
            currency=_CURRENCY if one["type"] == "money" else "",
        )
        for one in body["measures"]
    ]
    return {
        "title": "",
        "target": "",
        "naming": columns[0].name if columns else "",
        "columns": [column.meta() for column in columns],
        "calendar": None,
    }
