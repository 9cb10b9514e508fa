"""Templates with their steps, checklists and their steps as records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from kit.database import Tx
from kit.policy import Scope
from kit.records import Acts, Create, Delete, FieldSet, Parent
from people.checklists import entities, queries, starting, steps
from people.checklists.answers import ChecklistParts, ItemParts, TemplateParts
from people.checklists.attributes import CHECKLIST, CHECKLIST_ITEM, CHECKLIST_STEP, CHECKLIST_TEMPLATE
from people.checklists.model import checklist, checklist_step, checklist_template
from people.checklists.workflow import CHECKLIST_MOVES, ITEM_MOVES, OWNER
from people.policy import STAFF, SYS_ADMIN

TEMPLATE_FIELDS = FieldSet(
    name="checklistTemplate",
    table=checklist_template,
    path="/templates/checklist/{id}",
    sections=CHECKLIST_TEMPLATE.sections({"template": "Template"}, {"about": Acts(after=steps.check_about)}),
    scope=Scope(everything=SYS_ADMIN),
    read=SYS_ADMIN,
    may=SYS_ADMIN,
    create=Create(),
    delete=Delete(instead="Please set it inactive instead."),
    extra=queries.template_extra,
    answers=TemplateParts,
)

_OF_TEMPLATE = Parent.of(
    TEMPLATE_FIELDS,
    checklist_step.c.template_id,
    noun="step",
    named=lambda row: str(row["title"]),
    ordered=checklist_step.c.place,
)


def _changed(tx: Tx, template_id: int) -> None:
    steps.check_order(tx, template_id)
    _OF_TEMPLATE.changed(tx, template_id)


def _ordered(tx: Tx, template_id: int) -> None:
    """Check the steps again after a change of their order."""
    steps.check_order(tx, template_id)
    assert _OF_TEMPLATE.order_changed is not None
    _OF_TEMPLATE.order_changed(tx, template_id)


STEP_FIELDS = FieldSet(
    name="checklistStep",
    table=checklist_step,
    path="/templates/checklist/steps/{id}",
    sections=CHECKLIST_STEP.sections(
        {"step": "Step"}, {name: Acts(after=steps.check_changed) for name in ("needs", "field", "formId")}
    ),
    scope=Scope(everything=SYS_ADMIN),
    read=SYS_ADMIN,
    may=SYS_ADMIN,
    parent=replace(_OF_TEMPLATE, changed=_changed, order_changed=_ordered),
    create=Create(path="/templates/checklist/{id}/step", complete=steps.check_new),
    delete=Delete(after=steps.forget),
)


def _complete(tx: Tx, values: Mapping[str, Any]) -> Mapping[str, Any]:
    return starting.values_of(tx, values["template_id"], values["entity_id"])


def _copy(tx: Tx, record: int, values: Mapping[str, Any]) -> None:
    days = entities.find(tx.connection, values["entity_type"], values["entity_id"])
    starting.copy_steps(tx, record, values["template_id"], days)


CHECKLIST_FIELDS = FieldSet(
    name="checklist",
    path="/checklists/{id}",
    sections=CHECKLIST.sections({"checklist": "Checklist"}),
    workflow=CHECKLIST_MOVES,
    table=checklist,
    may=STAFF,
    create=Create(fields=("templateId", "entityId"), complete=_complete, after=_copy),
    extra=queries.checklist_extra,
    answers=ChecklistParts,
)
ITEM_FIELDS = FieldSet(
    name="checklistItem",
    path="/checklists/items/{id}",
    sections=CHECKLIST_ITEM.sections({"step": "Step"}),
    workflow=ITEM_MOVES,
    may=OWNER,
    extra=queries.item_extra,
    answers=ItemParts,
)
FIELDSETS = (TEMPLATE_FIELDS, STEP_FIELDS, CHECKLIST_FIELDS, ITEM_FIELDS)
