"""Values formatted for people: in texts, in print, and for a spreadsheet without a cell of their type."""

from __future__ import annotations

import datetime as dt
import string
from collections.abc import Mapping, Sequence
from typing import Any

from kit.values import addresses
from kit.values.characters import for_xml
from kit.values.days import LONDON
from kit.values.richtext import plain
from kit.values.types import Option

LONGEST = 32_767
"""Maximum UTF-16 units of a text in a cell of a spreadsheet."""
CUT = " … (cut)"
"""The mark of a truncated text."""
_SIGNS = {"GBP": "£", "EUR": "€"}


def money(amount: int, currency: str = "") -> str:
    """Return minor units as an amount in en-GB: `-123456` in GBP is `-£1,234.56`, in CHF `-CHF 1,234.56`."""
    sign = _SIGNS.get(currency) or (f"{currency} " if currency else "")
    minus = "-" if amount < 0 else ""
    return f"{minus}{sign}{abs(amount) // 100:,}.{abs(amount) % 100:02d}"


def percent(rate: int) -> str:
    """Return hundredths of a percent as a percentage: 2000 is `20%`, 1750 `17.5%`."""
    return f"{rate / 100:.2f}".rstrip("0").rstrip(".") + "%"


def shown(value: Any, kind: str = "text", options: Sequence[Option] = (), currency: str = "") -> str:
    """Return a value of a column type of `docs/api.md` in the format of the page (`platform.md 9`): days as DD/MM/YY,
    timestamps as DD/MM/YY HH:mm in Europe/London, or as the day there in a column of days, a code as the label of its
    option, rich text without its markup."""
    if value is None:
        return ""
    for option in options:
        if option.value == value:
            return option.label
    if kind == "money":
        return money(int(value), currency)
    if kind == "percent":
        return percent(int(value))
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if isinstance(value, dt.datetime):
        return value.astimezone(LONDON).strftime("%d/%m/%y" if kind == "date" else "%d/%m/%y %H:%M")
    if isinstance(value, dt.date):
        return value.strftime("%d/%m/%y")
    if isinstance(value, list | tuple):
        return ", ".join(shown(entry, kind, options, currency) for entry in value)
    if isinstance(value, dict):
        return str(value.get("title") or value.get("name") or value.get("label") or "")
    if kind == "email":
        return for_xml(addresses.shown(str(value)))
    return cut(for_xml(plain(value) if kind == "richtext" else str(value)))


def clock(moment: dt.datetime) -> str:
    """Return the time of a timestamp in Europe/London: `14:05`."""
    return f"{moment.astimezone(LONDON):%H:%M}"


def cut(text: str) -> str:
    """Return `text` within the limit of a cell, with a mark if it is truncated. Spreadsheets count UTF-16 units: an
    emoji is two."""
    if units(text) <= LONGEST:
        return text
    kept = text.encode("utf-16-le", "replace")[: 2 * (LONGEST - len(CUT))]
    # Drop half an emoji at the end.
    return kept.decode("utf-16-le", "ignore") + CUT


def units(text: str) -> int:
    """Return the UTF-16 units of a text."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "replace")) // 2


def filled(text: str, record: Mapping[str, Any]) -> str:
    """Return `text` with names replaced by values of a record: `{supplier}`, `{user.name}` of a part, `{total:money}`
    in the record's `currency`, `{title:lower}` in lower case. Raises KeyError for a name that the record does not
    have."""
    return " ".join(_Filler(record).format(text).split())


class _Filler(string.Formatter):
    def __init__(self, record: Mapping[str, Any]) -> None:
        self.record = record

    def get_field(self, field_name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> tuple[Any, str]:
        value: Any = self.record
        for name in field_name.split("."):
            value = value[name]
        return value, field_name

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec == "lower":
            return shown(value).lower()
        return shown(value, format_spec or "text", currency=str(self.record.get("currency") or ""))
