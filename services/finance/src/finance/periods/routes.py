"""Calls for the lock dates (docs/finance.md, Lock date)."""

from __future__ import annotations

from typing import Any

from finance.periods import closing, queries
from finance.periods.answers import LockDate, LockDateMoved
from finance.policy import accounting
from kit.http.fastapi import Call, Routes

routes = Routes()


@routes.get("/invoices/lockdates", may=accounting, answers=list[LockDate])
def lock_dates(call: Call) -> list[dict[str, Any]]:
    """Return the lock date of each organisation, and who moved it."""
    return call.read(queries.lock_dates)


@routes.put("/invoices/lockdates/{orgId}", may=accounting, answers=LockDateMoved, takes=closing.FORM)
def move_lock_date(call: Call, orgId: int, body: dict[str, Any]) -> dict[str, Any]:
    """Close the books up to a day, or reopen them with a reason."""
    return closing.move(call.tx, orgId, body)
