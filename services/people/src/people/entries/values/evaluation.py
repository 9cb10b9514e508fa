"""Values of a form over its answers: the shown fields, and the values that conditions and formulas read.

`web/apps/people/src/forms/answers.ts` does the same on the page.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from kit.values import richtext
from kit.values.conditions import Condition
from people.forms import formula
from people.forms.definition import Definition, FormField

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Evaluation:
    """Answers to a definition, for staff or for others, on a day.

    A hidden field has no value, so no condition depends on it; fields for staff are hidden from others. Each value is
    computed once, in the order of dependencies, so the time is linear in the number of fields and a long chain does not
    recurse deeply. Answers must not change during an evaluation.
    """

    definition: Definition
    answers: Mapping[str, Any]
    staff: bool
    today: dt.date
    _known: dict[tuple[str, str, int], tuple[Row | None, Any]] = field(default_factory=dict, repr=False, compare=False)
    """Results by kind, id and row. Each is stored with its row, so that no other row gets the same identity."""

    def __post_init__(self) -> None:
        for name in self.definition.order:
            self.value(name)

    def is_shown(self, entry: FormField, row: Row | None = None) -> bool:
        """Return whether the field is shown, in the row of its repeat."""
        if entry.staff_only and not self.staff:
            return False
        if not self._once("page", entry.page, None, lambda: self._holds(self.definition.page_condition(entry), None)):
            return False
        if entry.repeat and not self.is_shown(self.definition.fields[entry.repeat]):
            return False
        return bool(self._once("shown", entry.id, row, lambda: self._holds(entry.shown_if, row)))

    def is_needed(self, entry: FormField, row: Row | None = None) -> bool:
        """Return whether a shown field requires an answer."""
        return bool(entry.get("required")) or (entry.needed_if is not None and self._holds(entry.needed_if, row))

    def value(self, name: str, row: Row | None = None) -> Any:
        """Return the value of a field; a field of a repeat that is read from outside has a list of values."""
        entry = self.definition.fields.get(name)
        if entry is None:
            return None
        if not entry.repeat:
            return self._once("value", name, None, lambda: self._read(entry, self.answers, None))
        if row is not None:
            return self._once("value", name, row, lambda: self._read(entry, row, row))
        repeat = self.definition.fields[entry.repeat]
        return [self.value(name, one) for one in self.rows(repeat)] if self.is_shown(repeat) else []

    def rows(self, repeat: FormField) -> list[dict[str, Any]]:
        """Return the rows of a repeat."""
        rows = self.answers.get(repeat.id)
        return [one for one in rows if isinstance(one, dict)] if isinstance(rows, list) else []

    def shown(self) -> Iterator[tuple[str, FormField, Row, Row | None]]:
        """Yield each shown field that takes an answer with its address (`field`, or `repeat.0.field`), the answers it
        is among, and its row."""
        for entry in self.definition.top():
            if not entry.answered or not self.is_shown(entry):
                continue
            yield entry.id, entry, self.answers, None
            for number, row in enumerate(self.rows(entry) if entry.type == "repeat" else ()):
                for inner in entry.fields:
                    if inner.answered and self.is_shown(inner, row):
                        yield f"{entry.id}.{number}.{inner.id}", inner, row, row

    def _once(self, kind: str, name: str, row: Row | None, work: Callable[[], Any]) -> Any:
        key = (kind, name, id(row))
        if key not in self._known:
            self._known[key] = (row, work())
        return self._known[key][1]

    def _holds(self, condition: Condition | None, row: Row | None) -> bool:
        return condition is None or condition.holds(lambda name: self.value(name, row))

    def _read(self, entry: FormField, answers: Row, row: Row | None) -> Any:
        if not self.is_shown(entry, row):
            return None
        if entry.formula is not None:
            return self._calculated(entry.formula, row)
        value = answers.get(entry.id)
        return richtext.plain(value) if entry.type == "richtext" and isinstance(value, str) else value

    def _calculated(self, node: formula.Node, row: Row | None) -> int | float | None:
        result = formula.value(node, lambda name: self._number(name, row), self.today)
        if result is None:
            return None
        return int(result) if result == int(result) else float(result)

    def _number(self, name: str, row: Row | None) -> Any:
        """Return the value as formulas read it: money in whole units."""
        value = self.value(name, row)
        if self.definition.fields[name].type != "currency":
            return value
        if isinstance(value, list):
            return [_whole(one) for one in value]
        return _whole(value)


def _whole(value: Any) -> Any:
    number = formula.number(value)
    return None if number is None else number / 100
