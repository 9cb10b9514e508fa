"""Completeness of a record before a move, as its attributes declare it (`kit.values.conditions`).

A room declares it next to the attributes. The workflow checks it, `GET /<thing>/fields` serves it, and the page uses it
to mark missing values::

    SLIP_PARTS = Completeness(SLIP, Part("targets", needed=(...), at="hasTargets", read=has_target))
    Workflow(..., complete=SLIP_PARTS)
    FieldSet(..., complete=SLIP_PARTS)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import sqlalchemy as sa

from kit.errors import Invalid, raise_if
from kit.policy import Actor, Row
from kit.values import FieldType, RichText
from kit.values.conditions import Condition, Requirement, ValueOf
from kit.values.richtext import plain
from kit.values.shown import filled


class Needing(Protocol):
    """The parts of an attribute that completeness needs."""

    @property
    def name(self) -> str: ...
    @property
    def column(self) -> sa.Column[Any]: ...
    @property
    def type(self) -> FieldType: ...
    @property
    def needed(self) -> Sequence[Requirement]: ...


class Declared(Protocol):
    """The attributes of one kind of record (`kit.attributes.Attributes`)."""

    @property
    def page_names(self) -> Mapping[str, str]: ...
    def __iter__(self) -> Iterator[Needing]: ...
    def __getitem__(self, name: str, /) -> Needing: ...


@dataclass(frozen=True)
class Part:
    """Something besides attributes that a record needs, such as the target set of a slip. `name` is the field of the
    refusal, `before` the attribute that is checked after it, by default none. `read` returns its value, which the
    detail answer has as `at`; without `read` only a new record is checked (`Completeness.given`). `shown_if` selects
    the records for which the page shows it."""

    name: str
    needed: Sequence[Requirement]
    before: str = ""
    at: str = ""
    read: Callable[[sa.Connection, Actor, Row], Any] | None = None
    shown_if: Condition | None = None

    def meta(self, names: Mapping[str, str]) -> dict[str, Any]:
        """Return the part in the form of `GET /<thing>/fields`."""
        needed = [entry.renamed(names).meta() for entry in self.needed]
        shown = {} if self.shown_if is None else {"shownIf": self.shown_if.renamed(names).meta()}
        return {"name": self.name, "at": self.at, "needed": needed, **shown}


class Completeness:
    """The requirements of one kind of record, in the order of its attributes."""

    def __init__(self, attributes: Declared, *parts: Part) -> None:
        self.attributes, self.parts = attributes, parts
        self._needs: list[tuple[str, Sequence[Requirement]]] = []
        for entry in attributes:
            self._needs += [(part.name, part.needed) for part in parts if part.before == entry.name]
            if entry.needed:
                self._needs.append((entry.name, entry.needed))
        self._needs += [(part.name, part.needed) for part in parts if not part.before]
        self.moves = frozenset(move for _, needed in self._needs for entry in needed for move in entry.moves)
        """The moves that have requirements."""

    def missing(self, move: str, value_of: ValueOf, *, of: str = "") -> Iterator[Invalid]:
        """Yield the popups of everything missing for `move`, in the order of the checks; each names its field. `of`
        restricts the check to one field."""
        for name, needed in self._needs:
            if of not in ("", name):
                continue
            for entry in needed:
                if entry.asked(move, value_of) and entry.lacks(value_of(name)):
                    text = filled(entry.text, _Values(value_of)) if "{" in entry.text else entry.text
                    yield Invalid(text, title=entry.title, fields={name: entry.note or text})
                    break

    def refuse(self, move: str, value_of: ValueOf, *, of: str = "") -> None:
        """Raise Invalid with the popup of the first missing value."""
        raise_if(next(self.missing(move, value_of, of=of), None))

    def values(self, connection: sa.Connection, actor: Actor, row: Row) -> ValueOf:
        """Return the values of a stored record by the names of its attributes and parts; a part is read on first
        access."""
        parts = {part.name: part.read for part in self.parts if part.read is not None}
        known: dict[str, Any] = {}

        def value_of(name: str) -> Any:
            if name not in known:
                read = parts.get(name)
                known[name] = read(connection, actor, row) if read else self._value(name, row)
            return known[name]

        return value_of

    def shown(self, connection: sa.Connection, actor: Actor, row: Row) -> dict[str, Any]:
        """Return the values of its parts for the detail answer: null where no move of this record needs one."""
        value_of = self.values(connection, actor, row)

        def needs(part: Part) -> bool:
            return any(entry.when is None or entry.when.holds(value_of) for entry in part.needed)

        return {part.at: value_of(part.name) if needs(part) else None for part in self.parts if part.read is not None}

    def given(self, values: Mapping[str, Any], **parts: Any) -> ValueOf:
        """Return the values by column, and the parts by name, of a record that is not stored yet."""
        return lambda name: parts[name] if name in parts else self._value(name, values)

    def meta(self) -> dict[str, Any]:
        """Return the order of the checks and the parts, in the form of `GET /<thing>/fields`."""
        parts = [part.meta(self.attributes.page_names) for part in self.parts]
        return {"checks": [name for name, _ in self._needs], "parts": parts}

    def _value(self, name: str, row: Mapping[str, Any]) -> Any:
        entry = self.attributes[name]
        value = row.get(entry.column.name)
        return plain(value) if isinstance(entry.type, RichText) and value else value


class _Values(dict[str, Any]):
    """The values of a record, read on access."""

    def __init__(self, value_of: ValueOf) -> None:
        super().__init__()
        self._value_of = value_of

    def __missing__(self, name: str) -> Any:
        return self._value_of(name)
