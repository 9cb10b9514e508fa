"""Start of checklists: by hand, for a selection, or by an event of a record.

Higher rooms call `start_for` with the event of `attributes.STARTS` and the record.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from kit.database import Tx, row_or_404
from kit.errors import Conflict
from kit.policy import Row
from kit.values.days import today
from kit.values.labels import snake
from people.checklists import entities
from people.checklists.model import checklist, checklist_item, checklist_step, checklist_template
from people.checklists.settling import before, settle

_t, _s, _c, _i = checklist_template.c, checklist_step.c, checklist.c, checklist_item.c
NOT_ACTIVE = "This template is not active"
NO_STEPS = "This template has no steps yet"
STARTED = "This checklist is already open for the record"
_COPIED = ("title", "help", "owner", "needs", "field", "form_id", "waits", "due_days", "due_from")


def template(tx: Tx, template_id: int) -> Row:
    """Return an active template. Raises NotFound, Conflict."""
    row = row_or_404(
        tx.connection, sa.select(checklist_template).where(_t.id == template_id), "There is no such template"
    )
    if not row["active"]:
        raise Conflict(NOT_ACTIVE)
    return row


def open_ones(tx: Tx, template_id: int, records: Collection[int]) -> set[int]:
    """Return the records that have an open checklist of the template. No other transaction starts one of it until this
    one ends."""
    tx.lock(f"checklist {template_id}")
    mine = (_c.template_id == template_id, _c.entity_id.in_(records), _c.status == "open")
    return set(tx.execute(sa.select(_c.entity_id).where(*mine)).scalars())


def values_of(tx: Tx, template_id: int, record: int) -> dict[str, Any]:
    """Return the columns of a new checklist of a template about the record. Raises NotFound, Conflict."""
    row = template(tx, template_id)
    kind = row["about"]
    name = entities.find(tx.connection, kind, record)["named"]
    if open_ones(tx, template_id, [record]):
        raise Conflict(STARTED)
    return {"entity_type": kind, "title": row["title"], "name": name}


def copy_steps(tx: Tx, checklist_id: int, template_id: int, days: Mapping[str, Any]) -> None:
    """Copy the steps of a template into a checklist; due days count from `days`, the dates of the record by column.
    Raises Conflict for a template without steps."""
    items = _items(_steps(tx, template_id), days)
    tx.execute(sa.insert(checklist_item), [{"checklist_id": checklist_id} | item for item in items])
    settle(tx, checklist_id)


def _steps(tx: Tx, template_id: int) -> list[dict[str, Any]]:
    steps = tx.all(sa.select(checklist_step).where(_s.template_id == template_id).order_by(_s.place, _s.id))
    if not steps:
        raise Conflict(NO_STEPS)
    return steps


def _items(steps: Sequence[Row], days: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the item columns of a new checklist; an item that waits is blocked, because the earlier ones are
    open."""
    places = {step["id"]: place for place, step in enumerate(steps, start=1)}
    items = []
    for place, step in enumerate(steps, start=1):
        waits_for = sorted(places[number] for number in step["waits_for"] if number in places)
        copied = {name: step[name] for name in _COPIED}
        blocked = bool(before({**copied, "place": place, "waits_for": waits_for}))
        items.append(
            copied
            | {
                "place": place,
                "waits_for": waits_for,
                "blocked": blocked,
                "due": due_day(step, days),
            }
        )
    return items


def due_day(step: Row, days: Mapping[str, Any]) -> dt.date | None:
    """Return the due day of a step from the dates of its record by column; None if it has none."""
    if step["due_days"] is None:
        return None
    start = today() if step["due_from"] == "start" else days.get(snake(step["due_from"]))
    return None if start is None else start + dt.timedelta(days=step["due_days"])


def _start(tx: Tx, row: Row, names: Mapping[int, str], days: Mapping[int, Mapping[str, Any]]) -> list[int]:
    """Start a checklist of the template `row` for each record of `names`, in two statements; return their ids."""
    steps = _steps(tx, row["id"])
    items = {record: _items(steps, days[record]) for record in names}
    values = [
        {
            "template_id": row["id"],
            "entity_type": row["about"],
            "entity_id": record,
            "title": row["title"],
            "name": name,
            "total": len(steps),
            "next_due": min((item["due"] for item in items[record] if item["due"]), default=None),
        }
        for record, name in names.items()
    ]
    started = tx.all(sa.insert(checklist).returning(_c.id, _c.entity_id), values)
    rows = [{"checklist_id": one["id"]} | item for one in started for item in items[one["entity_id"]]]
    tx.execute(sa.insert(checklist_item), rows)
    return [one["id"] for one in started]


def start_selection(tx: Tx, template_id: int, records: Sequence[int]) -> dict[str, int]:
    """Start a checklist for each record that has no open one of this template; return the numbers `started` and
    `skipped`. Raises NotFound, Conflict."""
    row = template(tx, template_id)
    wanted = set(records) - open_ones(tx, template_id, records)
    if wanted:
        records_by_id = entities.find_all(tx.connection, row["about"], wanted)
        names = {record: records_by_id[record]["named"] for record in dict.fromkeys(records) if record in wanted}
        _start(tx, row, names, records_by_id)
    return {"started": len(wanted), "skipped": len(records) - len(wanted)}


def start_for(
    tx: Tx, event: str, kind: str, record: int, name: str = "", days: Mapping[str, Any] | None = None
) -> list[int]:
    """Start the checklists whose templates name `event`, for the record `record` of `kind`; return their ids.

    A template that was started for the record before is not started again, even if it was cancelled. A room whose
    records this one does not know passes their `name`, and the `days` by column that due days count from.
    """
    earlier = sa.exists().where(_c.template_id == _t.id, _c.entity_type == kind, _c.entity_id == record)
    has_steps = sa.exists().where(_s.template_id == _t.id)
    wanted = sa.select(checklist_template).where(_t.active, _t.starts == event, _t.about == kind, ~earlier, has_steps)
    templates = tx.all(wanted.order_by(_t.id))
    if not templates:
        return []
    known = {"named": name} if name else entities.find(tx.connection, kind, record)
    names, of_days = {record: known["named"]}, {record: known if days is None else days}
    return [started for row in templates for started in _start(tx, row, names, of_days)]


def follow(tx: Tx, kind: str, record: int, days: Mapping[str, Any]) -> None:
    """Move the due days of the open steps of a record to follow its dates, `days` by column."""
    joined = checklist_item.join(checklist, _c.id == _i.checklist_id)
    mine = (_c.entity_type == kind, _c.entity_id == record, _c.status == "open", _i.status == "open")
    counted = (
        sa.select(checklist_item).select_from(joined).where(*mine, _i.due_from != "start", _i.due_days.is_not(None))
    )
    lists: set[int] = set()
    for item in tx.all(counted.order_by(_i.checklist_id, _i.place)):
        due = due_day(item, days)
        if due != item["due"]:
            tx.execute(sa.update(checklist_item).where(_i.id == item["id"]).values(due=due))
            lists.add(item["checklist_id"])
    for number in sorted(lists):
        settle(tx, number)
