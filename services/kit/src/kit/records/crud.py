"""Read, create and delete the records of a FieldSet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.changes import hands, writing
from kit.changes.history import note
from kit.database import Tx, tables
from kit.errors import Conflict, Invalid, NotFound
from kit.policy import Actor, Row, without
from kit.records import ordering, parts, references
from kit.records.fieldset import Create, FieldSet
from kit.records.pipeline import lock_row, parsed, unknown_field
from kit.values import bodies

_CHANGES = 500
"""Maximum number of changes in a history."""


def find(connection: sa.Connection, fieldset: FieldSet, actor: Actor, record: int) -> dict[str, Any]:
    """Return the row by column name. Raises NotFound."""
    table = fieldset.table
    statement = sa.select(table).where(table.c.id == record, fieldset.scope.where(actor))
    row = connection.execute(statement).mappings().first()
    if row is None:
        raise NotFound()
    return dict(row)


def detail(connection: sa.Connection, fieldset: FieldSet, actor: Actor, record: int) -> dict[str, Any]:
    """Return the detail answer: fields, version, the set's own extra, contributions of other rooms, the actor's rights
    and the available moves."""
    row = find(connection, fieldset, actor, record)
    answer: dict[str, Any] = {"id": row["id"]}
    withheld = fieldset.withholds.names(connection, actor, row) if fieldset.withholds is not None else ()
    for name, entry in fieldset.fields.items():
        if entry.seen(actor, row):
            answer[name] = None if name in withheld else entry.type.encode(row[entry.column.name])
        elif entry.withheld:
            answer[name] = None
    answer |= {"created": row["created"], "modified": row["modified"], "version": row["version"]}
    if fieldset.extra is not None:
        answer |= fieldset.extra(connection, actor, row)
    if fieldset.complete is not None:
        answer |= fieldset.complete.shown(connection, actor, row)
    for name, contribution in fieldset.contributions.items():
        answer[name] = contribution.read(connection, actor, row)
    answer = without(answer, fieldset.answers, actor, row)
    answer["may"] = may(fieldset, actor, row, closed=_closed(connection, fieldset, row))
    answer["may"]["edit"] = [name for name in answer["may"]["edit"] if name not in withheld]
    answer["moves"] = fieldset.workflow.offered(actor, row, answer) if fieldset.workflow else []
    return answer


def _closed(connection: sa.Connection, fieldset: FieldSet, row: Row) -> bool:
    """Return whether the parent of this record refuses every change."""
    parent = fieldset.parent
    if parent is None or parent.when is None:
        return False
    statement = sa.select(parent.table).where(parent.table.c.id == row[parent.column.name])
    return parent.refusal(dict(connection.execute(statement).mappings().one())) is not None


def may(fieldset: FieldSet, actor: Actor, row: Row, closed: bool = False) -> dict[str, Any]:
    """Return the `may` object of a record; `closed` if nothing of it can change."""
    acts: dict[str, Any] = dict(fieldset.acts(actor, row))
    return acts | {
        "edit": [] if closed else fieldset.editable(actor, row),
        "delete": not closed and fieldset.deletes(actor, row),
        "history": fieldset.history(actor, row),
    }


def ask(fieldset: FieldSet, actor: Actor, body: Mapping[str, Any]) -> None:
    """Ask other services about the values of a new record, before the transaction of `create`, which refuses all other
    faults. Raises Invalid, Unavailable."""
    declared = fieldset.create
    assert declared is not None, f"{fieldset.name} declares no create"
    for name in declared.fields:
        entry = fieldset.fields[name]
        if not entry.type.remote or name not in body or not declared.may(actor):
            continue
        try:
            value = parsed(entry, body[name])
        except Invalid:
            continue
        entry.type.ask(actor, name, entry.label(), None, value)


def create(tx: Tx, fieldset: FieldSet, body: Mapping[str, Any], owner: int | None = None, *, tells: bool = True) -> int:
    """Create a record from the wire fields in `body` and return its id. Raises Invalid that names every invalid field.

    `owner` is the id of the parent, if the set has one that the body does not name. Without `tells` the caller raises
    the notices of several records together.
    """
    declared = fieldset.create
    assert declared is not None, f"{fieldset.name} declares no create"
    declared.may.require(tx.actor)
    fields = fieldset.fields
    values = _parent_column(tx, fieldset, owner)
    refused: list[Invalid] = []
    for name in body:
        if name not in declared.fields and name not in declared.ignored and name not in declared.also:
            raise unknown_field(fieldset, name, {*declared.fields, *declared.also})
    for name in declared.fields:
        entry = fields[name]
        if name not in body and not entry.type.required:
            continue
        try:
            value = values[entry.column.name] = parsed(entry, body.get(name))
        except Invalid as refusal:
            refused.append(refusal)
            continue
        refusal_of_reference = references.refusal_here(tx.connection, fieldset, entry, value)
        if refusal_of_reference is not None:
            refused.append(refusal_of_reference)
    also, texts = bodies.parsed(declared.also, body)
    refused += [Invalid(text, fields={name: text}) for name, text in texts.items()]
    if refused:
        raise references.form_errors(refused)
    if fieldset.parent is not None and owner is None:
        values |= _parent_column(tx, fieldset, values[fieldset.parent.column.name])
    fieldset.check_order(values)
    if declared.agrees is not None:
        declared.agrees(tx, owner, body)
    completed = _completed(tx, declared, values | also)
    completed |= ordering.place(tx, fieldset, values | completed)
    if fieldset.pays:
        entered = completed.get(hands.NAME, {})
        completed[hands.NAME] = hands.merged(
            entered, hands.ENTERED, hands.hand(tx.actor, f"entered this {fieldset.noun()}")
        )
    record = tx.insert(fieldset.table, values | completed)
    values |= also | completed
    if declared.after is not None:
        declared.after(tx, record, values)
    if tells and declared.tell is not None:
        declared.tell(tx, record, values)
    _tell_parent(tx, fieldset, record, values)
    writing.announce(tx, fieldset, record)
    fieldset.tell_written(tx, record, None)
    return record


def _completed(tx: Tx, declared: Create, values: dict[str, Any]) -> dict[str, Any]:
    """Return the columns for fields that the body omits."""
    completed: dict[str, Any] = {}
    if declared.defaults is not None:
        completed |= declared.defaults(tx.actor, values)
    if declared.complete is not None:
        completed |= declared.complete(tx, values | completed)
    return completed


def _parent_column(tx: Tx, fieldset: FieldSet, owner: int | None) -> dict[str, Any]:
    """Lock the parent and return the column with its id; empty without a parent, or if `owner` is not known yet. Raises
    Conflict if the parent takes no more parts."""
    parent = fieldset.parent
    if parent is None or owner is None:
        return {}
    refusal = parent.refusal(parent.lock(tx, owner))
    if refusal is not None:
        raise Conflict(refusal)
    return {parent.column.name: owner}


def _tell_parent(tx: Tx, fieldset: FieldSet, record: int, values: Row) -> None:
    """Notify the parent of the new part `record`."""
    if fieldset.parent is None:
        return
    created: Row | None = {**values, "id": record}
    if fieldset.parent.owners is not None:  # its history names the part, from any of the columns
        created = tx.one(sa.select(fieldset.table).where(fieldset.table.c.id == record))
    fieldset.parent.written(tx, fieldset.name, None, created)


def remove(tx: Tx, fieldset: FieldSet, record: int) -> dict[str, Any]:
    """Delete (or mark) a record; its last values stay in the field history under the name `*`. Return the body with
    which POST creates it again."""
    declared = fieldset.delete
    assert declared is not None, f"{fieldset.name} declares no delete"
    row, refusal = lock_row(tx, fieldset, tx.actor, record)
    declared.may.require(tx.actor, row)
    refusal = refusal or (declared.when(row) if declared.when else None)
    if refusal is not None:
        raise Conflict(refusal)
    references.check_unused_here(tx.connection, fieldset, row)
    if declared.after is not None:
        declared.after(tx, row)
    table = fieldset.table
    mark = declared.keeps(row) if declared.keeps is not None else declared.mark
    now: Row | None = None
    if mark is not None:
        values = {**mark, **tables.audit_values(table, tx.actor)}
        now = tx.one(sa.update(table).where(table.c.id == record).values(**values).returning(*table.c))
        writing.publish(tx, fieldset, now or row)
    else:
        tx.execute(sa.delete(table).where(table.c.id == record))
        if fieldset.event is not None:
            tx.publish(fieldset.event, record, {**writing.payload(fieldset, row), "deleted": True})
    if fieldset.parent is not None:
        fieldset.parent.written(tx, fieldset.name, row, None)
    last_values = {name: entry.type.encode(row[entry.column.name]) for name, entry in fieldset.fields.items()}
    note(tx, fieldset.name, record, "*", last_values, None)
    fieldset.tell_watches(tx, row, now)
    fields = fieldset.create.fields if fieldset.create else ()
    return {name: last_values[name] for name in fields if fieldset.fields[name].seen(tx.actor, row)}


def history(
    connection: sa.Connection, fieldset: FieldSet, actor: Actor, record: int, name: str = ""
) -> list[dict[str, Any]]:
    """Return the changes of a record (of one field), newest first, at most 500; without a field also those of its
    parts, if the set has a chronicle. Raises NotFound for a record that the actor does not reach, or whose changes they
    may not read. The history of a deleted record is for those who may read the changes of every record."""
    fieldset.history.require(actor)
    reached = fieldset.scope.where(actor).label("within_scope")
    of_record = sa.select(fieldset.table, reached).where(fieldset.table.c.id == record)
    present = connection.execute(of_record).mappings().first()
    if present is not None and not present["within_scope"]:
        raise NotFound()
    if not fieldset.history(actor, {} if present is None else dict(present)):
        raise NotFound()
    table = tables.field_history
    statement = sa.select(table).where(table.c.entity == fieldset.name, table.c.entity_id == record)
    if name:
        statement = statement.where(table.c.field == name)
    hidden = [one.name for one in fieldset.fields.values() if one.readers is not None and not one.seen(actor)]
    if hidden:
        statement = statement.where(table.c.field.not_in((*hidden, "*")))
    rows = connection.execute(statement.order_by(table.c.id.desc()).limit(_CHANGES)).mappings().all()
    record_row = None if present is None else {column.name: present[column.name] for column in fieldset.table.c}
    if fieldset.withholds is not None and record_row is not None:
        withheld = fieldset.withholds.names(connection, actor, record_row)
        rows = [row for row in rows if row["field"] not in withheld]
    changes = [
        parts.entry_of(dict(row))
        | {
            text: _text(fieldset, row["field"], row[value], record_row)
            for text, value in (("oldText", "old_value"), ("newText", "new_value"))
        }
        for row in rows
    ]
    if name or record_row is None or not (fieldset.chronicle or fieldset.parts):
        return changes
    if fieldset.chronicle is None:
        return parts.chronicle(connection, fieldset, record, changes, lambda kind: _seen(kind, actor))[:_CHANGES]
    return [dict(entry) for entry in fieldset.chronicle(connection, record_row, changes)][:_CHANGES]


def _seen(fieldset: FieldSet, actor: Actor) -> set[str]:
    return {name for name, entry in fieldset.fields.items() if entry.seen(actor)}


def _text(fieldset: FieldSet, name: str, value: Any, row: Row | None) -> str | None:
    """Return the label of a value of field `name`, if it is a state or a choice; `row` is the record, None if
    deleted."""
    if value is None:
        return None
    if fieldset.workflow is not None and name == fieldset.workflow.state_name:
        return fieldset.workflow.label(value, row)
    entry = fieldset.fields.get(name)
    return entry.type.text(value) if entry is not None else None
