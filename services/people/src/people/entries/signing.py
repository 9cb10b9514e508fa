"""Signatures of entries, given on the page or by an outside person."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.changes import history
from kit.database import Tx, tables
from kit.errors import Conflict, Forbidden, Invalid
from kit.policy import Row
from people.entries import filling, workflow
from people.forms.model import form_entry
from people.pipeline import facts

_e = form_entry.c


def sign(tx: Tx, record: int, name: str, signed_as: str, drawing: str | None = None) -> dict[str, Any]:
    """Sign a field; return the new version and the signatures. Raises NotFound, Forbidden, Conflict, Invalid."""
    row = filling.reached(tx, record)
    entry = filling.definition_of(tx.connection, row["version_id"]).fields.get(name)
    if entry is None or entry.type != "signature":
        raise Invalid("Unknown field", fields={"fieldId": "Unknown field"})
    if not filling.signs(tx.connection, tx.actor, row, entry):
        raise Forbidden()
    if row["status"] == "accepted":
        raise Conflict("This form has already been accepted", code="wrong_state")
    given = {"name": signed_as, "signed": dt.datetime.now(dt.UTC).isoformat(), "by": tx.actor.user_id}
    return give(tx, row, {name: given | ({"drawing": drawing} if drawing else {})})


def give(tx: Tx, row: Row, given: Mapping[str, Any]) -> dict[str, Any]:
    """Add signatures to an entry. The last missing one of a sent form closes its request, and accepts the form if
    nobody reviews it."""
    read = filling.definition_of(tx.connection, row["version_id"])
    signatures = row["signatures"] | given
    values: dict[str, Any] = {"signatures": signatures, **tables.version_values(form_entry)}
    is_open = row["status"] in filling.OPEN
    waits = [] if is_open else filling.awaited(filling.evaluation_of(row, read, tx.actor), signatures)
    values["awaited"] = waits
    if not is_open and not waits and row["status"] == "received" and not read.settings.get("reviewed"):
        values["status"] = "accepted"
        history.note(tx, "formEntry", row["id"], "status", row["status"], "accepted")
    changed = tx.one(sa.update(form_entry).where(_e.id == row["id"]).values(**values).returning(*_e))
    assert changed is not None
    for name, one in given.items():
        history.note(tx, "formEntry", row["id"], name, None, one["name"])
    if not is_open and not waits:
        workflow.settle(tx, changed)
        if changed["status"] == "accepted" and changed["about_kind"] == "student" and changed["about_id"]:
            facts.refresh(tx, {changed["about_id"]})
    return {"entryVersion": changed["version"], "signatures": signatures}
