"""New references: the refusal of one to a closed or missing record, before and in its transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from kit.errors import Invalid
from kit.policy import Actor
from kit.records.field import Field
from kit.records.fieldset import FieldSet
from kit.records.references.declared import of

if TYPE_CHECKING:
    from kit.database import Database


def check_change(db: Database, fieldset: FieldSet, entry: Field, actor: Actor, record: int, raw: Any) -> None:
    """Refuse a new reference to a closed or missing record. An unchanged value is not refused, and other refusals are
    left to the pipeline. Do not use it inside a transaction: the owner may be asked."""
    references = of(fieldset)
    if references is None or references.kind_of(entry) is None or raw in (None, ""):
        return
    try:
        value = entry.type.parse(raw)
    except Invalid:
        return
    refusal = references.refusal(None, entry, value)
    table = fieldset.table
    with db.read() as connection:
        refusal = refusal or references.refusal(connection, entry, value)
        if refusal is None:
            return
        query = sa.select(table).where(table.c.id == record, fieldset.scope.where(actor))
        row = connection.execute(query).mappings().first()
    if row is None or row[entry.column.name] == value:
        return
    if fieldset.rule(entry)(actor, dict(row)) and fieldset.refusal(entry, dict(row)) is None:
        raise refusal


def refusal_here(connection: sa.Connection, fieldset: FieldSet, entry: Field, value: Any) -> Invalid | None:
    """Return the refusal of a new record's reference to `value`, if this service knows the target; or None."""
    references = of(fieldset)
    return references.refusal(connection, entry, value) if references is not None else None


def check_new(fieldset: FieldSet, body: Mapping[str, Any]) -> None:
    """Ask the owners of foreign kinds about the references of a new record, before its transaction."""
    references = of(fieldset)
    if references is None or fieldset.create is None:
        return
    refused: list[Invalid] = []
    for name in fieldset.create.fields:
        entry = fieldset.fields[name]
        if body.get(name) in (None, "") or references.kind_of(entry) is None:
            continue
        try:
            refusal = references.refusal(None, entry, entry.type.parse(body[name]))
        except Invalid:
            continue
        if refusal is not None:
            refused.append(refusal)
    if refused:
        raise form_errors(refused)


def form_errors(refused: Sequence[Invalid]) -> Invalid:
    """Return one refusal of a form that names every invalid field."""
    fields = {name: text for refusal in refused for name, text in refusal.fields.items()}
    return Invalid(refused[0].text, code=refused[0].code, fields=fields, title="Form errors")
