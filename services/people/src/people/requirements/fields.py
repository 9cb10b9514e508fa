"""Requirements as records: affiliate compliance and system administrators keep them, with their history."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kit.errors import Invalid
from kit.policy import Actor, has_role
from kit.records import Acts, Change, Create, Delete, FieldSet
from people.policy import COMPLIANCE, IN_COMPLIANCE
from people.requirements.attributes import REQUIREMENT
from people.requirements.model import requirement

FORM_NEEDED = "Please enter the number of the form"
KEEPERS = has_role("affiliateCompliance")


def _check_new(actor: Actor, values: dict[str, Any]) -> Mapping[str, Any]:
    if ".form." in values["measure"] and not values.get("form_id"):
        raise Invalid(FORM_NEEDED, fields={"formId": FORM_NEEDED})
    return {}


def _check_form(change: Change) -> None:
    if change.row["what"] == "form" and not change.new:
        raise Invalid(FORM_NEEDED, fields={"formId": FORM_NEEDED})


REQUIREMENT_FIELDS = FieldSet(
    name="dataRequirement",
    table=requirement,
    path="/compliance/requirements/{id}",
    sections=REQUIREMENT.sections(
        {"what": "Requirement", "whom": "Of whom", "rule": "Rule"},
        {"measure": Acts(read_only=True), "formId": Acts(check=_check_form)},
    ),
    scope=IN_COMPLIANCE,
    read=COMPLIANCE,
    may=KEEPERS,
    history=COMPLIANCE,
    create=Create(defaults=_check_new),
    delete=Delete(instead="Please set it inactive instead."),
)
FIELDSETS = (REQUIREMENT_FIELDS,)
