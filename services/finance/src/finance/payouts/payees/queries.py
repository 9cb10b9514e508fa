"""The parts of a detail of bank details beyond its fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from finance.payouts.payees.model import MASK
from kit.policy import Actor, Row


def standing_of(_: sa.Connection, __: Actor, row: Row) -> Mapping[str, Any]:
    """Since when and by whom these details stand, and when others took their place."""
    return {
        "account": MASK + row["last_four"],
        "enteredBy": row["entered_by_name"],
        "replaced": row["replaced"],
    }
