"""Parts of the detail of bank details besides its fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from finance.payouts.payees.model import MASK
from kit.policy import Actor, Row


def account_details(_: sa.Connection, __: Actor, row: Row) -> Mapping[str, Any]:
    """Masked account, author, and the time of replacement (null while current)."""
    return {
        "account": MASK + row["last_four"],
        "enteredBy": row["entered_by_name"],
        "replaced": row["replaced"],
    }
