"""Rights on the rows of a page: the parts of the record's own `may` and `moves` that a list can use.

They follow from the rules of the record, evaluated on the row as the page's one statement read it; the statement
selects the columns that the rules declare. Most rows are alike, so the rules are evaluated once for all rows that agree
in the values read, and the answers are cached by caller: a rule depends only on the caller and the row, not on the
clock or the database.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sa

from kit.policy import Actor, columns_of
from kit.records import FieldSet

if TYPE_CHECKING:
    from kit.workflow import Workflow

FIRST_PLACE = 2
"""The index of the first of `RowRights.columns` in a row of a page; the key and the row as JSON are before it."""
_encode = msgspec.json.Encoder().encode
_CALLERS, _ANSWERS = 200, 2_000
"""Maximum callers whose answers are cached, and answers of one of them."""


class RowRights:
    """The rights of a list's rows, which are records of `record` (None: without a field set) and `workflow`; `shown`
    are the names of the list's columns. Raises ValueError for a rule that does not declare the columns that it reads,
    and for parts of a record that can refuse, because a row does not know them.

    `names` are the properties of a row, `fields` those it may name as editable, `moves` the available ones, `columns`
    those that the statement selects for the rules.
    """

    def __init__(self, shown: Collection[str], record: FieldSet | None, workflow: Workflow) -> None:
        self._record, self._workflow = record, workflow
        self.names = ("may", "moves") if record is not None else ("moves",)
        if record is not None and record.parent is not None and record.parent.when is not None:
            raise ValueError(f"{record.name}: the rights of a part depend on a record that its row does not have")
        if clash := set(self.names).intersection(shown):
            raise ValueError(f"{workflow.name}: rows have {', '.join(sorted(clash))} already as columns")
        entries = record.fields.values() if record is not None else ()
        self._fields = [entry for entry in entries if entry.name in shown and not entry.read_only]
        self.fields = tuple(entry.name for entry in self._fields)
        self.moves = tuple(move.name for move in workflow.moves if not move.hidden)
        self._known: dict[Any, _Known] = {}
        read = sorted(self._read())
        self._places = {name: place for place, name in enumerate(read, FIRST_PLACE)}
        self.columns: Sequence[sa.Label[Any]] = [workflow.table.c[name].label(f"read_{name}") for name in read]

    def _read(self) -> set[str]:
        """Return the columns that any rule reads."""
        asked: list[Any] = [move.who for move in self._workflow.moves if not move.hidden]
        asked += [move.when for move in self._workflow.moves if not move.hidden]
        if self._record is not None:
            for entry in self._fields:
                asked += [self._record.rule(entry), entry.when, *entry.seen_by]
            if self._record.delete is None and (move := self._workflow.move("delete")) is not None:
                asked += [move.who, move.when]
            if self._record.delete is not None:
                asked += [self._record.delete.may, self._record.delete.when]
        read = {name for one in asked if one is not None for name in columns_of(one)}
        return read | {self._workflow.column.name}

    def of(self, actor: Actor, rows: Iterable[Sequence[Any]]) -> list[bytes]:
        """Return the rights of each row of a page, in the driver's form: the JSON that follows the row's last value."""
        known = self._known_of(actor)
        return [known.find(row) or self._asked(actor, row, known) for row in rows]

    def _known_of(self, actor: Actor) -> _Known:
        persons = frozenset(actor.persons.items())
        caller = (actor.user_id, actor.real_user_id, actor.service, actor.roles, persons)
        known = self._known.get(caller)
        if known is None or known.size > _ANSWERS:
            if len(self._known) >= _CALLERS:
                self._known.clear()
            known = self._known[caller] = _Known()
        return known

    def _asked(self, actor: Actor, values: Sequence[Any], known: _Known) -> bytes:
        row = AskedRow(self._places, values)
        moves = [move.name for move in self._workflow.possible(actor, row)]
        answers: list[Any] = [moves]
        if self._record is not None:
            edit = [entry.name for entry in self._fields if self._record.edits(entry, actor, row)]
            answers.insert(0, {"edit": edit, "delete": self._record.deletes(actor, row)})
        rights = b"," + _encode(dict(zip(self.names, answers, strict=True)))[1:]
        known.keep(values, list(row.read), rights)
        return rights


class AskedRow(Mapping[str, Any]):
    """A row that records in order which columns were read, and refuses columns that no rule declares."""

    def __init__(self, places: Mapping[str, int], values: Sequence[Any]) -> None:
        self._places, self._values = places, values
        self.read: dict[int, None] = {}

    def __getitem__(self, name: str) -> Any:
        place = self._places.get(name)
        if place is None:
            raise LookupError(f"a rule reads {name} and does not say so")  # not a KeyError: `get` would hide it
        self.read[place] = None
        return self._values[place]

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


class _Known:
    """Cached answers by the values they depend on. A rule knows only the caller and the row, so the next column it
    reads follows from the values read before: a node is the column read there with the successor for each value, a leaf
    is the answer.

    Threads share it: a node is complete before it is attached to another.
    """

    def __init__(self) -> None:
        self._root: Any = None
        self.size = 0

    def find(self, values: Sequence[Any]) -> bytes | None:
        node = self._root
        while node.__class__ is _Node:
            node = node.after.get(_key(values[node.place]))
        answer: bytes | None = node
        return answer

    def keep(self, values: Sequence[Any], read: Sequence[int], answer: bytes) -> None:
        self.size += 1
        if self._root is None:
            self._root = _path(values, read, answer)
            return
        node = self._root
        for n, place in enumerate(read, 1):
            assert node.place == place, "a rule that reads other columns for the same values"
            key = _key(values[place])
            if key not in node.after:
                node.after[key] = _path(values, read[n:], answer)
                return
            node = node.after[key]


class _Node:
    __slots__ = ("after", "place")

    def __init__(self, place: int, after: dict[Any, Any]) -> None:
        self.place, self.after = place, after


def _path(values: Sequence[Any], read: Sequence[int], answer: bytes) -> Any:
    node: Any = answer
    for place in reversed(read):
        node = _Node(place, {_key(values[place]): node})
    return node


def _key(value: Any) -> Any:
    if value.__class__ is dict:  # the hands of a record
        return _encode(value)
    return tuple(value) if value.__class__ is list else value
