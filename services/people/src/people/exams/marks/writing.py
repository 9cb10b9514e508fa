"""Marks of components from other sources, added or changed with history, as the office would by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.changes import writing
from kit.database import Tx
from people.exams.marks.fields import MARK_FIELDS, out_of
from people.exams.marks.model import component_mark

_m = component_mark.c


def put(tx: Tx, entry: Mapping[str, Any], component_id: int, mark: int, most: int | None, source: str) -> bool:
    """Write the mark of a component of an entry (`id`, `candidate_id`, `kind`); return whether it changed. Raises
    Invalid for a mark above its maximum."""
    mine = (_m.entry_id == entry["id"], _m.component_id == component_id)
    known = tx.one(sa.select(component_mark).where(*mine).with_for_update())
    if known is None:
        tx.insert(
            component_mark,
            {
                "entry_id": entry["id"],
                "component_id": component_id,
                "candidate_id": entry["candidate_id"],
                "kind": entry["kind"],
                "mark": mark,
                "max_mark": most or out_of(tx, component_id),
                "source": source,
            },
        )
        return True
    values = {"mark": mark, "max_mark": most or known["max_mark"], "source": source}
    if all(known[name] == value for name, value in values.items()):
        return False
    writing.change(tx, MARK_FIELDS, known, values)
    return True
