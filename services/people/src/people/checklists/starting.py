"""Start checklists: by hand, on a selection, or by an event of a record.

`start_for` is the seam of rooms above this one: they name the event of `attributes.STARTS` and the record.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.errors import Conflict, NotFound
from kit.policy import Row
from kit.values.days import today
from kit.values.labels import snake
from people.checklists import entities
from people.checklists.model import checklist, checklist_item, checklist_step, checklist_template
from people.checklists.settling import settle

_t, _s, _c = checklist_template.c, checklist_step.c, checklist.c
NOT_ACTIVE = "This template is not active"
NO_STEPS = "This template has no steps yet"
STARTED = "This checklist is open for the record already"
_COPIED = ("title", "help", "owner", "needs", "field", "form_id", "waits")


def template(tx: Tx, template_id: int) -> Row:
    """Return an active template. Raises NotFound, Conflict."""
    row = tx.one(sa.select(checklist_template).where(_t.id == template_id))
    if row is None:
        raise NotFound("There is no such template")
    if not row["active"]:
        raise Conflict(NOT_ACTIVE)
    return row


def is_open(tx: Tx, template_id: int, kind: str, record: int) -> bool:
    """True where the record has an open checklist of the template."""
    mine = (_c.template_id == template_id, _c.entity_type == kind, _c.entity_id == record, _c.status == "open")
    return bool(tx.scalar(sa.select(sa.exists().where(*mine))))


def values_of(tx: Tx, template_id: int, record: int) -> dict[str, Any]:
    """Return the columns of a new checklist of a template about the record. Raises NotFound, Conflict."""
    row = template(tx, template_id)
    kind = row["about"]
    name = entities.find(tx.connection, kind, record)["named"]
    tx.lock(f"checklist {template_id} {kind} {record}")
    if is_open(tx, template_id, kind, record):
        raise Conflict(STARTED)
    return {"entity_type": kind, "title": row["title"], "name": name}


def copy_steps(tx: Tx, checklist_id: int, template_id: int, days: Mapping[str, Any]) -> None:
    """Copy the steps of a template into a checklist; `days` are those of the record by column, which due days count
    from. Raises Conflict for a template without steps."""
    steps = tx.all(sa.select(checklist_step).where(_s.template_id == template_id).order_by(_s.place, _s.id))
    if not steps:
        raise Conflict(NO_STEPS)
    rows = [
        {"checklist_id": checklist_id, "place": place, "due": _due(step, days)} | {name: step[name] for name in _COPIED}
        for place, step in enumerate(steps, start=1)
    ]
    tx.execute(sa.insert(checklist_item), rows)
    settle(tx, checklist_id)


def _due(step: Row, days: Mapping[str, Any]) -> dt.date | None:
    if step["due_days"] is None:
        return None
    start = today() if step["due_from"] == "start" else days.get(snake(step["due_from"]))
    return None if start is None else start + dt.timedelta(days=step["due_days"])


def start(tx: Tx, template_id: int, record: int) -> int:
    """Start a checklist about a record; returns its id. Raises NotFound, Conflict."""
    values = values_of(tx, template_id, record)
    days = entities.find(tx.connection, values["entity_type"], record)
    return _start(tx, template_id, record, values, days)


def _start(tx: Tx, template_id: int, record: int, values: Mapping[str, Any], days: Mapping[str, Any]) -> int:
    started = tx.insert(checklist, {"template_id": template_id, "entity_id": record, **values})
    copy_steps(tx, started, template_id, days)
    return started


def start_selection(tx: Tx, template_id: int, records: Sequence[int]) -> dict[str, int]:
    """Start a checklist for each record that has none of this template open; returns how many were `started` and
    `skipped`. Raises NotFound, Conflict."""
    kind = template(tx, template_id)["about"]
    wanted = [one for one in dict.fromkeys(records) if not is_open(tx, template_id, kind, one)]
    for record in wanted:
        start(tx, template_id, record)
    return {"started": len(wanted), "skipped": len(records) - len(wanted)}


def start_for(
    tx: Tx, event: str, kind: str, record: int, name: str = "", days: Mapping[str, Any] | None = None
) -> list[int]:
    """Start the checklists whose templates name `event`, about the record `record` of `kind`; returns their ids.

    A template that was started for the record before, however it ended, is not started again. A room whose records this
    one does not know gives their `name` and the `days` by column that due days count from.
    """
    before = sa.exists().where(_c.template_id == _t.id, _c.entity_type == kind, _c.entity_id == record)
    has_steps = sa.exists().where(_s.template_id == _t.id)
    wanted = sa.select(_t.id, _t.title).where(_t.active, _t.starts == event, _t.about == kind, ~before, has_steps)
    started = []
    for row in tx.all(wanted.order_by(_t.id)):
        known = entities.find(tx.connection, kind, record) if kind in entities.ENTITIES else {"named": name}
        values = {"entity_type": kind, "title": row["title"], "name": name or known["named"]}
        started.append(_start(tx, row["id"], record, values, known if days is None else days))
    return started
