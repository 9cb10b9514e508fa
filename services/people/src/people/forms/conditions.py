"""Conditions and dependencies of a definition: conditions are read from JSON, and circles of fields are found."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from kit.values.conditions import Clause, Condition, Group

OPERATORS = ("is", "isNot", "oneOf", "noneOf", "filled", "empty", "atLeast", "atMost", "contains")
DEEPEST = 5
MOST_CLAUSES = 50
_MOST_VALUES = 100
_LONGEST_VALUE = 500


class Unreadable(Exception):
    """An invalid condition; its text is for the form builder."""


def read(raw: Any) -> Condition:
    """Return the condition of `{"field", "operator", "value"}`, or of a group: `{"all": [...]}` or `{"any": [...]}`.
    Raises Unreadable."""
    condition = _read(raw, 1)
    if _clauses(condition) > MOST_CLAUSES:
        raise Unreadable(f"A condition has at most {MOST_CLAUSES} tests")
    return condition


def _read(raw: Any, depth: int) -> Condition:
    if depth > DEEPEST:
        raise Unreadable(f"Conditions are nested at most {DEEPEST} levels deep")
    if not isinstance(raw, Mapping):
        raise Unreadable("A condition names a field, or a group of conditions")
    for mode in ("all", "any"):
        if mode in raw:
            parts = raw[mode]
            if set(raw) != {mode} or not isinstance(parts, list) or not 0 < len(parts) <= MOST_CLAUSES:
                raise Unreadable(f"A group of conditions has 1 to {MOST_CLAUSES} of them")
            return Group("all" if mode == "all" else "any", tuple(_read(part, depth + 1) for part in parts))
    return _clause(raw)


def _clause(raw: Mapping[str, Any]) -> Clause:
    field, operator, value = raw.get("field"), raw.get("operator"), raw.get("value")
    if set(raw) - {"field", "operator", "value"} or not isinstance(field, str) or operator not in OPERATORS:
        raise Unreadable("Please choose a field and a comparison")
    if operator in {"oneOf", "noneOf"}:
        if not isinstance(value, list) or not 0 < len(value) <= _MOST_VALUES or not all(map(_plain, value)):
            raise Unreadable("Please choose at least one value")
        return Clause(field, operator, tuple(value))
    if operator in {"filled", "empty"}:
        return Clause(field, operator)
    if not _plain(value):
        raise Unreadable("Please enter a value to compare with")
    return Clause(field, operator, value)


def _plain(value: Any) -> bool:
    if isinstance(value, str):
        return len(value) <= _LONGEST_VALUE
    return isinstance(value, bool | int) or (isinstance(value, float) and math.isfinite(value))


def _clauses(condition: Condition) -> int:
    return 1 if isinstance(condition, Clause) else sum(_clauses(part) for part in condition.parts)


def circle(needs: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the fields of a circle among those that a field `needs`, in order, with the first one again at the end; an
    empty result without a circle."""
    done: set[str] = set()
    for start in needs:
        result = _circle_from(start, needs, done)
        if result:
            return result
    return []


def _circle_from(start: str, needs: Mapping[str, Sequence[str]], done: set[str]) -> list[str]:
    """Return a depth-first walk with its own stack, because hundreds of fields may depend on each other in a chain."""
    path: list[str] = []
    stack: list[tuple[str, bool]] = [(start, False)]
    while stack:
        name, left = stack.pop()
        if left:
            path.pop()
            done.add(name)
            continue
        if name in path:
            return [*path[path.index(name) :], name]
        if name in done or name not in needs:
            continue
        path.append(name)
        stack.append((name, True))
        stack += [(other, False) for other in reversed(needs[name])]
    return []
