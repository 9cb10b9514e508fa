"""Read copies: what another service tells, kept as far as it is needed here. Events alone write them; `kit replay`
rebuilds them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from kit.db import Tx


def keep(tx: Tx, table: sa.Table, key: Mapping[str, Any], values: Mapping[str, Any]) -> None:
    """Store the copy of a record as it now is; seen again, an event changes nothing. `key` is its primary key."""
    kept = insert(table).values(**key, **values)
    tx.execute(kept.on_conflict_do_update(index_elements=list(key), set_=dict(values)))
