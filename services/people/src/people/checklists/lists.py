"""Lists of templates, of checklists and of the steps that wait for somebody."""

from __future__ import annotations

import sqlalchemy as sa

from kit.lists import Column, Filter, ListSpec, Tab
from kit.policy import Scope, nobody
from people.checklists.attributes import ABOUT, CHECKLIST, CHECKLIST_ITEM, CHECKLIST_TEMPLATE
from people.checklists.entities import SCREENS
from people.checklists.fields import CHECKLIST_FIELDS, ITEM_FIELDS, TEMPLATE_FIELDS
from people.checklists.model import checklist, checklist_item, checklist_step, checklist_template
from people.policy import STAFF
from people.requirements.attributes import MENDERS

_t, _s, _c, _i = checklist_template.c, checklist_step.c, checklist.c, checklist_item.c

TEMPLATES = ListSpec(
    name="checklistTemplates",
    title="Checklist templates",
    one="template",
    columns=CHECKLIST_TEMPLATE.columns(
        Column(name="id", expression=_t.id, type="id", hidden=True),
        *("title", "about", "starts"),
        Column(
            name="steps",
            type="integer",
            width=80,
            expression=sa.select(sa.func.count())
            .where(_s.template_id == _t.id)
            .correlate(checklist_template)
            .scalar_subquery(),
        ),
        "active",
    ),
    filters=CHECKLIST_TEMPLATE.filters(),
    default_sort="title",
    target="/templates/checklist/{id}",
    edit=TEMPLATE_FIELDS,
)

_SCREEN = (
    sa.case(*((_c.entity_type == kind, path) for kind, path in SCREENS.items()), else_="")
    + "/"
    + sa.cast(_c.entity_id, sa.Text)
)
CHECKLISTS = ListSpec(
    name="checklists",
    title="Checklists",
    one="checklist",
    naming="title",
    columns=CHECKLIST.columns(
        Column(name="id", expression=_c.id, type="id", hidden=True),
        *("title", "name", "entityType", "status", "doneCount", "total", "nextDue"),
        Column(name="created", expression=_c.created, title="Started", type="date", sortable=True, width=105),
    ),
    filters=CHECKLIST.filters(
        "status",
        "entityType",
        "nextDue",
        Filter(name="created", expression=_c.created, title="Started", kind="range"),
    ),
    tabs=[Tab(filter="status", with_all=True, opens="open")],
    default_sort="nextDue",
    target="/checklists/{id}/steps",
    # A checklist is started from its record, or for a selection of records.
    record=CHECKLIST_FIELDS,
)

_items = CHECKLIST_ITEM.columns(
    Column(name="id", expression=_i.id, type="id", hidden=True),
    "title",
    Column(name="name", expression=_c.name, title="For", width=160),
    Column(name="checklist", expression=_c.title, width=200),
    *("due", "owner", "status", "blocked", "place"),
    Column(
        name="entityType",
        expression=_c.entity_type,
        title="About",
        type="select",
        options=ABOUT,
        hidden=True,
        width=110,
    ),
    Column(name="screen", expression=_SCREEN, hidden=True, answers=str),
)
MINE = ListSpec(
    name="myChecklistItems",
    path="/checklists/mine",
    title="My checklist steps",
    one="step",
    source=checklist_item.join(checklist, _c.id == _i.checklist_id),
    scope=Scope(everything=nobody, roles={str(role.value): _i.owner == role.value for role in MENDERS}),
    may=STAFF,
    where=sa.and_(_i.status == "open", _c.status == "open"),
    columns=_items,
    filters=[
        CHECKLIST_ITEM["due"].as_filter(),
        CHECKLIST_ITEM["blocked"].as_filter(),
        CHECKLIST_ITEM["owner"].as_filter(),
        Filter(name="entityType", expression=_c.entity_type, title="About", options=ABOUT),
    ],
    default_sort="due",
    target="/checklists/{checklistId}/steps",
    record=ITEM_FIELDS,
)
"""The open steps of those with a role of the caller; `blocked` ones wait for another first."""
LISTS = (TEMPLATES, CHECKLISTS, MINE)
