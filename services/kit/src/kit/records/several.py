"""Several fields of one record at once: `PUT /thing/{id} {"changes": [{field, newValue, oldValue?}]}`.

All or nothing. Each refusal names its field. The `when`, `check` and dependents of a change see the new values of the
other changes, so that two dates that both change are compared by their new values. One statement writes the values,
their history and one event.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kit.database import Database, Tx
from kit.errors import Conflict, Forbidden, Invalid, Refused, refuse_fields
from kit.policy import Actor, Row
from kit.records import references
from kit.records.field import Change
from kit.records.fieldset import FieldSet, Series
from kit.records.pipeline import checked, lock_row, parsed, unknown_field, with_dependents, write
from kit.values.labels import UNSET

STATUS_ALONE = "The status changes on its own"
NAMED_TWICE = "The field is named twice"


@dataclass(frozen=True)
class ChangeRequest:
    """One requested change; `expected` is the caller's `oldValue`, if given."""

    name: str
    raw: Any
    expected: Any = UNSET


def update_several(
    db: Database,
    fieldset: FieldSet,
    actor: Actor,
    record: int,
    requests: Sequence[ChangeRequest],
    scope: str = "",
    *,
    confirmed: bool = False,
) -> dict[str, Any]:
    """Make all changes and return `{changes: [{field, value}], modified, version}`, including dependents. With a
    `scope` of `fieldset.series` other than the first, change the other records of the series as well. `confirmed`
    answers yes to the set's question.

    Raises the errors of `kit.records.pipeline.update`, with a text for each refused field.
    """
    for request in requests:
        if request.name not in fieldset.fields:
            raise unknown_field(fieldset, request.name)
    names = [request.name for request in requests]
    twice = {name: NAMED_TWICE for name in names if names.count(name) > 1}
    moves = {name: STATUS_ALONE for name in names if fieldset.fields[name].workflow is not None}
    refuse_fields({**twice, **moves})
    for request in requests:
        references.check_change(db, fieldset, fieldset.fields[request.name], actor, record, request.raw)
    if any(fieldset.fields[request.name].type.remote for request in requests):
        _ask_services(db, fieldset, actor, record, requests)
    with db.transaction(actor) as tx:
        tx.confirmed = confirmed
        return update_several_in(tx, fieldset, record, requests, scope)


def update_several_in(
    tx: Tx, fieldset: FieldSet, record: int, requests: Sequence[ChangeRequest], scope: str = ""
) -> dict[str, Any]:
    """Make the changes in the caller's transaction; the caller checks references and fields that ask others."""
    if fieldset.series is None or not scope:
        return _update(tx, fieldset, record, requests)
    return _update_series(tx, fieldset, fieldset.series, record, requests, scope)


def _update_series(
    tx: Tx, fieldset: FieldSet, series: Series, record: int, requests: Sequence[ChangeRequest], scope: str
) -> dict[str, Any]:
    """Make the changes on `record` and on the others of its series. `oldValue` is not compared on the others: their
    values may have differed."""
    row, refusal = lock_row(tx, fieldset, tx.actor, record)
    changes = _checked_changes(fieldset, tx.actor, row, requests, refusal)
    others = series.others(tx, row, scope) if changes else ()
    answer = _update(tx, fieldset, record, requests)  # reads the row again: `others` may have given it another series
    for other in others:
        its, _ = lock_row(tx, fieldset, tx.actor, other)
        wanted = [
            ChangeRequest(change.field.name, change.field.type.encode(series.value(change, its))) for change in changes
        ]
        _update(tx, fieldset, other, wanted)
    return answer


def _ask_services(
    db: Database, fieldset: FieldSet, actor: Actor, record: int, requests: Sequence[ChangeRequest]
) -> None:
    """Let the types ask other services about changes that pass all other checks, after the checking transaction."""
    with db.transaction(actor) as tx:
        row, refusal = lock_row(tx, fieldset, actor, record)
        changes = _checked_changes(fieldset, actor, row, requests, refusal)
    for change in changes:
        if change.field.type.remote:
            change.field.type.ask(actor, change.field.name, change.field.label(), change.old, change.new)


def _update(tx: Tx, fieldset: FieldSet, record: int, requests: Sequence[ChangeRequest]) -> dict[str, Any]:
    row, refusal = lock_row(tx, fieldset, tx.actor, record)
    if fieldset.withholds is not None:
        fieldset.withholds.refuse(tx.connection, tx.actor, row, [request.name for request in requests])
    requested = _checked_changes(fieldset, tx.actor, row, requests, refusal)
    requested_names = {request.name for request in requests}
    by_name = {change.field.name: change for change in requested}
    for change in requested:
        for other in with_dependents(tx, fieldset, change):
            # A requested field, even with its current value, is not changed as a dependent of another.
            if other.field.name == change.field.name or other.field.name not in requested_names:
                by_name[other.field.name] = replace(other, old=row[other.field.column.name])
    changes = [change for change in by_name.values() if change.new != change.old]
    if not changes:
        return {"changes": [], "modified": row["modified"], "version": row["version"]}
    stamps = write(tx, fieldset, *changes)
    for change in changes:
        if change.field.after is not None:
            change.field.after(tx, change)
    if fieldset.parent is not None:
        fieldset.parent.changed(tx, row[fieldset.parent.column.name])
    fieldset.tell_written(tx, record, row)
    changed_values = [{"field": change.field.name, "value": change.field.type.encode(change.new)} for change in changes]
    return {"changes": changed_values, "modified": stamps["modified"], "version": stamps["version"]}


def _checked_changes(
    fieldset: FieldSet, actor: Actor, row: Row, requests: Sequence[ChangeRequest], refusal: str | None
) -> list[Change]:
    """Return the checked changes, without those that change nothing. Raises one refusal that names every refused
    field."""
    merged = {**row, **_values(fieldset, requests)}
    changes: list[Change] = []
    refused: dict[str, Refused] = {}
    for request in requests:
        entry = fieldset.fields[request.name]
        try:
            change = checked(fieldset, entry, actor, row, request.raw, request.expected, refusal, merged)
        except Refused as error:
            refused[request.name] = error
            continue
        if change is not None:
            changes.append(change)
    if refused:
        raise _combined(refused)
    return changes


def _values(fieldset: FieldSet, requests: Sequence[ChangeRequest]) -> dict[str, Any]:
    """Return the values by column that can be parsed; `_checked_changes` refuses the others."""
    values = {}
    for request in requests:
        entry = fieldset.fields[request.name]
        try:
            values[entry.column.name] = parsed(entry, request.raw)
        except Invalid:
            continue
    return values


def _combined(refused: Mapping[str, Refused]) -> Refused:
    """One refusal with the text of each field; Forbidden takes precedence over Conflict, Conflict over Invalid."""
    first = min(
        refused.values(), key=lambda error: _PRECEDENCE.index(next(c for c in _PRECEDENCE if isinstance(error, c)))
    )
    texts = {name: text for error_name, error in refused.items() for name, text in _texts(error_name, error)}
    title = "Form errors" if len(refused) > 1 else first.title
    values = {name: error.extra["value"] for name, error in refused.items() if "value" in error.extra}
    extra = {"values": values} if values else {}
    return type(first)(first.text, title=title, code=first.code, fields=texts, extra=extra)


_PRECEDENCE = (Forbidden, Conflict, Invalid, Refused)


def _texts(name: str, error: Refused) -> list[tuple[str, str]]:
    return list((error.fields or {name: error.text}).items())
