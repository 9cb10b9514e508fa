"""Editable fields of leads, of enquiries, and of the settings for leads."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.errors import Invalid
from kit.policy import Attach, Row
from kit.policy.rules import own, reading
from kit.records import Acts, Change, Create, Delete, FieldSet, Parent
from people.events import ENQUIRY_CHANGED, LEAD_CHANGED
from people.leads import attributes, choices, likeness, owning, queries, rules
from people.leads.answers import AskedFor, LeadParts
from people.leads.enquiry_attributes import ENQUIRY_WITH_TYPE
from people.leads.model import (
    enquiry,
    enquiry_with_type,
    lead_consent_wording,
    lead_origin,
    lead_reason,
    lead_rota,
    lead_student,
)
from people.leads.workflow import LEAD_MOVES
from people.policy import OF_STAFF, OFFICE, STAFF

NO_REASON = "Please add the lead as an open one, then give the reason with its status"


def complete(tx: Tx, values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the missing columns of a new lead: the next step, and the owner from the rota.

    Raises Invalid for a lead that came to nothing, whose status needs a reason, and for an owner who is not an active
    member of staff.
    """
    status = values.get("lead_status") or "new"
    if status in attributes.LOST:
        raise Invalid(NO_REASON, title="Form errors", fields={"leadStatus": NO_REASON})
    owning.check_owner(tx, values.get("owner_id"), "ownerId")
    if status not in attributes.OPEN:
        return {"converted_at": dt.datetime.now(dt.UTC)}
    given: dict[str, Any] = {"lead_status": status}
    if not values.get("next_due"):
        given["next_due"] = rules.working_day(dt.datetime.now(dt.UTC))
    if not values.get("next_step"):
        given["next_step"] = rules.FIRST_STEP
    if values.get("owner_id") is None:
        given["owner_id"] = owning.choose(tx, values.get("department_id"), values.get("kind"))
    return given


def created(tx: Tx, record: int, values: Mapping[str, Any]) -> None:
    """Notify the owner of a new lead."""
    owning.tell(tx, {"next_step": "", "owner_id": None, **values, "id": record})


def _check_owner(change: Change) -> None:
    if change.new is None and change.row["owner_id"] is not None and change.row["lead_status"] in attributes.OPEN:
        raise Invalid(NO_OWNER, fields={"ownerId": NO_OWNER})


NO_OWNER = "An open lead needs an owner: please choose another person"


def _active(tx: Tx, change: Change) -> Mapping[str, Any]:
    """Refuse a user who is not an active member of staff. Raises Invalid."""
    owning.check_owner(tx, change.new, change.field.name)
    return {}


def _given(tx: Tx, change: Change) -> None:
    """Notify the new owner."""
    if change.new is not None:
        owning.tell(tx, {**change.row, "owner_id": change.new})


def _corrected(tx: Tx, change: Change) -> Mapping[str, Any]:
    """Clear the note that mail to the old address bounced."""
    return {"mailProblem": ""}


@reading("lead_status", "last_contact", "merged_into_id")
def _untouched(row: Row) -> str | None:
    touched = row["lead_status"] != "new" or row["last_contact"] is not None or row["merged_into_id"] is not None
    return "Only a new lead without a log is deleted: please close it with its reason instead" if touched else None


LEAD_FIELDS = FieldSet(
    name="enquiry",
    table=enquiry,
    path="/enquiry/{id}",
    sections=attributes.ENQUIRY.sections(
        {
            "enquiry": "Enquirer",
            "next": "Next step",
            "wishes": "Wishes",
            "origin": "Where from",
            "outcome": "Outcome",
        },
        {
            "leadStatus": Acts(workflow=LEAD_MOVES),
            "email": Acts(dependents=_corrected),
            "ownerId": Acts(check=_check_owner, dependents=_active, after=_given),
        },
    ),
    workflow=LEAD_MOVES,
    event=LEAD_CHANGED,
    payload=attributes.lead_payload,
    attach=Attach(OF_STAFF),
    may=STAFF,
    history=OFFICE | (STAFF & own("user", "owner_id")),
    extra=queries.lead_extra,
    answers=LeadParts,
    delete=Delete(when=_untouched, named=lambda row: f"{row['first_name']} {row['last_name']}"),
    create=Create(
        fields=(
            "firstName",
            "lastName",
            "enquirer",
            "email",
            "phone",
            "phone2",
            "leadStatus",
            "ownerId",
            "nextStep",
            "nextDue",
            "value",
            "kind",
            "levelIds",
            "subjectIds",
            "boardIds",
            "hours",
            "starting",
            "budget",
            "place",
            "words",
            "departmentId",
            "organisationId",
            "originId",
            "originDetail",
        ),
        complete=complete,
        tell=created,
        tell_all=owning.tell_imported,
        alike=likeness.alike,
    ),
)
"""The lead (`platform.md 3`: firstName, lastName, leadStatus)."""

