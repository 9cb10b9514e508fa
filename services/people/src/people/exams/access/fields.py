"""Access arrangements as records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kit.policy import Actor, Attach, Scope
from kit.records import Create, Delete, FieldSet
from people.exams.access.attributes import ARRANGEMENT, PERCENT
from people.exams.access.model import access_arrangement
from people.exams.policy import of_candidate
from people.policy import EXAMS

KEEPERS = Scope(everything=EXAMS)


def _percent(actor: Actor, values: dict[str, Any]) -> Mapping[str, Any]:
    """Fill in the extra time of the kind."""
    return {"percent": PERCENT.get(values["kind"])} if values.get("percent") is None else {}


ARRANGEMENT_FIELDS = FieldSet(
    name="accessArrangement",
    table=access_arrangement,
    path="/exams/access/{id}",
    sections=ARRANGEMENT.sections({"arrangement": "Arrangement", "approval": "Evidence and approval"}),
    scope=of_candidate(access_arrangement.c.candidate_id),
    may=EXAMS,
    attach=Attach(KEEPERS, readers=KEEPERS),
    create=Create(
        fields=("candidateId", "kind", "percent", "approvedOn", "approvedBy", "expiresOn"), defaults=_percent
    ),
    delete=Delete(),
    ordered=(("approvedOn", "expiresOn"),),
)
FIELDSETS = (ARRANGEMENT_FIELDS,)
