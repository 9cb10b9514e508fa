"""The one way a field changes.

Load in scope, or 404 → unknown field 422 → `may` 403 → `when` 409 → parse 422 → `oldValue` 409 → equal: done →
check → one statement that updates, writes the history row and the outbox event. The statement holds the version that
was checked: when somebody else was faster it changes nothing, and all is checked again on what they left.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import sqlalchemy as sa
from psycopg.types.json import Jsonb

from kit import context
from kit.db import Database, Tx, actor_json
from kit.errors import Conflict, Forbidden, Invalid, NotFound
from kit.fields.fieldset import Change, Field, FieldSet
from kit.policy import Actor, Row
from kit.sql import Statement, adapted, compiled

NOT_ALLOWED = "You are not allowed to do this"
CHANGED_MEANWHILE = "Somebody else has changed this meanwhile"
_ATTEMPTS = 4
_UNSET: Any = object()


def update(
    db: Database, fieldset: FieldSet, actor: Actor, record: int, name: str, raw: Any, expected: Any = _UNSET
) -> dict[str, Any]:
    """Change field `name` of `record`; returns `{field, value, modified, version}`.

    `expected` is the caller's `oldValue`, if given. Raises NotFound, Forbidden, Invalid, Conflict.
    """
    entry = fieldset.fields.get(name)
    if entry is None:
        raise unknown_field(fieldset, name)
    if entry.workflow is not None:
        return entry.workflow.write_state(db, actor, record, name, raw)
    if entry.after is not None:
        with db.transaction(actor) as tx:
            row = load(tx, fieldset, actor, record)
            change = _checked(fieldset, entry, actor, row, raw, expected)
            done = write(tx, fieldset, change) if change else _unchanged(entry, row)
            if change:
                entry.after(tx, change)
        return done
    statement = _read_statement(fieldset, fieldset.scope.variant(actor))
    params = statement.params({**fieldset.scope.params(actor), "record": record})
    columns = [column.name for column in fieldset.table.columns]
    for _ in range(_ATTEMPTS):
        with db.cursor() as cursor:
            values = cursor.execute(statement.sql, params).fetchone()
            if values is None:
                raise NotFound("There is no such entry")
            row = dict(zip(columns, values, strict=True))
            change = _checked(fieldset, entry, actor, row, raw, expected)
            if change is None:
                return _unchanged(entry, row)
            sql, arguments = _write_arguments(fieldset, change, context.request_id.get())
            done_row = cursor.execute(sql, arguments).fetchone()
        if done_row is not None:
            return _answer(entry, change.new, *done_row)
    raise Conflict(CHANGED_MEANWHILE, code="changed_meanwhile")


def load(tx: Tx, fieldset: FieldSet, actor: Actor, record: int) -> dict[str, Any]:
    """The row, locked for this transaction; NotFound where the actor cannot see it."""
    table = fieldset.table
    row = tx.one(sa.select(table).where(table.c.id == record, fieldset.scope.where(actor)).with_for_update(of=table))
    if row is None:
        raise NotFound("There is no such entry")
    return row


def write(tx: Tx, fieldset: FieldSet, change: Change) -> dict[str, Any]:
    """Apply a change to a row this transaction holds locked: for commands that change fields on their own."""
    sql, arguments = _write_arguments(fieldset, change, tx.request_id)
    done = tx.connection.exec_driver_sql(sql, arguments).first()
    if done is None:
        raise Conflict(CHANGED_MEANWHILE, code="changed_meanwhile")
    return _answer(change.field, change.new, *done)


def unknown_field(fieldset: FieldSet, name: str) -> Invalid:
    allowed = ", ".join(sorted(fieldset.fields))
    return Invalid(f"Unknown field; allowed are: {allowed}", code="unknown_field", fields={name: "Unknown field"})


def _checked(fieldset: FieldSet, entry: Field, actor: Actor, row: Row, raw: Any, expected: Any) -> Change | None:
    if not fieldset.rule(entry)(actor, row):
        raise Forbidden(NOT_ALLOWED)
    refusal = fieldset.refusal(entry, row)
    if refusal is not None:
        raise Conflict(refusal)
    new = parsed(entry, raw)
    old = row[entry.column.name]
    if new == old:
        return None
    if expected is not _UNSET and _normal(entry, expected) != old:
        raise Conflict(CHANGED_MEANWHILE, code="changed_meanwhile", extra={"value": entry.type.encode(old)})
    change = Change(actor=actor, field=entry, row=row, old=old, new=new)
    if entry.check is not None:
        entry.check(change)
    return change


def parsed(entry: Field, raw: Any) -> Any:
    """The value of `raw`, or Invalid that also names the field."""
    try:
        return entry.type.parse(raw)
    except Invalid as refusal:
        raise Invalid(refusal.text, title=refusal.title, fields={entry.name: refusal.text}) from None


def _normal(entry: Field, raw: Any) -> Any:
    try:
        return entry.type.parse(raw)
    except Invalid:
        return _UNSET


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
  UPDATE {table} SET {column} = %(value)s, version = version + 1, modified = clock_timestamp()
  WHERE id = %(record)s AND version = %(version)s RETURNING id, version, modified
), history AS (
  INSERT INTO field_history
    (entity, entity_id, field, old_value, new_value, user_id, acting_user_id, user_name, request_id)
  SELECT %(entity)s, id, %(field)s, %(old)s, %(new)s, %(user)s, %(acting)s, %(name)s, %(request)s FROM changed
){event}
SELECT version, modified FROM changed
"""
_EVENT = """, event AS (
  INSERT INTO outbox (subject, key, payload, actor, request_id)
  SELECT %(subject)s, id::text, %(payload)s, %(actor)s, %(request)s FROM changed
)"""


@lru_cache(maxsize=4096)
def _update_sql(table: str, column: str, with_event: bool) -> str:
    return _UPDATE.format(table=table, column=column, event=_EVENT if with_event else "")


def _write_arguments(fieldset: FieldSet, change: Change, request_id: str) -> tuple[str, Mapping[str, Any]]:
    entry, actor = change.field, change.actor
    encode = entry.type.encode
    arguments: dict[str, Any] = {
        "value": adapted(entry.column, change.new),
        "record": change.row["id"],
        "version": change.row["version"],
        "entity": fieldset.name,
        "field": entry.name,
        "old": Jsonb(encode(change.old)),
        "new": Jsonb(encode(change.new)),
        "user": actor.user_id,
        "acting": actor.acting_user_id,
        "name": actor.name,
        "request": request_id,
    }
    if fieldset.event is not None:
        after = {**change.row, entry.column.name: change.new}
        arguments |= {
            "subject": fieldset.event.subject,
            "payload": Jsonb(dict(payload(fieldset, after))),
            "actor": Jsonb(actor_json(actor)),
        }
    sql = _update_sql(_quoted(fieldset.table.name), _quoted(entry.column.name), fieldset.event is not None)
    return sql, arguments


def payload(fieldset: FieldSet, row: Row) -> Mapping[str, Any]:
    """What the set's event says about `row`."""
    return fieldset.payload(row) if fieldset.payload else {"id": row["id"]}


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
