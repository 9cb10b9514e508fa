"""Editable fields of enquiries and of what was asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kit.database import Tx
from kit.policy import Attach
from kit.records import Change, Create, Field, FieldSet, Section
from kit.values import Email, Integer, Phone, Reference, Select, Text
from people.events import ENQUIRY_CHANGED, enquiry_payload
from people.leads import queries
from people.leads.answers import AskedFor
from people.leads.model import enquiry, enquiry_with_type
from people.leads.policy import REACHED
from people.leads.rules import STATUSES, TYPES
from people.policy import STAFF

_lead, _ewt = enquiry.c, enquiry_with_type.c

ENQUIRY = FieldSet(
    name="enquiry",
    table=enquiry,
    path="/enquiry/{id}",
    sections=[
        Section("enquiry", "Enquiry", [
            Field(name="firstName", column=_lead.first_name, type=Text(required=True, max_length=100)),
            Field(name="lastName", column=_lead.last_name, type=Text(required=True, max_length=100)),
            Field(name="email", column=_lead.email, type=Email()),
            Field(name="phone", column=_lead.phone, type=Phone()),
            Field(name="leadStatus", column=_lead.lead_status, title="Status",
                  type=Select(choices=STATUSES, required=True)),
        ]),
    ],
    scope=REACHED,
    attach=Attach(REACHED),
    read=STAFF,
    may=STAFF,
    create=Create(
        path="/enquiry", fields=("firstName", "lastName", "email", "phone", "leadStatus"), may=STAFF
    ),
)  # fmt: skip
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
    sections=[
        Section("enquiry", "Enquiry", [
            Field(name="enquiryId", column=_ewt.enquiry_id, title="Enquiry", read_only=True,
                  type=Integer(minimum=1, maximum=9_007_199_254_740_991, required=True)),
            Field(name="type", column=_ewt.type, type=Select(choices=TYPES, required=True)),
            Field(name="status", column=_ewt.status, type=Select(choices=STATUSES, required=True)),
            Field(name="organisationId", column=_ewt.organisation_id, title="Organisation",
                  type=Reference(source="/orgs")),
        ]),
        Section("persons", "For whom", [
            Field(name="studentId", column=_ewt.student_id, title="Student", dependents=_one_of("candidateId"),
                  type=Reference(source="/students/names")),
            Field(name="candidateId", column=_ewt.candidate_id, title="Candidate", dependents=_one_of("studentId"),
                  type=Reference(source="/candidates/names")),
            Field(name="clientId", column=_ewt.client_id, title="Client", help="Who asked and is invoiced",
                  type=Reference(source="/clients/names")),
        ]),
    ],
    scope=REACHED,
    attach=Attach(REACHED),
    read=STAFF,
    may=STAFF,
    create=Create(
        path="/enquiryWithType", may=STAFF,
        fields=("enquiryId", "type", "status", "organisationId", "studentId", "candidateId", "clientId"),
    ),
    event=ENQUIRY_CHANGED,
    payload=enquiry_payload,
    extra=queries.extra,
    answers=AskedFor,
)  # fmt: skip
"""`PUT /enquiryWithType/{id}` (`money.md 7`). An enquiry is not deleted: it is declined, failed or without response."""

FIELDSETS = (ENQUIRY, ENQUIRY_WITH_TYPE)
