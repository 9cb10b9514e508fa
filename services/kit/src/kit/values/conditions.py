"""Conditions on a record, as data: groups of field, operator and value, which the server and the page evaluate alike.

`web/libs/form/src/rules/conditions.ts` is the page's evaluator; `services/testing/.../conditions.json` tests both
with one table of examples. A condition decides when a field is shown, its title, and when a value is needed
(`kit.attributes`)::

    came = every(Clause("type", "isNot", "invigilation"), Clause("present", "is", "present"))
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, Literal

Operator = Literal["is", "isNot", "oneOf", "noneOf", "filled", "empty", "atLeast", "atMost", "contains"]
ValueOf = Callable[[str], Any]
"""Returns the value of a field by name: rich text without its markup, days and timestamps as ISO texts or objects."""


@dataclass(frozen=True)
class Clause:
    """A test of one field. `oneOf` and `noneOf` take a sequence; `atLeast` and `atMost` compare two numbers or two
    texts (including days as ISO texts), and nothing else; `contains` looks for a choice in a list, or for a part of a
    text; `filled` and `empty` take no value; false and 0 count as filled."""

    field: str
    operator: Operator
    value: Any = None

    def holds(self, value_of: ValueOf) -> bool:
        return _OPERATORS[self.operator](value_of(self.field), self.value)

    def renamed(self, names: Mapping[str, str]) -> Clause:
        """Return the clause with the field names of the page."""
        return replace(self, field=names.get(self.field, self.field))

    def meta(self) -> dict[str, Any]:
        """Return the clause in the form of `GET /<thing>/fields`."""
        value = list(self.value) if isinstance(self.value, tuple | frozenset) else self.value
        operand = {} if self.operator in {"filled", "empty"} else {"value": value}
        return {"field": self.field, "operator": self.operator, **operand}


@dataclass(frozen=True)
class Group:
    """Conditions of which all or any must hold; an empty group of all holds, one of any does not."""

    mode: Literal["all", "any"]
    parts: Sequence[Condition]

    def holds(self, value_of: ValueOf) -> bool:
        results = (part.holds(value_of) for part in self.parts)
        return all(results) if self.mode == "all" else any(results)

    def renamed(self, names: Mapping[str, str]) -> Group:
        """Return the group with the field names of the page."""
        return replace(self, parts=tuple(part.renamed(names) for part in self.parts))

    def meta(self) -> dict[str, Any]:
        """Return the group in the form of `GET /<thing>/fields`."""
        return {self.mode: [part.meta() for part in self.parts]}


Condition = Clause | Group


def every(*parts: Condition) -> Group:
    """Return a condition that holds if all of `parts` do."""
    return Group("all", parts)


def some(*parts: Condition) -> Group:
    """Return a condition that holds if one of `parts` does."""
    return Group("any", parts)


def fields_of(condition: Condition) -> frozenset[str]:
    """Return the names of the fields that a condition reads."""
    if isinstance(condition, Clause):
        return frozenset({condition.field})
    return frozenset().union(*(fields_of(part) for part in condition.parts))


def size_of(value: Any) -> int | None:
    """Return the number of characters of a text without surrounding blanks, or the number of entries of a list; 0 for
    no value, None for a value without a size, such as a number."""
    if value is None:
        return 0
    if isinstance(value, str):
        return len(value.strip())
    return len(value) if isinstance(value, list | tuple) else None


def _equal(value: Any, other: Any) -> bool:
    """Return whether they are equal and of one kind: `1` equals `1.0`, but neither `True` nor `"1"`."""
    return _kind(value) is _kind(other) and bool(value == other)


def _kind(value: Any) -> type:
    if isinstance(value, bool):
        return bool
    return Decimal if isinstance(value, int | float | Decimal) else type(value)


def _comparable(value: Any, other: Any) -> bool:
    return _kind(value) is _kind(other) and isinstance(value, str | int | float | Decimal) and _kind(value) is not bool


def _contains(value: Any, part: Any) -> bool:
    if isinstance(value, str):
        return isinstance(part, str) and part.lower() in value.lower()
    return isinstance(value, list | tuple) and any(_equal(entry, part) for entry in value)


_OPERATORS: Mapping[str, Callable[[Any, Any], bool]] = {
    "is": _equal,
    "isNot": lambda value, other: not _equal(value, other),
    "oneOf": lambda value, others: any(_equal(value, other) for other in others),
    "noneOf": lambda value, others: not any(_equal(value, other) for other in others),
    "filled": lambda value, _: size_of(value) != 0,
    "empty": lambda value, _: size_of(value) == 0,
    "atLeast": lambda value, least: _comparable(value, least) and value >= least,
    "atMost": lambda value, most: _comparable(value, most) and value <= most,
    "contains": _contains,
}


@dataclass(frozen=True, kw_only=True)
class Requirement:
    """A value that `moves` need, in records for which `when` holds: between `least` and `most` characters or entries,
    or one `among` these. `title` and `text` are the popup of the refusal, `note` the hint next to the field if it
    differs; the text may name fields of the record (`kit.values.shown.filled`)."""

    moves: Sequence[str]
    title: str
    text: str
    note: str = ""
    when: Condition | None = None
    least: int = 1
    most: int | None = None
    among: Sequence[Any] = ()

    def asked(self, move: str, value_of: ValueOf) -> bool:
        """Return whether `move` needs the value in this record."""
        return move in self.moves and (self.when is None or self.when.holds(value_of))

    def lacks(self, value: Any) -> bool:
        """Return whether `value` does not satisfy it."""
        if self.among:
            return not any(_equal(value, allowed) for allowed in self.among)
        size = size_of(value)
        return size is not None and (size < self.least or (self.most is not None and size > self.most))

    def renamed(self, names: Mapping[str, str]) -> Requirement:
        """Return the requirement with the field names of the page."""
        return replace(self, when=self.when and self.when.renamed(names))

    def meta(self) -> dict[str, Any]:
        """Return the requirement in the form of `GET /<thing>/fields`."""
        needed: dict[str, Any] = {
            "moves": list(self.moves),
            "title": self.title,
            "text": self.text,
            "least": self.least,
        }
        optional = {
            "note": self.note,
            "most": self.most,
            "among": list(self.among),
            "when": self.when and self.when.meta(),
        }
        return needed | {name: value for name, value in optional.items() if value}


@dataclass(frozen=True)
class Titled:
    """The title of a field in records for which `when` holds."""

    when: Condition
    title: str

    def renamed(self, names: Mapping[str, str]) -> Titled:
        """Return the title with the field names of the page."""
        return replace(self, when=self.when.renamed(names))

    def meta(self) -> dict[str, Any]:
        """Return the title in the form of `GET /<thing>/fields`."""
        return {"when": self.when.meta(), "title": self.title}
