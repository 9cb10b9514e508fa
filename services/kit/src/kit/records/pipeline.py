"""The pipeline of every field change.

Load in scope, or 404 → unknown field 422 → `may` 403 → parent's `when`, `when` 409 → parse 422 → equal: done →
`oldValue` 409 → check → one statement that updates, writes the history row and the outbox event. Locking is optimistic:
the statement compares the version that was checked. If another writer was faster it changes nothing, and everything is
checked again on the new row; the last attempt locks the row.
"""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

import psycopg
import sqlalchemy as sa
from psycopg.types.json import Jsonb

from kit import context
from kit.changes import writing
from kit.database import Database, Tx, constraints
from kit.database.sql import Statement, adapted, compiled
from kit.errors import Conflict, Invalid, NotFound
from kit.policy import Actor, Row, actor_json
from kit.records import references
from kit.records.field import Change, Field
from kit.records.fieldset import FieldSet
from kit.values.labels import CHANGED_MEANWHILE, UNSET
from kit.values.texts import NO_LIST

_ATTEMPTS = 3
"""Attempts without a lock; without concurrent writers the first one succeeds."""


def update(
    db: Database, fieldset: FieldSet, actor: Actor, record: int, name: str, raw: Any, expected: Any = UNSET
) -> dict[str, Any]:
    """Change field `name` of `record` and return `{field, value, modified, version}`.

    `expected` is the caller's `oldValue`, if given. Raises NotFound, Forbidden, Invalid, Conflict, and Unavailable if
    another service must be asked about the value and does not answer.
    """
    entry = fieldset.fields.get(name)
    if entry is None:
        raise unknown_field(fieldset, name)
    if entry.workflow is not None:
        if entry.may is not None:
            entry.may.require(actor)
        return entry.workflow.write_state(db, actor, record, name, raw, expected)
    references.check_change(db, fieldset, entry, actor, record, raw)
    if entry.type.remote:
        _ask(db, fieldset, entry, actor, record, raw, expected)
    if fieldset.works(entry):
        with db.transaction(actor) as tx:
            return update_in(tx, fieldset, name, record, raw, expected)
    for _ in range(_ATTEMPTS):
        with db.cursor() as cursor:
            row = _read(cursor, fieldset, actor, record)
            change = checked(fieldset, entry, actor, row, raw, expected)
            if change is None:
                return _unchanged(entry, row)
            sql, arguments = _write_arguments(fieldset, [change], context.request_id.get())
            with _refuse_unstorable(change):
                stamps = cursor.execute(sql, arguments).fetchone()
        if stamps is not None:
            return _answer(entry, change.new, *stamps)
    with db.transaction(actor) as tx:
        return update_in(tx, fieldset, name, record, raw, expected)


def _read(cursor: psycopg.Cursor[Any], fieldset: FieldSet, actor: Actor, record: int) -> dict[str, Any]:
    """Return the row in the actor's scope. Raises NotFound."""
    statement = _read_statement(fieldset, fieldset.scope.variant(actor))
    params = statement.params({**fieldset.scope.params(actor), "record": record})
    values = cursor.execute(statement.sql, params).fetchone()
    if values is None:
        raise NotFound()
    return dict(zip((column.name for column in fieldset.table.columns), values, strict=True))


def _ask(db: Database, fieldset: FieldSet, entry: Field, actor: Actor, record: int, raw: Any, expected: Any) -> None:
    """Let the field's type ask another service about a change that passes all other checks, before it is made."""
    with db.cursor() as cursor:
        change = checked(fieldset, entry, actor, _read(cursor, fieldset, actor, record), raw, expected)
    if change is not None:
        entry.type.ask(actor, entry.name, entry.label(), change.old, change.new)


def update_in(tx: Tx, fieldset: FieldSet, name: str, record: int, raw: Any, expected: Any = UNSET) -> dict[str, Any]:
    """Change a field like `update`, in an open transaction: lock the row, and change it together with the field's
    dependents, its `after` and the parent's `changed`. Does not call other services."""
    entry = fieldset.fields[name]
    row, refusal = lock_row(tx, fieldset, tx.actor, record)
    if fieldset.withholds is not None:
        fieldset.withholds.refuse(tx.connection, tx.actor, row, (name,))
    change = checked(fieldset, entry, tx.actor, row, raw, expected, refusal)
    changes = with_dependents(tx, fieldset, change) if change else []
    if not changes:
        return _unchanged(entry, row)
    answer = write(tx, fieldset, *changes)
    if entry.after is not None:
        entry.after(tx, changes[0])
    if fieldset.parent is not None:
        fieldset.parent.changed(tx, row[fieldset.parent.column.name])
    fieldset.tell_written(tx, record, row)
    return answer


