"""The seam of forms: the room that keeps their entries says here which record has filled in which form."""

from __future__ import annotations

from kit.database import Tx
from kit.database.sql import upsert
from people.requirements.model import form_received


def receive(tx: Tx, form_id: int, kind: str, record_id: int, entry_id: int) -> None:
    """Note that the form `form_id` was filled in about a record of `kind` (`student`, `course`), by its entry."""
    key = {"form_id": form_id, "kind": kind, "record_id": record_id}
    tx.execute(upsert(form_received, key, {"entry_id": entry_id}))
