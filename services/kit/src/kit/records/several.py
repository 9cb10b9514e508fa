"""Several fields of one record at once: `PUT /thing/{id} {"changes": [{field, newValue, oldValue?}]}`.

All of them or none. Each is refused under its own name, and is possible, checked and followed beside the values that
the others will have: two days that both move are in order when both have moved. One statement writes them, their
history and one event.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kit.database import Database, Tx
from kit.errors import Conflict, Forbidden, Invalid, Refused
from kit.policy import Actor, Row
from kit.records import references
from kit.records.fieldset import Change, FieldSet
from kit.records.pipeline import checked, lock_row, parsed, unknown_field, with_others, write
from kit.values.labels import UNSET

ON_ITS_OWN = "The status changes on its own"
NAMED_TWICE = "The field is named twice"


@dataclass(frozen=True)
class Asked:
    """One of the changes that are asked for; `expected` is the caller's `oldValue`, if given."""

    name: str
    raw: Any
    expected: Any = UNSET


def update_several(
    db: Database, fieldset: FieldSet, actor: Actor, record: int, asked: Sequence[Asked]
) -> dict[str, Any]:
    """Make all changes; answers `{changes: [{field, value}], modified, version}` with the fields that changed along.

    Raises as `kit.records.pipeline.update` does, with a text for each refused field.
    """
    for one in asked:
        if one.name not in fieldset.fields:
            raise unknown_field(fieldset, one.name)
    names = [one.name for one in asked]
    twice = {name: NAMED_TWICE for name in names if names.count(name) > 1}
    moves = {name: ON_ITS_OWN for name in names if fieldset.fields[name].workflow is not None}
    if twice or moves:
        refused = {**twice, **moves}
        raise Invalid(next(iter(refused.values())), fields=refused)
    for one in asked:
        references.check_change(db, fieldset, fieldset.fields[one.name], actor, record, one.raw)
    if any(fieldset.fields[one.name].type.remote for one in asked):
        _ask(db, fieldset, actor, record, asked)
    with db.transaction(actor) as tx:
        return _update(tx, fieldset, record, asked)


def _ask(db: Database, fieldset: FieldSet, actor: Actor, record: int, asked: Sequence[Asked]) -> None:
    """Let the types ask other services about changes that are otherwise sound; the transaction is over by then."""
    with db.transaction(actor) as tx:
        row, refusal = lock_row(tx, fieldset, actor, record)
        changes = _sound(fieldset, actor, row, asked, refusal)
    for change in changes:
        if change.field.type.remote:
            change.field.type.ask(actor, change.field.name, change.field.label(), change.old, change.new)


def _update(tx: Tx, fieldset: FieldSet, record: int, asked: Sequence[Asked]) -> dict[str, Any]:
    row, refusal = lock_row(tx, fieldset, tx.actor, record)
    wanted = _sound(fieldset, tx.actor, row, asked, refusal)
    named = {one.name for one in asked}
    found = {change.field.name: change for change in wanted}
    for change in wanted:
        for other in with_others(tx, fieldset, change):
            # A field that is named, even with its present value, is not taken along by another.
            if other.field.name == change.field.name or other.field.name not in named:
                found[other.field.name] = replace(other, old=row[other.field.column.name])
    changes = [change for change in found.values() if change.new != change.old]
    if not changes:
        return {"changes": [], "modified": row["modified"], "version": row["version"]}
    done = write(tx, fieldset, *changes)
    for change in changes:
        if change.field.after is not None:
            change.field.after(tx, change)
    if fieldset.parent is not None:
        fieldset.parent.changed(tx, row[fieldset.parent.column.name])
    changed_values = [{"field": change.field.name, "value": change.field.type.encode(change.new)} for change in changes]
    return {"changes": changed_values, "modified": done["modified"], "version": done["version"]}


def _sound(fieldset: FieldSet, actor: Actor, row: Row, asked: Sequence[Asked], refusal: str | None) -> list[Change]:
    """The changes, those that change nothing left out; raises one refusal that names every refused field."""
    merged = {**row, **_values(fieldset, asked)}
    changes: list[Change] = []
    refused: dict[str, Refused] = {}
    for one in asked:
        entry = fieldset.fields[one.name]
        try:
            change = checked(fieldset, entry, actor, row, one.raw, one.expected, refusal, merged)
        except Refused as error:
            refused[one.name] = error
            continue
        if change is not None:
            changes.append(change)
    if refused:
        raise _together(refused)
    return changes


def _values(fieldset: FieldSet, asked: Sequence[Asked]) -> dict[str, Any]:
    """The values by column, as far as they can be read; why others cannot is said with the check of each."""
    values = {}
    for one in asked:
        entry = fieldset.fields[one.name]
        try:
            values[entry.column.name] = parsed(entry, one.raw)
        except Invalid:
            continue
    return values


def _together(refused: Mapping[str, Refused]) -> Refused:
    """One refusal of all: not allowed before not possible before not valid, with the text of each field."""
    first = min(refused.values(), key=lambda error: _GRAVITY.index(next(c for c in _GRAVITY if isinstance(error, c))))
    texts = {name: text for error_name, error in refused.items() for name, text in _texts(error_name, error)}
    title = "Form errors" if len(refused) > 1 else first.title
    values = {name: error.extra["value"] for name, error in refused.items() if "value" in error.extra}
    extra = {"values": values} if values else {}
    return type(first)(first.text, title=title, code=first.code, fields=texts, extra=extra)


_GRAVITY = (Forbidden, Conflict, Invalid, Refused)


def _texts(name: str, error: Refused) -> list[tuple[str, str]]:
    return list((error.fields or {name: error.text}).items())
