"""Examples of values for fields of several rooms."""

from __future__ import annotations

from typing import Any

Examples = dict[str, Any]


def text(longest: int, *good: str) -> Examples:
    return {"accepts": [*good, "", None], "refuses": [17, ["x"], "x" * (longest + 1)]}


def needed(longest: int, *good: str) -> Examples:
    return {"accepts": list(good), "refuses": ["", "   ", None, 17, "x" * (longest + 1)]}


DATE: Examples = {
    "accepts": ["2008-02-29", "31st July 2020", {"date": "2020-07-31 00:00:00"}, None],
    "refuses": ["31/07/2020", "tomorrow", 5, "2023-02-29"],
}
FLAG: Examples = {"accepts": [True, False, "true", "false"], "refuses": ["yes", 1, [True]]}
EMAIL: Examples = {"accepts": ["ada@example.org", "", None], "refuses": ["ada at example", "a@b", 5]}
PHONE: Examples = {"accepts": ["+44 7700 900123", "", None], "refuses": ["call me", 5, "1" * 31]}
RICH: Examples = {"accepts": ["<p>Well <b>done</b></p>", "", None], "refuses": [5, "x" * 20_001]}
LINK: Examples = {"accepts": [1, "1", None], "refuses": ["one", -1, True]}
NEEDED_LINK: Examples = {"accepts": [1], "refuses": [None, "one", -1]}


def chosen(*good: str) -> Examples:
    return {"accepts": list(good), "refuses": [None, "", "lost", 5]}


HOURS: Examples = {
    "accepts": [
        [{"day": "Monday", "start": "08:30", "end": "12:00"}],
        [{"day": "Sunday", "start": "00:00", "end": "24:00"}],
        [],
    ],
    "refuses": [
        [{"day": "Someday", "start": "08:30", "end": "12:00"}],
        [{"day": "Monday", "start": "8", "end": "25:00"}],
    ],
}
