"""Rows of the history of records: the field that changed, its value before and after, and who changed it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from kit import tables

if TYPE_CHECKING:
    from kit.db import Tx


def entry(tx: Tx, entity: str, record: int, field: str, old: Any, new: Any) -> dict[str, Any]:
    """The columns of one row: the actor of `tx` changed `field` of the record from `old` to `new` (JSON values)."""
    return {
        "entity": entity,
        "entity_id": record,
        "field": field,
        "old_value": old,
        "new_value": new,
        "user_id": tx.actor.user_id,
        "acting_user_id": tx.actor.acting_user_id,
        "user_name": tx.actor.name,
        "request_id": tx.request_id,
    }


def note(tx: Tx, entity: str, record: int, field: str, old: Any, new: Any) -> None:
    """Write one row (`entry`)."""
    tx.execute(sa.insert(tables.field_history).values(**entry(tx, entity, record, field, old, new)))
