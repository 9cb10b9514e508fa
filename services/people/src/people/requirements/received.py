"""The interface for forms: the room of entries reports here which record has which accepted form."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database import Tx
from kit.database.sql import upsert
from people.requirements.model import form_received


def receive(tx: Tx, form_id: int, kind: str, record_id: int, entry_id: int) -> None:
    """Note that the form `form_id` was accepted for a record of `kind` (`student`, `course`), with its entry."""
    key = {"form_id": form_id, "kind": kind, "record_id": record_id}
    tx.execute(upsert(form_received, key, {"entry_id": entry_id}))


def withdraw(tx: Tx, form_id: int, kind: str, record_id: int, other: int | None) -> None:
    """Note that the entry of a form no longer counts; `other` is another entry of the record that does."""
    if other is not None:
        receive(tx, form_id, kind, record_id, other)
        return
    c = form_received.c
    mine = (c.form_id == form_id, c.kind == kind, c.record_id == record_id)
    tx.execute(sa.delete(form_received).where(*mine))
