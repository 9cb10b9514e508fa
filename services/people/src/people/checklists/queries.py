"""Queries of checklists beyond the declared ones."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.database import all_rows, row_or_404
from kit.policy import Actor, Row
from people.checklists.attributes import CHECKLIST, CHECKLIST_ITEM, CHECKLIST_STEP
from people.checklists.entities import ENTITIES, SCREENS, title_of
from people.checklists.model import checklist, checklist_item, checklist_step, checklist_template
from people.checklists.workflow import ITEM_MOVES

_t, _s, _c, _i = checklist_template.c, checklist_step.c, checklist.c, checklist_item.c
_STEP = (
    "place",
    "title",
    "help",
    "owner",
    "needs",
    "field",
    "formId",
    "waits",
    "waitsFor",
    "status",
    "blocked",
    "due",
    "doneByName",
    "done",
    "skippedReason",
    "signature",
    "evidenceIds",
)


def names(connection: sa.Connection, actor: Actor, about: str) -> list[dict[str, Any]]:
    """Return choices for a form: `{value, label}` of active templates, about one kind of record where that is given."""
    choices = sa.select(_t.id.label("value"), _t.title.label("label")).where(_t.active)
    choices = choices.where(_t.about == about) if about else choices
    return all_rows(connection, choices.order_by(_t.title, _t.id))


def template_extra(connection: sa.Connection, actor: Actor, row: Row) -> dict[str, Any]:
    """Return the steps of a template, and how many checklists it has started."""
    columns = CHECKLIST_STEP.select(
        "title", "help", "owner", "needs", "field", "formId", "waits", "waitsFor", "dueDays", "dueFrom"
    )
    steps = sa.select(_s.id, _s.place, *columns).where(_s.template_id == row["id"]).order_by(_s.place, _s.id)
    used = sa.select(sa.func.count()).where(_c.template_id == row["id"])
    return {"steps": all_rows(connection, steps), "used": connection.execute(used).scalar()}


def fields(connection: sa.Connection, actor: Actor, template_id: int) -> list[dict[str, Any]]:
    """Return choices for a step: `{value, label}` of the fields of the record that a template is about. Raises
    NotFound."""
    about = row_or_404(connection, sa.select(_t.about).where(_t.id == template_id))["about"]
    return [{"value": one.name, "label": title_of(one)} for one in ENTITIES[about].fields()]


def step_names(connection: sa.Connection, actor: Actor, template_id: int) -> list[dict[str, Any]]:
    """Return choices for a step: `{value, label}` of the steps of a template in their order."""
    of_template = sa.select(_s.id.label("value"), _s.title.label("label")).where(_s.template_id == template_id)
    return all_rows(connection, of_template.order_by(_s.place, _s.id))


def screen_of(row: Row) -> str:
    """Return the screen of the record that a checklist is about."""
    return f"{SCREENS[row['entity_type']]}/{row['entity_id']}"


def steps(connection: sa.Connection, actor: Actor, checklist_id: int) -> list[dict[str, Any]]:
    """Return the steps of a checklist, each with the moves that the actor can make."""
    rows = all_rows(connection, sa.select(checklist_item).where(_i.checklist_id == checklist_id).order_by(_i.place))
    return [
        {"id": row["id"]}
        | {name: row[CHECKLIST_ITEM[name].column.name] for name in _STEP}
        | {"moves": ITEM_MOVES.offered(actor, row)}
        for row in rows
    ]


def checklist_extra(connection: sa.Connection, actor: Actor, row: Row) -> dict[str, Any]:
    """Return the screen of the record, and the steps."""
    return {"screen": screen_of(row), "steps": steps(connection, actor, row["id"])}


def item_extra(connection: sa.Connection, actor: Actor, row: Row) -> dict[str, Any]:
    """Return the checklist of a step."""
    owner = connection.execute(sa.select(checklist).where(_c.id == row["checklist_id"])).mappings().one()
    return {"checklist": owner["title"], "name": owner["name"], "screen": screen_of(dict(owner))}


def of_record(connection: sa.Connection, actor: Actor, kind: str, record: int) -> list[dict[str, Any]]:
    """Return the checklists of a record with their steps: the open ones first, then the newest."""
    columns = CHECKLIST.select("title", "status", "doneCount", "total", "nextDue")
    select = sa.select(_c.id, *columns).where(_c.entity_type == kind, _c.entity_id == record)
    rows = all_rows(connection, select.order_by(_c.status != "open", _c.id.desc()))
    return [row | {"steps": steps(connection, actor, row["id"])} for row in rows]
