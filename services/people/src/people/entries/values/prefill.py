"""Prefill from the record of the person, and write-back of answers after review."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from typing import Any

import sqlalchemy as sa

from kit.database import Tx, first_row
from kit.errors import Conflict, Invalid
from kit.policy import Actor, Row
from kit.records import Field, FieldSet, pipeline
from people.forms.definition import Definition, FormField
from people.forms.model import form_entry
from people.persons.fields import FIELDSETS
from people.persons.model import TABLES
from people.persons.policy import SCOPES

_FIELDSETS = {fieldset.name: fieldset for fieldset in FIELDSETS}
_PREFIX = "person."


def _record(connection: sa.Connection, actor: Actor, kind: str, record: int | None) -> dict[str, Any] | None:
    if kind not in TABLES or record is None:
        return None
    table = TABLES[kind]
    return first_row(connection, sa.select(table).where(table.c.id == record, SCOPES[kind].where(actor)))


def _field(fieldset: FieldSet, entry: FormField) -> Field | None:
    return fieldset.fields.get(str(entry.get("prefill") or "").removeprefix(_PREFIX))


def values(connection: sa.Connection, actor: Actor, read: Definition, kind: str, record: int | None) -> dict[str, Any]:
    """Return the values of the person's record for the fields that are prefilled, as far as the actor reads them."""
    row = _record(connection, actor, kind, record)
    if row is None:
        return {}
    result: dict[str, Any] = {}
    for entry in read.top():
        if entry.get("prefill") == "person.name":
            result[entry.id] = f"{row['first_name']} {row['last_name']}"
            continue
        field = _field(_FIELDSETS[kind], entry)
        if field is not None and field.seen(actor, row):
            value = field.type.encode(row[field.column.name])
            if value not in (None, "", []):
                result[entry.id] = value
    return result


def _back(connection: sa.Connection, actor: Actor, row: Row, read: Definition) -> Iterator[dict[str, Any]]:
    """Yield the answers that can be written to the record, each with the current value."""
    person = _record(connection, actor, row["about_kind"], row["about_id"])
    if person is None:
        return
    fieldset = _FIELDSETS[row["about_kind"]]
    for entry in read.top():
        field = _field(fieldset, entry) if entry.get("writesBack") else None
        if field is None or entry.id not in row["answers"]:
            continue
        present, answer = field.type.encode(person[field.column.name]), row["answers"][entry.id]
        yield {
            "fieldId": entry.id,
            "title": entry.title,
            "field": field.name,
            "fieldTitle": field.label(),
            "present": present,
            "new": answer,
            "differs": present != answer,
            "may": fieldset.edits(field, actor, person),
            "written": row["written_back"].get(entry.id),
        }


def writes(read: Definition, row: Row) -> bool:
    """Return whether an entry has answers for the record of a person."""
    return row["about_kind"] in TABLES and any(
        entry.get("writesBack") and entry.id in row["answers"] for entry in read.top()
    )


def preview(connection: sa.Connection, actor: Actor, row: Row, read: Definition) -> list[dict[str, Any]]:
    """Return the changes that a write-back would make."""
    return list(_back(connection, actor, row, read))


def write_back(tx: Tx, row: Row, read: Definition, names: Sequence[str]) -> list[dict[str, Any]]:
    """Write answers of an accepted entry to the person's record, by the rules of its fields. Raises Conflict, Invalid,
    Forbidden."""
    if row["status"] != "accepted":
        raise Conflict("Please accept the form first", code="wrong_state")
    offered = {one["fieldId"]: one for one in _back(tx.connection, tx.actor, row, read)}
    unknown = [name for name in names if name not in offered]
    if unknown:
        raise Invalid("This answer cannot be written to the record", fields=dict.fromkeys(unknown, "Unknown field"))
    now = dt.datetime.now(dt.UTC).isoformat()
    fieldset = _FIELDSETS[row["about_kind"]]
    written = dict(row["written_back"])
    for name in names:
        one = offered[name]
        pipeline.update_in(tx, fieldset, one["field"], row["about_id"], one["new"])
        written[name] = {"at": now, "by": tx.actor.name, "old": one["present"], "new": one["new"]}
    e = form_entry.c
    tx.execute(sa.update(form_entry).where(e.id == row["id"]).values(written_back=written))
    return list(_back(tx.connection, tx.actor, {**row, "written_back": written}, read))
