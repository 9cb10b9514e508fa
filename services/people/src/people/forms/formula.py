"""Formulas of calculated fields: numbers, fields, `+ - * / ( )` and a few functions.

Only the tree that `parse` makes is evaluated, and its size is limited. `sum(x)` adds up a field over the rows of a
repeat, `age(x)` is the number of full years since a date, and `days(a, b)` the number of days from one date to another.
`round(x)` and `round(x, places)` round half up; `min` and `max` take one to ten values. A formula with a missing value,
or with a division by zero, has no value.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context, Decimal, DecimalException
from typing import Any

LONGEST = 500
DEEPEST = 20
MOST_PARTS = 100
_LARGEST = Decimal(10) ** 15
_CONTEXT = Context(prec=28, rounding=ROUND_HALF_UP)
_TOKEN = re.compile(r"\s*(?:(\d{1,15}(?:\.\d{1,6})?)|([a-zA-Z][a-zA-Z0-9]{0,31})|([-+*/(),]))")
FUNCTIONS: Mapping[str, tuple[int, int]] = {
    "round": (1, 2),
    "min": (1, 10),
    "max": (1, 10),
    "sum": (1, 1),
    "age": (1, 1),
    "days": (2, 2),
}
"""The functions, with the minimum and maximum number of their values."""


class Unreadable(Exception):
    """An invalid formula; its text is for the form builder."""


@dataclass(frozen=True)
class Node:
    """A number (`#`), a field (`@`), an operator or a function, with its operands."""

    kind: str
    value: Any = None
    parts: tuple[Node, ...] = ()


ValueOf = Callable[[str], Any]
"""The value of a field: a number, a date, or the values of all rows for a field of a repeat."""


def parse(text: str) -> Node:
    """Return the tree of a formula. Raises Unreadable."""
    if len(text) > LONGEST:
        raise Unreadable(f"A formula has at most {LONGEST} characters")
    return _Parser(text).whole()


class _Parser:
    def __init__(self, text: str) -> None:
        self._tokens = list(_tokens(text))
        self._place = 0
        self._made = 0

    def whole(self) -> Node:
        if not self._tokens:
            raise Unreadable("Please enter a formula")
        node = self._sum(1)
        if self._place < len(self._tokens):
            raise Unreadable(f"Unexpected {self._tokens[self._place]!r} in the formula")
        return node

    def _sum(self, depth: int) -> Node:
        node = self._product(depth)
        while self._next() in {"+", "-"}:
            node = self._node(self._take(), parts=(node, self._product(depth)))
        return node

    def _product(self, depth: int) -> Node:
        node = self._factor(depth)
        while self._next() in {"*", "/"}:
            node = self._node(self._take(), parts=(node, self._factor(depth)))
        return node

    def _factor(self, depth: int) -> Node:
        if depth > DEEPEST:
            raise Unreadable(f"A formula is nested at most {DEEPEST} levels deep")
        part = self._take()
        if part == "-":
            return self._node("negative", parts=(self._factor(depth + 1),))
        if part == "(":
            node = self._sum(depth + 1)
            self._expect(")")
            return node
        if part[:1].isdigit():
            return self._node("#", Decimal(part))
        if part in FUNCTIONS:
            return self._call(part, depth)
        if part[:1].isalpha():
            return self._node("@", part)
        raise Unreadable(f"Unexpected {part!r} in the formula" if part else "The formula ends too early")

    def _call(self, name: str, depth: int) -> Node:
        self._expect("(")
        parts = [self._sum(depth + 1)]
        while self._next() == ",":
            self._take()
            parts.append(self._sum(depth + 1))
        self._expect(")")
        least, most = FUNCTIONS[name]
        if not least <= len(parts) <= most:
            raise Unreadable(
                f"{name} takes {least} value{'s' if least > 1 else ''}" + (f" to {most}" if most > least else "")
            )
        if name in {"sum", "age", "days"} and any(part.kind != "@" for part in parts):
            raise Unreadable(f"{name} takes the name of a field")
        return self._node(name, parts=tuple(parts))

    def _node(self, kind: str, value: Any = None, parts: tuple[Node, ...] = ()) -> Node:
        self._made += 1
        if self._made > MOST_PARTS:
            raise Unreadable(f"A formula has at most {MOST_PARTS} parts")
        return Node(kind, value, parts)

    def _next(self) -> str:
        return self._tokens[self._place] if self._place < len(self._tokens) else ""

    def _take(self) -> str:
        part = self._next()
        self._place += 1
        return part

    def _expect(self, sign: str) -> None:
        if self._take() != sign:
            raise Unreadable(f"The formula lacks a {sign!r}")


def _tokens(text: str) -> Sequence[str]:
    result, place = [], 0
    text = text.strip()
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            raise Unreadable(f"Unexpected {text[place]!r} in the formula")
        result.append(next(part for part in match.groups() if part is not None))
        place = match.end()
    return result


def fields_of(node: Node) -> list[str]:
    """Return the fields that a formula reads, in order."""
    own = [str(node.value)] if node.kind == "@" else []
    return list(dict.fromkeys([*own, *(name for part in node.parts for name in fields_of(part))]))


def uses(node: Node, within: str = "number") -> list[tuple[str, str]]:
    """Return each field with each function that it is used in (`sum`, `age`, `days`), or `number`, in order."""
    if node.kind == "@":
        return [(str(node.value), within)]
    function = node.kind if node.kind in {"sum", "age", "days"} else "number"
    return list(dict.fromkeys(use for part in node.parts for use in uses(part, function)))


def value(node: Node, value_of: ValueOf, today: dt.date) -> Decimal | None:
    """Return the value of a formula, or None if it has none."""
    try:
        result = _value(node, value_of, today)
    except DecimalException:
        return None
    return None if result is None or not result.is_finite() or abs(result) > _LARGEST else result


def _value(node: Node, value_of: ValueOf, today: dt.date) -> Decimal | None:
    if node.kind == "#":
        return Decimal(node.value)
    if node.kind == "@":
        return number(value_of(node.value))
    if node.kind == "sum":
        rows = value_of(node.parts[0].value)
        numbers = [result for one in (rows if isinstance(rows, list) else []) if (result := number(one)) is not None]
        return sum(numbers, Decimal(0))
    if node.kind in {"age", "days"}:
        return _of_days(node.kind, [day(value_of(part.value)) for part in node.parts], today)
    parts = [_value(part, value_of, today) for part in node.parts]
    known = [part for part in parts if part is not None]
    return _calculated(node.kind, known) if len(known) == len(parts) else None


def _of_days(kind: str, days: Sequence[dt.date | None], today: dt.date) -> Decimal | None:
    known = [one for one in days if one is not None]
    if len(known) < len(days):
        return None
    if kind == "days":
        return Decimal((known[1] - known[0]).days)
    born = known[0]
    return Decimal(today.year - born.year - ((today.month, today.day) < (born.month, born.day)))


def _calculated(kind: str, parts: Sequence[Decimal]) -> Decimal | None:
    match kind:
        case "negative":
            return -parts[0]
        case "+":
            return _CONTEXT.add(*parts)
        case "-":
            return _CONTEXT.subtract(*parts)
        case "*":
            return _CONTEXT.multiply(*parts)
        case "/":
            return None if parts[1] == 0 else _CONTEXT.divide(*parts)
        case "min":
            return min(parts)
        case "max":
            return max(parts)
        case _:
            places = int(parts[1]) if len(parts) > 1 else 0
            return rounded(parts[0], places) if 0 <= places <= 6 else None


def rounded(value: Decimal, places: int) -> Decimal:
    """Return the value with `places` decimals, rounded half up."""
    return value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)


def number(value: Any) -> Decimal | None:
    """Return the number of an answer, or None. Yes counts as 1, no as 0."""
    if isinstance(value, bool):
        return Decimal(int(value))
    return Decimal(str(value)) if isinstance(value, int | float | Decimal) else None


def day(value: Any) -> dt.date | None:
    """Return the day of an answer with a date or a timestamp, or None."""
    try:
        return dt.date.fromisoformat(value[:10]) if isinstance(value, str) else None
    except ValueError:
        return None
