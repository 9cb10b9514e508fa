"""Pure rules of persons."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any

from kit.errors import Invalid
from kit.values import Text
from kit.values.days import age, today, under_18
from staffroom.identity.v1 import titles_pb2

__all__ = ("TITLES", "DigitText", "age", "check_past", "refuse_unknown_title", "under_18")

TITLES = tuple(name.removeprefix("TITLE_").capitalize() for name, number in titles_pb2.Title.items() if number)
"""Titles of persons: identity's list (`GET /system/titles`), from its contract."""


@dataclass(frozen=True, kw_only=True)
class DigitText(Text):
    """An identifier of exactly `digits` digits, with its leading zeros."""

    digits: int
    content: str = "numeric"

    def read(self, raw: Any) -> str:
        text = super().read(str(raw) if isinstance(raw, int) and not isinstance(raw, bool) else raw)
        if len(text) != self.digits:
            raise Invalid(f"Please enter {self.digits} digits")
        return text

    def meta(self) -> dict[str, Any]:
        return super().meta() | {"minLength": self.digits, "maxLength": self.digits}

    def schema(self) -> dict[str, Any]:
        return {"type": ["string", "null"], "pattern": f"^[0-9]{{{self.digits}}}$"}


def check_past(name: str, value: dt.date | None) -> None:
    """Refuse a date of field `name` that is not before today. Raises Invalid."""
    if value is not None and value >= today():
        raise Invalid("Please enter a date in the past", field=name)


def refuse_unknown_title(name: str, value: str | None) -> None:
    """Refuse a value of field `name` outside `TITLES`. A title stored by the older system stays until it is changed.
    Raises Invalid."""
    if value is not None and value not in TITLES:
        raise Invalid(f"Please choose one of: {', '.join(TITLES)}", field=name)
