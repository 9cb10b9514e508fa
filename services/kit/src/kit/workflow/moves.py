"""Moves: what each asks, checks and does, and the question of the page before it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.policy import Actor, Row, Rule
from kit.values import FieldType
from kit.values.labels import humanize
from kit.values.shown import filled

ANY = ("*",)
UNDO = dt.timedelta(minutes=2)
"""The usual time limit of an undo: a page offers it for seconds, a selection of thousands takes most of a minute."""


@dataclass(frozen=True)
class Confirm:
    """The question that the page asks before a move, above the values that the move needs.

    The texts name values of the record's detail answer (`kit.values.shown.filled`): `Cancel bill {reference},
    {total:money}?`; `text` may be a function of it. `yes` and `no` are the buttons; by default `yes` is the title of
    the move.
    """

    title: str
    text: str | Callable[[Mapping[str, Any]], str] = ""
    yes: str = ""
    no: str = "Go back"

    def meta(self, detail: Mapping[str, Any], move_title: str) -> dict[str, str]:
        text = self.text(detail) if callable(self.text) else filled(self.text, detail)
        yes, no = filled(self.yes, detail) or move_title, filled(self.no, detail)
        return {"title": filled(self.title, detail), "text": text, "yes": yes, "no": no}

    @property
    def text_of_selection(self) -> str:
        """The text, if it is the same for every record."""
        return self.text if isinstance(self.text, str) and "{" not in self.text else ""


@dataclass(frozen=True)
class Need:
    """A value that the move asks for: its name in the body, its type, its label, the column that stores it. `when(row)`
    selects the records for which it is asked; the others are moved without it."""

    name: str
    type: FieldType
    title: str = ""
    column: sa.Column[Any] | None = None
    when: Callable[[Row], bool] | None = None

    def meta(self) -> dict[str, Any]:
        return {"name": self.name, "title": self.title or humanize(self.name)} | self.type.meta()


@dataclass(frozen=True)
class Step:
    """A move in progress: the row before it, and the parsed needs."""

    move: Move
    actor: Actor
    row: Row
    body: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Move:
    """A move between states. `source` are the states it leaves (ANY: all), `target` the state it leads to. With None
    the state does not change; with the current state the move repeats, and writes only the result of its effect.

    `when(row, actor)` returns the text that refuses, or None. `check(tx, step)` raises what the record lacks; it only
    reads, runs before `effect` and in a dry run before the page confirms, and ignores the needs. `effect` runs in the
    transaction, before the state is written, and may return further values for columns; under the state's own column it
    returns to which of `other_targets` the move leads instead of `target`. `path` is the call, relative to the API,
    with `{id}`.

    `signs="approved"` stores who made the move and when, in those of the columns `approved_by_id`, `approved_by_name`
    and `approved` that the table has, and in its `hands` (`kit.changes.hands`); `unsigns` clears them. `done` is a
    sentence in the past with values of the detail answer as in `Confirm`, which the page shows after the move: `Bill
    {reference} approved`.

    `alone`: it is made on one record at a time, never on a selection. `asks_again`: the answer may be a question
    (`kit.errors.Asks`), to which `confirm: true` next to the needs says yes. `undo` is how long the person who made the
    move can undo it, unless something else changed the record; only for a move without effects outside of the record's
    own columns, except for those that `undone(tx, row)` reverts. `key` is its letter in a review queue. `hidden` keeps
    a move off the page: the server makes it itself, or only a legacy call reaches it. `on_selections`: a selection
    offers a hidden move too, because the page of a record has a separate button for it.
    """

    name: str
    title: str
    source: Sequence[str]
    target: str | None
    who: Rule
    path: str
    done: str = ""
    other_targets: Sequence[str] = ()
    method: str = "POST"
    needs: Sequence[Need] = ()
    when: Callable[[Row, Actor], str | None] | None = None
    check: Callable[[Tx, Step], None] | None = None
    effect: Callable[[Tx, Step], Mapping[str, Any] | None] | None = None
    confirm: Confirm | None = None
    style: str = "default"
    hidden: bool = False
    alone: bool = False
    asks_again: bool = False
    on_selections: bool = False
    undo: dt.timedelta | None = None
    undone: Callable[[Tx, Row], None] | None = None
    key: str = ""
    signs: str = ""
    unsigns: Sequence[str] = ()

    @property
    def undo_path(self) -> str:
        """The call that undoes it, relative to the API, with `{id}`."""
        return f"{self.path}/undo"

    def leaves(self, state: str) -> bool:
        return self.source is ANY or tuple(self.source) == ANY or state in self.source

    def offer(self, detail: Mapping[str, Any]) -> dict[str, Any]:
        """Return the move of the record with this detail answer, in the page's form (`docs/api.md`, Records)."""
        return self._meta() | {
            "confirm": self.confirm.meta(detail, self.title) if self.confirm else None,
            "path": self.path.replace("{id}", str(detail["id"])),
            "method": self.method,
            "key": self.key,
            "done": filled(self.done, detail) or self.title,
        }

    def asks(self, row: Row) -> list[dict[str, Any]]:
        """Return the values that the move asks for on a record."""
        return [need.meta() for need in self.needs if need.when is None or need.when(row)]

    def of_selection(self) -> dict[str, Any]:
        """Return the move in the form that a list offers for a selection; a text that depends on the record is
        omitted."""
        return self._meta() | {
            "text": self.confirm.text_of_selection if self.confirm else "",
        }

    def _meta(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "title": self.title,
            "style": self.style,
            "needs": [need.meta() for need in self.needs],
            "undo": self.undo is not None,
        }
