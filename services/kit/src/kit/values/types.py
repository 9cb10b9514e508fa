"""Types of fields: each reads a value from JSON, refuses it with the spec's text, and describes itself to a form.

`parse` takes a JSON value and returns the value to store; it raises Invalid with the message of `platform.md 5`.
`meta` is the type's part of a form field (`docs/api.md`, Records). For OpenAPI, `schema` is the JSON schema of a value
in a request, `answer` that of a stored value in an answer; the column decides whether that may be null.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from typing import Any

from kit.actors import Actor
from kit.errors import Invalid
from kit.values.texts import NUMBERS_ONLY, REQUIRED, Email, FieldType, Phone, RichText, Text

__all__ = [
    "INTEGERS_ONLY",
    "NUMBERS_ONLY",
    "REQUIRED",
    "Boolean",
    "Date",
    "DateTime",
    "DecimalNumber",
    "Email",
    "FieldType",
    "FileIds",
    "IdList",
    "Integer",
    "Money",
    "MultiSelect",
    "Option",
    "Percent",
    "Phone",
    "Reference",
    "RichText",
    "Select",
    "Text",
    "label_of",
    "options",
]

INTEGERS_ONLY = "Positive integer values only"
_NO_TIME = "Please enter a date and time"


@dataclass(frozen=True, kw_only=True)
class Integer(FieldType):
    minimum: int = 0
    maximum: int = 2_147_483_647
    kind = "integer"

    def read(self, raw: Any) -> int:
        if isinstance(raw, str) and re.fullmatch(r"[+-]?\d{1,18}", raw.strip()):
            raw = int(raw.strip())  # int() strips fewer kinds of space than strip()
        if isinstance(raw, float) and raw.is_integer():
            raw = int(raw)
        if isinstance(raw, bool) or not isinstance(raw, int):
            raise Invalid(INTEGERS_ONLY if self.minimum >= 0 else NUMBERS_ONLY)
        _check_between(raw, self.minimum, self.maximum)
        return raw

    def meta(self) -> dict[str, Any]:
        return super().meta() | {"min": self.minimum, "max": self.maximum}

    def schema(self) -> dict[str, Any]:
        return {"type": ["integer", "null"], "minimum": self.minimum, "maximum": self.maximum}

    def answer(self) -> dict[str, Any]:
        return {"type": "integer"}


@dataclass(frozen=True, kw_only=True)
class RecordId(Integer):
    """The id of a record, for which the form offers no choices."""

    minimum: int = 1
    maximum: int = 9_007_199_254_740_991


def _check_between(value: Any, minimum: Any, maximum: Any) -> None:
    if not minimum <= value <= maximum:
        raise Invalid(f"Please enter a number between {minimum} and {maximum}")


@dataclass(frozen=True, kw_only=True)
class Money(Integer):
    """Minor units."""

    minimum: int = -1_000_000_000
    maximum: int = 1_000_000_000
    kind = "money"


@dataclass(frozen=True, kw_only=True)
class Percent(Integer):
    """Hundredths of a percent: 2000 is 20 %."""

    maximum: int = 10_000
    kind = "percent"


@dataclass(frozen=True, kw_only=True)
class DecimalNumber(FieldType):
    """A decimal rounded half up to `places`."""

    places: int = 2
    minimum: Decimal = Decimal(0)
    maximum: Decimal = Decimal(1_000_000)
    kind = "decimal"

    def read(self, raw: Any) -> Decimal:
        if isinstance(raw, bool) or not isinstance(raw, int | float | str):
            raise Invalid(NUMBERS_ONLY)
        try:
            value = Decimal(str(raw).strip())
            if not value.is_finite():
                raise Invalid(NUMBERS_ONLY)
            _check_between(value, self.minimum, self.maximum)
            return value.quantize(Decimal(1).scaleb(-self.places), ROUND_HALF_UP)
        except InvalidOperation:
            raise Invalid(NUMBERS_ONLY) from None

    def encode(self, value: Any) -> Any:
        return None if value is None else float(value)

    def schema(self) -> dict[str, Any]:
        return {"type": ["number", "null"]}

    def answer(self) -> dict[str, Any]:
        return {"type": "number"}


@dataclass(frozen=True, kw_only=True)
class Date(FieldType):
    """A date, `2026-11-21`; also in the legacy form `31st July 2020`."""

    kind = "date"

    def read(self, raw: Any) -> dt.date:
        if isinstance(raw, dict):  # the legacy system wraps dates: {"date": "2026-11-21 00:00:00"}
            raw = raw.get("date")
        if isinstance(raw, str):
            text = raw.strip()
            for attempt in (text[:10], re.sub(r"(\d)(st|nd|rd|th)\b", r"\1", text)):
                for form in ("%Y-%m-%d", "%d %B %Y"):
                    try:
                        value = dt.datetime.strptime(attempt, form).date()
                    except ValueError:
                        continue
                    if 1900 <= value.year <= 2200:
                        return value
        raise Invalid("Please enter a date in the form 31st July 2020")

    def encode(self, value: Any) -> Any:
        return value.isoformat() if value is not None else None

    def schema(self) -> dict[str, Any]:
        return {"type": ["string", "null"], "format": "date"}

    def answer(self) -> dict[str, Any]:
        return {"type": "string", "format": "date"}


@dataclass(frozen=True, kw_only=True)
class DateTime(FieldType):
    """A timestamp in ISO 8601; without an offset it is UTC."""

    kind = "datetime"

    def read(self, raw: Any) -> dt.datetime:
        if isinstance(raw, dict):
            raw = raw.get("date")
        try:
            value = dt.datetime.fromisoformat(str(raw).strip())
        except ValueError:
            raise Invalid(_NO_TIME) from None
        if not 1900 <= value.year <= 2200:
            raise Invalid(_NO_TIME)
        return (value if value.tzinfo else value.replace(tzinfo=dt.UTC)).astimezone(dt.UTC)

    def encode(self, value: Any) -> Any:
        return value.astimezone(dt.UTC).isoformat().replace("+00:00", "Z") if value is not None else None

    def schema(self) -> dict[str, Any]:
        return {"type": ["string", "null"], "format": "date-time"}

    def answer(self) -> dict[str, Any]:
        return {"type": "string", "format": "date-time"}


@dataclass(frozen=True, kw_only=True)
class Boolean(FieldType):
    """True or false; the strings 'true' and 'false' are converted (`teaching.md 5`)."""

    must_be: bool = False
    kind = "boolean"

    def read(self, raw: Any) -> bool:
        if isinstance(raw, str) and raw.strip().lower() in {"true", "false"}:
            raw = raw.strip().lower() == "true"
        if not isinstance(raw, bool):
            raise Invalid("Please choose yes or no")
        if self.must_be and not raw:
            raise Invalid("You must agree before submission")
        return raw

    def empty(self) -> Any:
        return False

    def schema(self) -> dict[str, Any]:
        return {"type": ["boolean", "string", "null"]}

    def answer(self) -> dict[str, Any]:
        return {"type": "boolean"}


@dataclass(frozen=True)
class Option:
    """One choice: the stored value, its label and its colour."""

    value: str | int | bool
    label: str
    color: str = ""

    def meta(self) -> dict[str, Any]:
        return {"value": self.value, "label": self.label} | ({"color": self.color} if self.color else {})


def options(
    *entries: str | tuple[str | int, str] | tuple[str | int, str, str] | Option,
) -> tuple[Option, ...]:
    """Return options from single words, (value, label) or (value, label, colour)."""
    result: list[Option] = []
    for entry in entries:
        if isinstance(entry, Option):
            result.append(entry)
        elif isinstance(entry, str):
            result.append(Option(entry, entry))
        else:
            result.append(Option(*entry))
    return tuple(result)


def label_of(options: Iterable[Option], value: Any) -> str | None:
    """Return the label of `value` among `options`; None if it is not one of them."""
    return next((option.label for option in options if option.value == value), None)


@dataclass(frozen=True, kw_only=True)
class Select(FieldType):
    """One of `choices`. An empty choice is stored as `blank`."""

    choices: Sequence[Option]
    blank: Any = None
    kind = "select"

    def empty(self) -> Any:
        return self.blank

    def read(self, raw: Any) -> Any:
        for choice in self.choices:
            if raw == choice.value and isinstance(raw, bool) == isinstance(choice.value, bool):
                return choice.value
        allowed = ", ".join(str(choice.value) for choice in self.choices)
        raise Invalid(f"Please choose one of: {allowed}")

    def text(self, value: Any) -> str | None:
        return label_of(self.choices, value)

    def meta(self) -> dict[str, Any]:
        return super().meta() | {"options": [choice.meta() for choice in self.choices]}

    def schema(self) -> dict[str, Any]:
        return {"enum": [*(choice.value for choice in self.choices), None]}

    def answer(self) -> dict[str, Any]:
        return {"enum": list(dict.fromkeys([*(choice.value for choice in self.choices), *self._blank()]))}

    def _blank(self) -> list[Any]:
        return [] if self.required or self.blank is None else [self.blank]


@dataclass(frozen=True, kw_only=True)
class MultiSelect(FieldType):
    """Several of `choices`, stored as a list without duplicates."""

    choices: Sequence[Option]
    minimum: int = 0
    kind = "multiselect"
    many = True

    def empty(self) -> Any:
        return []

    def read(self, raw: Any) -> list[Any]:
        select = Select(choices=self.choices)
        if not isinstance(raw, list):
            raise Invalid("Please choose from the list")
        values = list(dict.fromkeys(select.read(entry) for entry in raw))
        if len(values) < self.minimum:
            raise Invalid(f"Please add at least {self.minimum} entries")
        return values

    def text(self, value: Any) -> str | None:
        if not isinstance(value, list):
            return None
        return ", ".join(label_of(self.choices, entry) or str(entry) for entry in value)

    def meta(self) -> dict[str, Any]:
        return super().meta() | {"options": [choice.meta() for choice in self.choices]}

    def schema(self) -> dict[str, Any]:
        return {"type": ["array", "null"], "items": {"enum": [choice.value for choice in self.choices]}}

    def answer(self) -> dict[str, Any]:
        return {"type": "array", "items": {"enum": [choice.value for choice in self.choices]}}


@dataclass(frozen=True, kw_only=True)
class Reference(FieldType):
    """The id of a record of this service; the foreign key checks that it exists. `source` is the call that returns the
    choices."""

    source: str
    kind = "select"

    def read(self, raw: Any) -> int:
        return int(RecordId(minimum=0).read(raw))

    def meta(self) -> dict[str, Any]:
        return super().meta() | {"optionsFrom": self.source}

    def schema(self) -> dict[str, Any]:
        return {"type": ["integer", "null"], "minimum": 0}

    def answer(self) -> dict[str, Any]:
        return {"type": "integer"}


@dataclass(frozen=True, kw_only=True)
class IdList(FieldType):
    """A list of ids without duplicates."""

    source: str = ""
    most: int = 1000
    kind = "multiselect"
    many = True

    def empty(self) -> Any:
        return []

    def read(self, raw: Any) -> list[int]:
        if not isinstance(raw, list) or len(raw) > self.most:
            raise Invalid(f"Please add at most {self.most} entries")
        return list(dict.fromkeys(RecordId().read(entry) for entry in raw))

    def meta(self) -> dict[str, Any]:
        return super().meta() | ({"optionsFrom": self.source} if self.source else {})

    def schema(self) -> dict[str, Any]:
        return {"type": ["array", "null"], "items": {"type": "integer"}}

    def answer(self) -> dict[str, Any]:
        return {"type": "array", "items": {"type": "integer"}}


@dataclass(frozen=True, kw_only=True)
class FileIds(IdList):
    """Ids of files; only added ones are checked, and must be visible to the person who adds them."""

    kind = "files"
    remote = True

    def ask(self, actor: Actor, name: str, title: str, old: Any, new: Any) -> None:
        from kit import store

        added = [file_id for file_id in new if file_id not in set(old or ())]
        store.check(added, actor, name, title)
