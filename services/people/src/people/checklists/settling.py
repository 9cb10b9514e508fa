"""Updates of a checklist from its items: the steps that wait for another, the number done, and the next due day."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database import Tx
from kit.database.tables import version_values
from kit.policy import Row
from people.checklists.model import checklist, checklist_item

_c, _i = checklist.c, checklist_item.c


def before(item: Row) -> frozenset[int]:
    """Return the places of the steps that an item waits for: the step before it, and those that its template names."""
    places = frozenset(item["waits_for"])
    return places | {item["place"] - 1} if item["waits"] and item["place"] > 1 else places


def settle(tx: Tx, checklist_id: int) -> None:
    """Update the checklist: the items blocked by others, the counts, the next due day, and whether all are done."""
    items = tx.all(sa.select(checklist_item).where(_i.checklist_id == checklist_id).order_by(_i.place))
    open_places = {item["place"] for item in items if item["status"] == "open"}
    for item in items:
        blocked = not open_places.isdisjoint(before(item))
        if blocked != item["blocked"]:
            tx.execute(sa.update(checklist_item).where(_i.id == item["id"]).values(blocked=blocked))
    open_ones = [item for item in items if item["status"] == "open"]
    values = {
        "total": len(items),
        "done_count": len(items) - len(open_ones),
        "next_due": min((item["due"] for item in open_ones if item["due"]), default=None),
        "status": sa.case((_c.status == "cancelled", "cancelled"), else_="open" if open_ones else "done"),
    }
    tx.execute(sa.update(checklist).where(_c.id == checklist_id).values(**values, **version_values(checklist)))
