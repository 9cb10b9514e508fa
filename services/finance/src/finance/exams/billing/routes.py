"""The call that repairs an entry without a line."""

from __future__ import annotations

from typing import Any, TypedDict

import sqlalchemy as sa

from finance.exams.billing.drafting import bill
from finance.exams.billing.model import exam_billing
from finance.exams.fields import keeps_fees
from kit.errors import NotFound
from kit.http.fastapi import Call, Id, Routes

routes = Routes()
_b = exam_billing.c


class Billed(TypedDict):
    """The current billing of an entry, and why it has no line."""

    id: int
    status: str
    reason: str


@routes.post("/invoices/exams/{id}/draft", may=keeps_fees, answers=Billed)
def draft(id: Id, call: Call) -> dict[str, Any]:
    """Draft the lines of an entry again, after its fees were entered or a draft was deleted."""
    tx = call.tx
    if (candidate := tx.scalar(sa.select(_b.candidate_id).where(_b.id == id))) is None:
        raise NotFound()
    tx.lock(f"exam billing {candidate}")
    bill(tx, id, by=(tx.actor.user_id, tx.actor.name), again=True)
    row = tx.one(sa.select(_b.id, _b.status, _b.reason).where(_b.id == id))
    assert row is not None
    return row
