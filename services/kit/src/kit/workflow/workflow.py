"""The states of a record and the moves between them: the check of a move, its run and its undo."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from kit.changes import hands, undoing, writing
from kit.changes.history import wire_name
from kit.database import Database, Tx
from kit.errors import Conflict, Forbidden, Invalid, NotFound
from kit.policy import Actor, Attach, Row, Scope
from kit.values import Option
from kit.values.bodies import confirmed, read
from kit.values.labels import CHANGED_MEANWHILE, UNSET
from kit.values.types import label_of
from kit.workflow.moves import ANY, Move, Step

if TYPE_CHECKING:
    from kit.completeness import Completeness
    from kit.events import Event

_OF_COLUMN: Any = None
"""Stands for the table of the column."""
CHANGED_SINCE = "This has been changed since and can no longer be undone"


@dataclass(frozen=True, kw_only=True)
class Workflow:
    """States (value, label, colour), moves, and the column with the state.

    `refusal(row, actor, move)` returns a specific text for a move that this actor cannot make from this state (None:
    for a state that no move leads to), or None for the general one; `after(tx, row)` runs after every move, in its
    transaction, with the resulting row.

    `called(row, state)` returns the name of a state of this record, if it differs from the label of the state.
    `follows` are columns that the database derives during a move, whose history is written with it. `attach` is the
    rule on attaching files to a record that has no field set. `table` defaults to the column's table. `complete`
    declares what a record needs before a move; it runs before the move's own `check`.
    """

    name: str
    table: sa.Table = _OF_COLUMN
    column: sa.Column[Any]
    states: Sequence[Option]
    moves: Sequence[Move]
    scope: Scope
    event: Event | None = None
    payload: Callable[[Row], Mapping[str, Any]] | None = None
    refusal: Callable[[Row, Actor, Move | None], str | None] | None = None
    after: Callable[[Tx, Row], None] | None = None
    called: Callable[[Row, str], str] | None = None
    follows: Sequence[str] = ()
    attach: Attach | None = None
    complete: Completeness | None = None
    _by_name: dict[str, Move] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        if self.table is _OF_COLUMN:
            object.__setattr__(self, "table", self.column.table)
        known = {state.value for state in self.states}
        for move in self.moves:
            unknown = (
                {*move.source} - {"*"} | ({move.target} if move.target else set()) | {*move.other_targets}
            ) - known
            if unknown or move.name in self._by_name:
                raise ValueError(
                    f"workflow {self.name}, move {move.name}: unknown state or second declaration {unknown}"
                )
            if move.undo is not None and (move.method != "POST" or "version" not in self.table.c):
                raise ValueError(f"workflow {self.name}, move {move.name}: it has no way back")
            unsigned = [name for name in (move.signs, *move.unsigns) if name and not self._signature(name)]
            if unsigned:
                raise ValueError(f"workflow {self.name}, move {move.name}: {unsigned} are no columns of its table")
            self._by_name[move.name] = move

    @property
    def of_selections(self) -> list[Move]:
        """The moves that can be made on several records at once."""
        return [move for move in self.moves if (move.on_selections or not move.hidden) and not move.alone]

    def move(self, name: str) -> Move | None:
        """Return the move with this name, if there is one."""
        return self._by_name.get(name)

    @property
    def state_name(self) -> str:
        """The wire name of the state."""
        return wire_name(self.column.name)

    def offered(self, actor: Actor, row: Row, detail: Mapping[str, Any] | None = None) -> list[dict[str, Any]]:
        """Return the moves that the actor can make from here, in declared order; questions use the `detail` answer, by
        default the row."""
        return [
            move.offer(row if detail is None else detail)
            | {"title": self._title(move, row), "needs": move.asks(row)}
            | ({"checks": True} if self.checks(move) else {})
            for move in self.possible(actor, row)
        ]

    def possible(self, actor: Actor, row: Row) -> list[Move]:
        """Return the available moves that `refused` would allow the actor, in declared order."""
        state = row[self.column.name]
        return [
            move
            for move in self.moves
            if not move.hidden
            and move.leaves(state)
            and move.who(actor, row)
            and (move.when is None or move.when(row, actor) is None)
        ]

    def refused(self, move: Move, actor: Actor, row: Row) -> Forbidden | Conflict | None:
        """Return why the move cannot be made, or None."""
        state = row[self.column.name]
        allowed = move.who(actor, row)
        if not allowed or not move.leaves(state):
            text = self.refusal(row, actor, move) if self.refusal else None
            if text is None and not allowed:
                return Forbidden()
            return Conflict(
                text or f"This is not possible while the status is {self.label(state, row)}", code="wrong_state"
            )
        text = move.when(row, actor) if move.when else None
        return Conflict(text, code="refused_now") if text is not None else None

    def run(self, tx: Tx, record: int, name: str, body: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Make move `name` and return `{id, status}`, and `undo`, the call that undoes it, if that is possible. Raises
        NotFound, Forbidden, Conflict, Invalid (each need named)."""
        move = self._by_name[name]
        row = self._movable(tx, record, move)
        values = dict(body or {})
        if move.asks_again:
            tx.confirmed = confirmed(values) or tx.confirmed
        needs = read({need.name: need.type for need in move.needs}, values)
        step = Step(move=move, actor=tx.actor, row=row, body=needs)
        self._check(tx, step)
        extra = {**self._kept(step), **((move.effect(tx, step) or {}) if move.effect else {})}
        target = extra.pop(self.column.name, move.target or row[self.column.name])
        assert target in (move.target or row[self.column.name], *move.other_targets), (
            f"{name} does not lead to {target}"
        )
        if extra or move.target is None or target != row[self.column.name]:  # otherwise it was repeated
            now = self._apply(tx, row, {self.column.name: target, **extra})
            if move.undo is not None:
                undoing.keep(tx, self, name, row, now, {self.column.name: target, **extra})
                return {"id": record, self.state_name: target, "undo": move.undo_path.replace("{id}", str(record))}
        return {"id": record, self.state_name: target}

    def dry_run(self, tx: Tx, record: int, name: str) -> dict[str, Any]:
        """Refuse what `run` would refuse without its needs and its effect, and change nothing; return the current `{id,
        status}`. Raises NotFound, Forbidden, Conflict, Invalid."""
        move = self._by_name[name]
        row = self._movable(tx, record, move)
        self._check(tx, Step(move=move, actor=tx.actor, row=row, body={}))
        return {"id": record, self.state_name: row[self.column.name]}

    def undo(self, tx: Tx, record: int, path: str | None = None) -> dict[str, Any]:
        """Undo the last move of the record, one of `path` if given; return `{id, status}`. Raises NotFound, Forbidden,
        Conflict: it was another person's, the record has changed since, or it is too late."""
        row = self._locked(tx, record)
        last = undoing.last_move(tx, self, record)
        move = self._by_name.get(last["move"]) if last is not None else None
        if last is None or move is None or move.undo is None:
            raise Conflict("There is nothing to undo", code="nothing_to_undo")
        if path is not None and move.path != path:  # another move followed it
            raise Conflict(CHANGED_SINCE, code="changed_meanwhile")
        if last["user_id"] != tx.actor.user_id or not move.who(tx.actor, row):
            raise Forbidden("Only who made a move can undo it")
        if last["version"] != row["version"]:
            raise Conflict(CHANGED_SINCE, code="changed_meanwhile")
        if last["age"] > move.undo:
            raise Conflict("This can no longer be undone", code="too_late")
        now = self._apply(tx, row, undoing.take(tx, self, last))
        if move.undone is not None:
            move.undone(tx, row)
        return {"id": record, self.state_name: now[self.column.name]}

    def checks(self, move: Move) -> bool:
        """Return whether a record may lack something that the move needs."""
        return move.check is not None or (self.complete is not None and move.name in self.complete.moves)

    def _check(self, tx: Tx, step: Step) -> None:
        """Raise for anything that the record lacks for the move."""
        if self.complete is not None:
            self.complete.refuse(step.move.name, self.complete.values(tx.connection, tx.actor, step.row))
        if step.move.check is not None:
            step.move.check(tx, step)

    def _movable(self, tx: Tx, record: int, move: Move) -> Row:
        """Lock and return the record, which the actor can move. Raises NotFound, Forbidden, Conflict."""
        row = self._locked(tx, record)
        refusal = self.refused(move, tx.actor, row)
        if refusal is not None:
            raise refusal
        return row

    def _locked(self, tx: Tx, record: int) -> Row:
        """Lock and return the record. Raises NotFound."""
        mine = sa.and_(self.table.c.id == record, self.scope.where(tx.actor))
        row = tx.one(sa.select(self.table).where(mine).with_for_update(of=self.table))
        if row is None:
            raise NotFound()
        return row

    def _kept(self, step: Step) -> dict[str, Any]:
        """Return the columns that record who made the move, when and with which values."""
        move, actor = step.move, step.actor
        signature: dict[str, Any] = {"_by_id": actor.user_id, "_by_name": actor.name, "": dt.datetime.now(dt.UTC)}
        emptied: dict[str, Any] = {"_by_id": None, "_by_name": "", "": None}
        kept = {name + end: emptied[end] for name in move.unsigns for end in self._signature(name)}
        kept |= {move.signs + end: signature[end] for end in self._signature(move.signs)}
        if hands.NAME in self.table.c and (move.signs or move.unsigns):
            former = {name: entry for name, entry in step.row[hands.NAME].items() if name not in move.unsigns}
            signed = {move.signs: hands.hand(actor, f"{move.signs} it")} if move.signs else {}
            kept[hands.NAME] = former | signed
        return kept | {need.column.name: step.body[need.name] for need in move.needs if need.column is not None}

    def _signature(self, name: str) -> list[str]:
        """Return the endings with which `name` is a column of the table."""
        return [end for end in ("_by_id", "_by_name", "") if name and name + end in self.table.c]

    def choose(self, tx: Tx, record: int, moves: Sequence[Move]) -> str:
        """Return the one of `moves`, which share a path, that leaves the record's present state (otherwise the
        first)."""
        if len(moves) == 1:
            return moves[0].name
        table = self.table
        state = tx.scalar(sa.select(self.column).where(table.c.id == record, self.scope.where(tx.actor)))
        return next((move.name for move in moves if state is not None and move.leaves(state)), moves[0].name)

    def write_state(
        self, db: Database, actor: Actor, record: int, name: str, raw: Any, expected: Any = UNSET
    ) -> dict[str, Any]:
        """Make a legacy write to the state field: the first move the actor may make that leads from here to `raw`.

        `expected` is the caller's `oldValue`, if given: raises Conflict with the current state if it differs.
        """
        with db.transaction(actor) as tx:
            row = self._locked(tx, record)
            state = row[self.column.name]
            if not isinstance(raw, str) or raw not in {option.value for option in self.states}:
                allowed = ", ".join(str(option.value) for option in self.states)
                raise Invalid(f"Please choose one of: {allowed}", fields={name: "Unknown status"})
            if raw != state:
                if expected is not UNSET and expected != state:
                    raise Conflict(CHANGED_MEANWHILE, code="changed_meanwhile", extra={"value": state})
                self.run(tx, record, self._leading(actor, row, raw).name)
            now = tx.one(sa.select(self.table).where(self.table.c.id == record))
            assert now is not None
        return {
            "field": name,
            "value": now[self.column.name],
            "modified": now["modified"],
            "version": now["version"],
        }

    def _leading(self, actor: Actor, row: Row, target: str) -> Move:
        refusal: Forbidden | Conflict | None = None
        for move in self.moves:
            if move.target != target:
                continue
            reason = self.refused(move, actor, row)
            if reason is None:
                return move
            if refusal is None or (isinstance(reason, Conflict) and isinstance(refusal, Forbidden)):
                refusal = reason
        text = self.refusal(row, actor, None) if self.refusal and refusal is None else None
        raise refusal or Conflict(
            text
            or f"The status cannot change from {self.label(row[self.column.name], row)} to {self.label(target, row)}",
            code="wrong_state",
        )

    def _apply(self, tx: Tx, row: Row, values: Mapping[str, Any]) -> Row:
        now = writing.change(tx, self, row, values, self.follows)
        if self.after is not None:
            self.after(tx, now)
        return now

    def label(self, state: str, row: Row | None = None) -> str:
        """Return the name of a state for people; that of the record `row`, if given."""
        if row is not None and self.called is not None:
            return self.called(row, state)
        return label_of(self.states, state) or str(state)

    def _title(self, move: Move, row: Row) -> str:
        """Return the title of a move; for one titled like its target state, the name of that state for this record."""
        if move.target is not None and move.title == self.label(move.target):
            return self.label(move.target, row)
        return move.title

    def table_text(self) -> str:
        """Return the workflow as a Markdown table, for docs."""
        lines = ["| move | from | to | who | needs |", "|---|---|---|---|---|"]
        for move in self.moves:
            needs = ", ".join(need.name for need in move.needs)
            sources = "any" if tuple(move.source) == ANY else ", ".join(move.source)
            target = " or ".join((move.target or "(stays)", *move.other_targets))
            lines.append(f"| {move.title} | {sources} | {target} | {move.who.name} | {needs} |")
        return "\n".join(lines)