LEAD_STUDENT_FIELDS = FieldSet(
    name="leadStudent",
    table=lead_student,
    path="/lead/students/{id}",
    sections=attributes.LEAD_STUDENT.sections({"student": "Prospective student"}),
    scope=OF_STAFF,
    may=STAFF,
    parent=Parent.of(
        LEAD_FIELDS,
        lead_student.c.lead_id,
        noun="prospective student",
        named=lambda row: f"{row['first_name']} {row['last_name']}".strip(),
        ordered=lead_student.c.place,
    ),
    create=Create(path="/lead/{id}/student", fields=("firstName", "lastName", "birthDate", "yearGroup", "school")),
    delete=Delete(),
)

REASON_FIELDS = FieldSet(
    name="leadReason",
    table=lead_reason,
    path="/leads/reasons/{id}",
    sections=choices.LEAD_REASON.sections({"reason": "Reason"}),
    scope=OF_STAFF,
    may=OFFICE,
    create=Create(fields=("title", "status")),
    delete=Delete(),
)
ORIGIN_FIELDS = FieldSet(
    name="leadOrigin",
    table=lead_origin,
    path="/leads/origins/{id}",
    sections=choices.LEAD_ORIGIN.sections({"origin": "Origin"}),
    scope=OF_STAFF,
    may=OFFICE,
    create=Create(fields=("title",)),
    delete=Delete(),
)


def _complete_place(tx: Tx, values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Refuse a place for a user who is not an active member of staff. Raises Invalid."""
    owning.check_owner(tx, values["user_id"], "userId")
    return {}


ROTA_FIELDS = FieldSet(
    name="leadRota",
    table=lead_rota,
    path="/leads/rota/{id}",
    sections=choices.LEAD_ROTA.sections({"rota": "Place in the rota"}, {"userId": Acts(dependents=_active)}),
    scope=OF_STAFF,
    may=OFFICE,
    create=Create(fields=("departmentId", "kind", "userId", "weight", "active"), complete=_complete_place),
    delete=Delete(),
)
"""Several people may have a place for one department and kind; new leads are distributed by weight."""


def _number(tx: Tx, values: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"number": tx.scalar(sa.select(sa.func.coalesce(sa.func.max(lead_consent_wording.c.number), 0))) + 1}


WORDING_FIELDS = FieldSet(
    name="leadConsentWording",
    table=lead_consent_wording,
    path="/leads/consentwordings/{id}",
    sections=choices.LEAD_CONSENT_WORDING.sections(
        {"wording": "Wording"}, {"text": Acts(read_only=True), "note": Acts(read_only=True)}
    ),
    scope=OF_STAFF,
    may=OFFICE,
    create=Create(fields=("text", "note"), complete=_number),
)
"""The public form shows the newest version; a lead keeps the version that it was made with."""


def _one_of(other: str) -> Any:
    """Clear the candidate when a student is set, and the student when a candidate is set."""

    def clear_other(tx: Tx, change: Change) -> Mapping[str, Any]:
        return {other: None} if change.new is not None else {}

    return clear_other


ENQUIRY_FIELDS = FieldSet(
    name="enquiryWithType",
    table=enquiry_with_type,
    path="/enquiryWithType/{id}",
    sections=ENQUIRY_WITH_TYPE.sections(
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
    payload=ENQUIRY_WITH_TYPE.payload,
    extra=queries.extra,
    answers=AskedFor,
)
"""`PUT /enquiryWithType/{id}` (`money.md 7`). An enquiry is not deleted: it is declined, failed or without response."""

FIELDSETS = (
    LEAD_FIELDS,
    LEAD_STUDENT_FIELDS,
    REASON_FIELDS,
    ORIGIN_FIELDS,
    ROTA_FIELDS,
    WORDING_FIELDS,
    ENQUIRY_FIELDS,
)
