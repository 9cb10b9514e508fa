"""Editable fields of enquiries and of what was asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kit.database import Tx
from kit.policy import Attach
from kit.records import Acts, Change, Create, FieldSet
from people.events import ENQUIRY_CHANGED
from people.leads import attributes, queries
from people.leads.answers import AskedFor
from people.leads.model import enquiry, enquiry_with_type
from people.policy import OF_STAFF, STAFF

ENQUIRY = FieldSet(
    name="enquiry",
    table=enquiry,
    path="/enquiry/{id}",
    sections=attributes.ENQUIRY.sections({"enquiry": "Enquiry"}),
    scope=OF_STAFF,
    attach=Attach(OF_STAFF),
    may=STAFF,
    create=Create(fields=("firstName", "lastName", "email", "phone", "leadStatus")),
)
"""The lead: who asked (`platform.md 3`: firstName, lastName, leadStatus)."""


def _one_of(other: str) -> Any:
    """It is about a student or a candidate: who is named last takes the place of the other."""

    def along(tx: Tx, change: Change) -> Mapping[str, Any]:
        return {other: None} if change.new is not None else {}

    return along


ENQUIRY_WITH_TYPE = FieldSet(
    name="enquiryWithType",
    table=enquiry_with_type,
    path="/enquiryWithType/{id}",
    sections=attributes.ENQUIRY_WITH_TYPE.sections(
        {"enquiry": "Enquiry", "persons": "For whom"},
        {
            "studentId": Acts(dependents=_one_of("candidateId")),
            "candidateId": Acts(dependents=_one_of("studentId")),
        },
    ),
    scope=OF_STAFF,
    attach=Attach(OF_STAFF),
    may=STAFF,
    create=Create(
        fields=("enquiryId", "type", "status", "organisationId", "studentId", "candidateId", "clientId"),
    ),
    event=ENQUIRY_CHANGED,
    payload=attributes.ENQUIRY_WITH_TYPE.payload,
    extra=queries.extra,
    answers=AskedFor,
)
"""`PUT /enquiryWithType/{id}` (`money.md 7`). An enquiry is not deleted: it is declined, failed or without response."""

FIELDSETS = (ENQUIRY, ENQUIRY_WITH_TYPE)
