"""Writing a read copy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from kit.db import Tx


def keep(tx: Tx, table: sa.Table, record: int, values: Mapping[str, Any]) -> None:
    """Store the copy of a record as it now is; seen again, an event changes nothing."""
    kept = insert(table).values(id=record, **values)
    tx.execute(kept.on_conflict_do_update(index_elements=["id"], set_=dict(values)))
