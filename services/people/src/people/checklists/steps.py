"""Rules of a template's steps: a required field or form must exist, and steps must not wait in a circle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.errors import Invalid
from kit.policy import Row
from kit.records import Change
from people.checklists.entities import ENTITIES
from people.checklists.model import checklist_step, checklist_template
from people.forms.model import form

_t, _s = checklist_template.c, checklist_step.c
NO_FIELD = "Please choose a field of the record from the list"
NO_FORM = "Please choose a form from the list"
NOT_OF_TEMPLATE = "Please choose steps of this template"
CIRCLE = "These steps would wait for each other: {}"


def check_new(tx: Tx, values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Refuse a new step that requires a missing field or form. Raises Invalid."""
    _check_needs(tx, values["template_id"], values)
    return {}


def check_changed(tx: Tx, change: Change) -> None:
    """Refuse a change after which a step requires a missing field or form. Raises Invalid."""
    row = tx.one(sa.select(checklist_step).where(_s.id == change.row["id"]))
    assert row is not None
    _check_needs(tx, row["template_id"], row)


def _check_needs(tx: Tx, template_id: int, step: Mapping[str, Any]) -> None:
    if step.get("needs") == "field":
        about = tx.scalar(sa.select(_t.about).where(_t.id == template_id))
        names = {one.name for one in ENTITIES[about].fields()} if about in ENTITIES else set[str]()
        if step.get("field") not in names:
            raise Invalid(NO_FIELD, fields={"field": NO_FIELD})
    if step.get("needs") == "form":
        there = sa.exists().where(form.c.id == step.get("form_id"), form.c.version_id.is_not(None))
        if not tx.scalar(sa.select(there)):
            raise Invalid(NO_FORM, fields={"formId": NO_FORM})


def check_about(tx: Tx, change: Change) -> None:
    """Refuse another kind of record while a step requires a field that it lacks. Raises Invalid."""
    for step in tx.all(sa.select(checklist_step).where(_s.template_id == change.row["id"], _s.needs == "field")):
        _check_needs(tx, change.row["id"], step)


def check_order(tx: Tx, template_id: int) -> None:
    """Refuse steps that wait for each other in a circle, or for a step of another template. Raises Invalid."""
    steps = tx.all(sa.select(checklist_step).where(_s.template_id == template_id).order_by(_s.place, _s.id))
    waits: dict[int, set[int]] = {}
    previous: int | None = None
    for step in steps:
        waits[step["id"]] = {*step["waits_for"], *([previous] if step["waits"] and previous is not None else [])}
        previous = step["id"]
    if any(number not in waits for numbers in waits.values() for number in numbers):
        raise Invalid(NOT_OF_TEMPLATE, fields={"waitsFor": NOT_OF_TEMPLATE})
    circle = in_circle(waits)
    if circle:
        text = CIRCLE.format(", ".join(step["title"] for step in steps if step["id"] in circle))
        raise Invalid(text, fields={"waitsFor": text})


def in_circle(waits: Mapping[int, Iterable[int]]) -> set[int]:
    """Return the steps that wait for each other in a circle, and those that wait for such a step."""
    left = {step: set(numbers) for step, numbers in waits.items()}
    while free := [step for step, numbers in left.items() if not numbers]:
        for step in free:
            del left[step]
        for numbers in left.values():
            numbers.difference_update(free)
    return set(left)


def forget(tx: Tx, row: Row) -> None:
    """Remove a deleted step from those that wait for it."""
    waiting = (_s.template_id == row["template_id"], sa.literal(row["id"]) == sa.any_(_s.waits_for))
    tx.execute(
        sa.update(checklist_step).where(*waiting).values(waits_for=sa.func.array_remove(_s.waits_for, row["id"]))
    )
