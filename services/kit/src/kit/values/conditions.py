"""Conditions on a record, as data: groups of field, operator and value, which the server and the page read alike.

`web/libs/form/src/rules/conditions.ts` is the page's evaluator; `services/testing/.../conditions.json` holds
both to one table of examples. A condition says when a field is shown, what it is called, and when a value is
needed
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
"""The value of a field by name: rich text without its markup, days and moments as ISO texts or objects."""


@dataclass(frozen=True)
class Clause:
    """A test of one field. `oneOf` and `noneOf` take a sequence; `atLeast` and `atMost` compare two numbers or two
    texts (so days as ISO texts), and nothing else; `contains` looks for a choice in a list, or for a part of a text;
    `filled` and `empty` take no value, and no and 0 are filled."""

    field: str
    operator: Operator
    value: Any = None

    def holds(self, value_of: ValueOf) -> bool:
        return _OPERATORS[self.operator](value_of(self.field), self.value)

    def renamed(self, names: Mapping[str, str]) -> Clause:
        """Return the same with the names of fields that the page uses."""
        return replace(self, field=names.get(self.field, self.field))

    def meta(self) -> dict[str, Any]:
        """Return the clause as `GET /<thing>/fields` has it."""
        value = list(self.value) if isinstance(self.value, tuple | frozenset) else self.value
        said = {} if self.operator in {"filled", "empty"} else {"value": value}
        return {"field": self.field, "operator": self.operator, **said}


@dataclass(frozen=True)
class Group:
    """Conditions of which all or any hold; an empty group of all holds, one of any does not."""

    mode: Literal["all", "any"]
    parts: Sequence[Condition]

    def holds(self, value_of: ValueOf) -> bool:
        found = (part.holds(value_of) for part in self.parts)
        return all(found) if self.mode == "all" else any(found)

    def renamed(self, names: Mapping[str, str]) -> Group:
        """Return the same with the names of fields that the page uses."""
        return replace(self, parts=tuple(part.renamed(names) for part in self.parts))

    def meta(self) -> dict[str, Any]:
        """Return the group as `GET /<thing>/fields` has it."""
        return {self.mode: [part.meta() for part in self.parts]}


Condition = Clause | Group


def every(*parts: Condition) -> Group:
    """Return a condition that holds where all of `parts` do."""
    return Group("all", parts)


def some(*parts: Condition) -> Group:
    """Return a condition that holds where one of `parts` does."""
    return Group("any", parts)


def fields_of(condition: Condition) -> frozenset[str]:
    """Return the names of the fields that a condition looks at."""
    if isinstance(condition, Clause):
        return frozenset({condition.field})
    return frozenset().union(*(fields_of(part) for part in condition.parts))


def size_of(value: Any) -> int | None:
    """Return the characters of a text without the blanks around it, or the entries of a list; 0 where there is nothing,
    None for a value that has no size, as a number."""
    if value is None:
        return 0
    if isinstance(value, str):
        return len(value.strip())
    return len(value) if isinstance(value, list | tuple) else None


def _equal(value: Any, other: Any) -> bool:
    """Equal and of one kind: `1` is neither `True` nor `"1"`, but `1.0`."""
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
    """A value that `moves` need, in records where `when` holds: between `least` and `most` characters or entries, or
    one `among` these. `title` and `text` are the popup of the refusal, `note` the words beside the field where they
    differ from it; the text may name fields of the record (`kit.values.shown.filled`)."""

    moves: Sequence[str]
    title: str
    text: str
    note: str = ""
    when: Condition | None = None
    least: int = 1
    most: int | None = None
    among: Sequence[Any] = ()

    def asked(self, move: str, value_of: ValueOf) -> bool:
        """True if `move` needs the value in this record."""
        return move in self.moves and (self.when is None or self.when.holds(value_of))

    def lacks(self, value: Any) -> bool:
        """True if `value` does not satisfy it."""
        if self.among:
            return not any(_equal(value, allowed) for allowed in self.among)
        size = size_of(value)
        return size is not None and (size < self.least or (self.most is not None and size > self.most))

    def renamed(self, names: Mapping[str, str]) -> Requirement:
        """Return the same with the names of fields that the page uses."""
        return replace(self, when=self.when and self.when.renamed(names))

    def meta(self) -> dict[str, Any]:
        """Return the requirement as `GET /<thing>/fields` has it."""
        said: dict[str, Any] = {"moves": list(self.moves), "title": self.title, "text": self.text, "least": self.least}
        optional = {
            "note": self.note,
            "most": self.most,
            "among": list(self.among),
            "when": self.when and self.when.meta(),
        }
        return said | {name: value for name, value in optional.items() if value}


@dataclass(frozen=True)
class Titled:
    """The title of a field in records where `when` holds."""

    when: Condition
    title: str

    def renamed(self, names: Mapping[str, str]) -> Titled:
        """Return the same with the names of fields that the page uses."""
        return replace(self, when=self.when.renamed(names))

    def meta(self) -> dict[str, Any]:
        """Return the title as `GET /<thing>/fields` has it."""
        return {"when": self.when.meta(), "title": self.title}