def with_dependents(tx: Tx, fieldset: FieldSet, change: Change) -> list[Change]:
    """Return the change in stored form, and those of its dependents; empty if nothing changes."""
    if change.field.dependents is None:
        return [change]
    changes = []
    for name, new in {change.field.name: change.new, **change.field.dependents(tx, change)}.items():
        entry = fieldset.fields[name]
        old = change.row[entry.column.name]
        if new != old or entry is change.field:
            changes.append(replace(change, field=entry, old=old, new=new))
    fieldset.check_order({**change.row, **{one.field.column.name: one.new for one in changes}}, change.field.name)
    return [] if len(changes) == 1 and changes[0].new == changes[0].old else changes


def load(tx: Tx, fieldset: FieldSet, actor: Actor, record: int) -> dict[str, Any]:
    """Return the row, locked for this transaction after its parent. Raises NotFound when it is out of the actor's
    scope."""
    return lock_row(tx, fieldset, actor, record)[0]


def lock_row(tx: Tx, fieldset: FieldSet, actor: Actor, record: int) -> tuple[dict[str, Any], str | None]:
    """Load the row like `load`, and return it with the text with which the parent refuses every change, or None."""
    table, parent, refusal = fieldset.table, fieldset.parent, None
    in_scope = sa.and_(table.c.id == record, fieldset.scope.where(actor))
    if parent is not None:
        owner = tx.scalar(sa.select(parent.column).where(in_scope))
        refusal = parent.refusal(parent.lock(tx, owner)) if owner is not None else None
    # The lock mode of the UPDATE itself, so that two records that start to refer to each other do not deadlock.
    row = tx.one(sa.select(table).where(in_scope).with_for_update(of=table, key_share=True))
    if row is None:
        raise NotFound()
    return row, refusal


def write(tx: Tx, fieldset: FieldSet, change: Change, *others: Change) -> dict[str, Any]:
    """Apply `change`, and `others` of the same row, to a row that this transaction has locked, and return the answer to
    the first. For commands that change fields themselves."""
    sql, arguments = _write_arguments(fieldset, [change, *others], tx.request_id)
    with _refuse_unstorable(change, *others):
        stamps = tx.connection.exec_driver_sql(sql, arguments).first()
    if stamps is None:
        raise Conflict(CHANGED_MEANWHILE, code="changed_meanwhile")
    return _answer(change.field, change.new, *stamps)


@contextlib.contextmanager
def _refuse_unstorable(*changes: Change) -> Iterator[None]:
    """Refuse a value that cannot be stored under the name of its field, which the parameters of `_UPDATE` do not
    reveal: the first value that no column can store, otherwise that of the first change, from which a derived value
    overflowed."""
    try:
        yield
    except (psycopg.DataError, sa.exc.DataError) as error:
        change = next((one for one in changes if not constraints.is_storable(one.new)), changes[0])
        raise constraints.value_refusal(change.new, change.field.name, change.field.label()) from error


def unknown_field(fieldset: FieldSet, name: str, taken: Collection[str] | None = None) -> Invalid:
    """Return the refusal of a field that a call does not accept: `taken` without those that a change accepts."""
    allowed = ", ".join(sorted(fieldset.fields if taken is None else taken))
    return Invalid(f"Unknown field; allowed are: {allowed}", code="unknown_field", fields={name: "Unknown field"})


def checked(
    fieldset: FieldSet,
    entry: Field,
    actor: Actor,
    row: Row,
    raw: Any,
    expected: Any,
    refusal: str | None = None,
    merged: Row | None = None,
) -> Change | None:
    """Return the checked change of `entry` in `row`, or None if it already has the value. `refusal` is the parent's
    text; `merged` is the row with the other values that change at the same time. Raises Forbidden, Conflict,
    Invalid."""
    fieldset.rule(entry).require(actor, row)
    if entry.readers is not None:
        entry.readers.rule.require(actor, row)  # a refusal by the current value would reveal it
    old = row[entry.column.name]
    merged = row if merged is None else {**merged, entry.column.name: old}
    refusal = refusal or fieldset.refusal(entry, merged)
    if refusal is not None:
        raise Conflict(refusal)
    new = _changed_to(entry, raw)
    if new == old:
        return None
    if expected is not UNSET and expected != entry.type.encode(old) and _parsed_or_unset(entry, expected) != old:
        raise Conflict(CHANGED_MEANWHILE, code="changed_meanwhile", extra={"value": entry.type.encode(old)})
    change = Change(actor=actor, field=entry, row=merged, old=old, new=new)
    if entry.dependents is None:  # otherwise dates may change with it: `with_dependents` compares them
        fieldset.check_order({**merged, entry.column.name: new}, entry.name)
    if entry.check is not None:
        entry.check(change)
    return change


def parsed(entry: Field, raw: Any) -> Any:
    """Parse `raw` and return the value. Raises Invalid that names the field."""
    try:
        return entry.type.parse(raw)
    except Invalid as refusal:
        raise Invalid(refusal.text, title=refusal.title, fields={entry.name: refusal.text}) from None


