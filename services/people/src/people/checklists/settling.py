"""Bring a checklist in line with its items: which steps wait for another, how many are done, what is due next."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database import Tx
from kit.database.tables import version_values
from people.checklists.model import checklist, checklist_item

_c, _i = checklist.c, checklist_item.c


def settle(tx: Tx, checklist_id: int) -> None:
    """Write which items are blocked by the one before, the counts, the next due day, and that all are done."""
    items = tx.all(sa.select(checklist_item).where(_i.checklist_id == checklist_id).order_by(_i.place))
    before = None
    for item in items:
        blocked = item["waits"] and before is not None and before["status"] == "open"
        if blocked != item["blocked"]:
            tx.execute(sa.update(checklist_item).where(_i.id == item["id"]).values(blocked=blocked))
        before = item
    open_ones = [item for item in items if item["status"] == "open"]
    values = {
        "total": len(items),
        "done_count": len(items) - len(open_ones),
        "next_due": min((item["due"] for item in open_ones if item["due"]), default=None),
        "status": sa.case((_c.status == "cancelled", "cancelled"), else_="open" if open_ones else "done"),
    }
    tx.execute(sa.update(checklist).where(_c.id == checklist_id).values(**values, **version_values(checklist)))
