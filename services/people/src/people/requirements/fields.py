"""Requirements as records: affiliate compliance and system administrators edit them, with history."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.errors import Invalid
from kit.policy import Actor, has_role
from kit.records import Acts, Change, Create, Delete, FieldSet
from people.forms.model import form
from people.policy import COMPLIANCE, IN_COMPLIANCE
from people.requirements.attributes import REQUIREMENT
from people.requirements.model import requirement

FORM_NEEDED = "Please choose a form from the list"
KEEPERS = has_role("affiliateCompliance")


def _check_new(actor: Actor, values: dict[str, Any]) -> Mapping[str, Any]:
    if ".form." in values["measure"] and not values.get("form_id"):
        raise Invalid(FORM_NEEDED, fields={"formId": FORM_NEEDED})
    return {}


def _complete(tx: Tx, values: Mapping[str, Any]) -> Mapping[str, Any]:
    if values.get("form_id"):
        _check_form(tx, values["form_id"])
    return {}


def _check_changed(tx: Tx, change: Change) -> None:
    if change.new or change.row["what"] == "form":
        _check_form(tx, change.new)


def _check_form(tx: Tx, number: int | None) -> None:
    """Refuse a form that does not exist or was never published. Raises Invalid."""
    there = sa.exists().where(form.c.id == number, form.c.version_id.is_not(None))
    if not tx.scalar(sa.select(there)):
        raise Invalid(FORM_NEEDED, fields={"formId": FORM_NEEDED})


REQUIREMENT_FIELDS = FieldSet(
    name="dataRequirement",
    table=requirement,
    path="/compliance/requirements/{id}",
    sections=REQUIREMENT.sections(
        {"what": "Requirement", "whom": "Of whom", "rule": "Rule"},
        {"measure": Acts(read_only=True), "formId": Acts(after=_check_changed)},
    ),
    scope=IN_COMPLIANCE,
    read=COMPLIANCE,
    may=KEEPERS,
    history=COMPLIANCE,
    create=Create(defaults=_check_new, complete=_complete),
    delete=Delete(instead="Please set it inactive instead."),
)
FIELDSETS = (REQUIREMENT_FIELDS,)