def _changed_to(entry: Field, raw: Any) -> Any:
    """Parse like `parsed`, but for a type of several values refuse null and blank: they would remove entries that
    nobody named."""
    if entry.type.many and (raw is None or (isinstance(raw, str) and not raw.strip())):
        raise Invalid(NO_LIST, fields={entry.name: NO_LIST})
    return parsed(entry, raw)


def _parsed_or_unset(entry: Field, raw: Any) -> Any:
    try:
        return entry.type.parse(raw)
    except Invalid:
        return UNSET


def _unchanged(entry: Field, row: Row) -> dict[str, Any]:
    return _answer(entry, row[entry.column.name], row["version"], row["modified"])


def _answer(entry: Field, value: Any, version: int, modified: Any) -> dict[str, Any]:
    return {"field": entry.name, "value": entry.type.encode(value), "modified": modified, "version": version}


@lru_cache(maxsize=4096)
def _statement_by_id(key: tuple[int, tuple[str, ...]]) -> Statement:
    fieldset = _FIELDSETS[key[0]]
    table = fieldset.table
    record = sa.bindparam("record", type_=sa.BigInteger)
    return compiled(sa.select(table).where(table.c.id == record, fieldset.scope.condition(key[1])))


_FIELDSETS: dict[int, FieldSet] = {}


def _read_statement(fieldset: FieldSet, variant: tuple[str, ...]) -> Statement:
    _FIELDSETS[id(fieldset)] = fieldset
    return _statement_by_id((id(fieldset), variant))


_UPDATE = """
WITH changed AS (
  UPDATE {table} SET {assignments}, version = version + 1, modified = clock_timestamp(){author}{hands}
  WHERE id = %(record)s AND version = %(version)s RETURNING id, version, modified
), history AS (
  INSERT INTO field_history
    (entity, entity_id, field, old_value, new_value, user_id, acting_user_id, user_name, request_id)
  {history}
){event}
SELECT version, modified FROM changed
"""
_ASSIGNMENT = "{column} = %(value{place})s"
_AUTHOR = ", modified_by_id = %(user)s, modified_by_name = %(name)s"
"""Assignments for a table with `kit.database.tables.author_columns()`."""
_HANDS = ", hands = hands || jsonb_build_object('entered', coalesce(hands->'entered', '{}') || %(hands)s)"
"""Assignment for a change that decides what the record pays (`kit.changes.hands`)."""
_HISTORY = (
    "SELECT %(entity)s, id, %(field{place})s, %(old{place})s, %(new{place})s, %(user)s, %(acting)s, %(name)s, "
    "%(request)s FROM changed"
)
_EVENT = """, event AS (
  INSERT INTO outbox (subject, key, payload, actor, request_id)
  SELECT %(subject)s, id::text, %(payload)s, %(actor)s, %(request)s FROM changed
)"""


@lru_cache(maxsize=4096)
def _update_sql(table: str, columns: tuple[str, ...], with_event: bool, with_author: bool, with_hands: bool) -> str:
    assignments = [_ASSIGNMENT.format(column=column, place=place) for place, column in enumerate(columns)]
    rows = [_HISTORY.format(place=place) for place, _ in enumerate(columns)]
    return _UPDATE.format(
        table=table,
        assignments=", ".join(assignments),
        author=_AUTHOR if with_author else "",
        hands=_HANDS if with_hands else "",
        history=" UNION ALL ".join(rows),
        event=_EVENT if with_event else "",
    )


def _write_arguments(fieldset: FieldSet, changes: Sequence[Change], request_id: str) -> tuple[str, Mapping[str, Any]]:
    """Return the statement that writes `changes`, all of one row, and its parameters."""
    row, actor = changes[0].row, changes[0].actor
    arguments: dict[str, Any] = {
        "record": row["id"],
        "version": row["version"],
        "entity": fieldset.name,
        "user": actor.user_id,
        "acting": actor.acting_user_id,
        "name": actor.name,
        "request": request_id,
    }
    for place, change in enumerate(changes):
        entry = change.field
        arguments |= {
            f"value{place}": adapted(entry.column, change.new),
            f"field{place}": entry.name,
            f"old{place}": Jsonb(entry.type.encode(change.old)),
            f"new{place}": Jsonb(entry.type.encode(change.new)),
        }
    if fieldset.event is not None:
        after = {**row, **{change.field.column.name: change.new for change in changes}}
        arguments |= {
            "subject": fieldset.event.subject,
            "payload": Jsonb(fieldset.event.checked(writing.payload(fieldset, after))),
            "actor": Jsonb(actor_json(actor)),
        }
    hand = fieldset.hand(actor, [change.field.name for change in changes])
    if hand:
        arguments["hands"] = Jsonb(hand)
    columns = tuple(_quoted(change.field.column.name) for change in changes)
    with_author = "modified_by_id" in fieldset.table.c
    with_event = fieldset.event is not None
    sql = _update_sql(_quoted(fieldset.table.name), columns, with_event, with_author, bool(hand))
    return sql, arguments


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
