"""Applications and their parts as records."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.errors import Conflict, Invalid
from kit.policy import Attach, Row, nobody
from kit.policy.rules import reading
from kit.records import Acts, Change, Create, Delete, FieldSet, Parent
from people.applications import queries, rules, telling
from people.applications.answers import ApplicationParts
from people.applications.attributes import APPLICATION, INTERVIEW, MESSAGE, REFERENCE, SCORECARD, SUBJECT_OF
from people.applications.messages import SEND
from people.applications.model import (
    application_interview,
    application_message,
    application_reference,
    application_scorecard,
    application_subject,
)
from people.applications.policy import HIRES, HIRING, SCORECARDS, SEES, of_application
from people.applications.workflow import APPLICATION_MOVES, REFERENCE_MOVES, SCORECARD_MOVES
from people.checklists.starting import start_for
from people.checks.attributes import APPLICATION as APPLICANT
from people.checks.model import person_check
from people.persons.model import TABLES
from people.persons.queries import full_name
from people.persons.rules import check_past
from people.policy import SYS_ADMIN

_i, _card, _r, _c = application_interview.c, application_scorecard.c, application_reference.c, person_check.c
_staff = TABLES["staff"]
GIVEN = "A scorecard of this interview is given already"
ANSWERED = "This reference was received and can no longer be changed"
ACCEPTED = "This application became a tutor; it stays as evidence"
UNKNOWN_STAFF = "Please choose members of staff"


@reading("status")
def _closed(row: Row) -> str | None:
    return None if row["status"] in rules.OPEN else rules.CLOSED


@reading("tutor_id")
def _unless_accepted(row: Row) -> str | None:
    return ACCEPTED if row["tutor_id"] is not None else None


def _check_birth(change: Change) -> None:
    check_past("birthDate", change.new)


def begun(tx: Tx, record: int, values: Mapping[str, Any]) -> None:
    """Start the checklists of a new application."""
    start_for(tx, "applicationReceived", "application", record)


def _delete_checks(tx: Tx, row: Row) -> None:
    tx.execute(sa.delete(person_check).where(_c.person_type == APPLICANT, _c.person_id == row["id"]))


APPLICATION_FIELDS = FieldSet(
    name="application",
    path="/applications/tutors/{id}",
    workflow=APPLICATION_MOVES,
    sections=APPLICATION.sections(
        {"applicant": "Applicant", "teaching": "Teaching", "documents": "Documents", "outcome": "Outcome"},
        {"birthDate": Acts(check=_check_birth)},
    ),
    read=SEES,
    may=HIRES,
    when=_closed,
    history=HIRES,
    attach=Attach(HIRING, readers=HIRING),
    create=Create(fields=("firstName", "lastName", "email", "phone", "departmentId"), after=begun),
    delete=Delete(may=SYS_ADMIN, when=_unless_accepted, after=_delete_checks, named=lambda row: row["last_name"]),
    extra=queries.extra,
    answers=ApplicationParts,
)

SUBJECT_FIELDS = FieldSet(
    name="applicationSubject",
    table=application_subject,
    path="/applications/subjects/{id}",
    sections=SUBJECT_OF.sections({"subject": "Subject"}),
    scope=of_application(application_subject.c.application_id),
    may=HIRES,
    parent=Parent.of(APPLICATION_FIELDS, application_subject.c.application_id, noun="subject",
                     named=lambda row: f"{row['level']} {row['subject']}"),
    create=Create(path="/applications/tutors/{id}/subject"),
    delete=Delete(),
)  # fmt: skip


def _names(tx: Tx, ids: Collection[int]) -> dict[int, str]:
    """Return the names of active members of staff. Raises Invalid."""
    known = sa.select(_staff.c.id, full_name(_staff).label("name")).where(_staff.c.id.in_(ids))
    names = {row["id"]: row["name"] for row in tx.all(known.order_by(_staff.c.last_key, _staff.c.id))}
    if not ids or len(names) < len(set(ids)):
        raise Invalid(UNKNOWN_STAFF, fields={"interviewerIds": UNKNOWN_STAFF})
    return names


def _complete_interview(tx: Tx, values: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"interviewers": ", ".join(_names(tx, values["interviewer_ids"]).values())}


def _place_cards(tx: Tx, record: int, application_id: int, ids: Collection[int]) -> None:
    """Give each interviewer a place, and tell those who are new of it. A scorecard that was given stays."""
    mine = sa.select(_card.staff_id).where(_card.interview_id == record)
    present = set(tx.execute(mine).scalars())
    names = _names(tx, ids)
    gone = sa.and_(_card.interview_id == record, _card.staff_id.not_in(names), _card.status == "waiting")
    tx.execute(sa.delete(application_scorecard).where(gone))
    for staff_id in names.keys() - present:
        tx.insert(application_scorecard, {
            "interview_id": record, "application_id": application_id, "staff_id": staff_id,
            "staff_name": names[staff_id],
        })  # fmt: skip
    users = sa.select(_staff.c.user_id).where(_staff.c.id.in_(names.keys() - present), _staff.c.user_id.is_not(None))
    interviewers = list(tx.execute(users).scalars())
    if interviewers:
        telling.invite(tx, application_id, interviewers)


def _interview_made(tx: Tx, record: int, values: Mapping[str, Any]) -> None:
    _place_cards(tx, record, values["application_id"], values["interviewer_ids"])


def _interviewers_changed(tx: Tx, change: Change) -> None:
    _place_cards(tx, change.row["id"], change.row["application_id"], change.new)
    names = ", ".join(_names(tx, change.new).values())
    tx.execute(sa.update(application_interview).where(_i.id == change.row["id"]).values(interviewers=names))


def _refuse_given(tx: Tx, row: Row) -> None:
    given = sa.exists().where(_card.interview_id == row["id"], _card.status == "given")
    if tx.scalar(sa.select(given)):
        raise Conflict(GIVEN)


INTERVIEW_FIELDS = FieldSet(
    name="applicationInterview",
    table=application_interview,
    path="/applications/interviews/{id}",
    sections=INTERVIEW.sections({"interview": "Interview"}, {"interviewerIds": Acts(after=_interviewers_changed)}),
    scope=of_application(_i.application_id),
    may=HIRES,
    parent=Parent.of(APPLICATION_FIELDS, _i.application_id, noun="interview", named=lambda row: row["interviewers"]),
    create=Create(path="/applications/tutors/{id}/interview", complete=_complete_interview, after=_interview_made),
    delete=Delete(after=_refuse_given),
)

SCORECARD_FIELDS = FieldSet(
    name="scorecard",
    table=application_scorecard,
    path="/applications/scorecards/{id}",
    sections=SCORECARD.sections({"card": "Scorecard"}),
    scope=SCORECARDS,
    may=nobody,
    workflow=SCORECARD_MOVES,
)


@reading("status")
def _answered(row: Row) -> str | None:
    return ANSWERED if row["status"] == "received" else None


REFERENCE_FIELDS = FieldSet(
    name="applicationReference",
    path="/applications/references/{id}",
    workflow=REFERENCE_MOVES,
    sections=REFERENCE.sections({"referee": "Referee", "reference": "Reference"}),
    may=HIRES,
    when=_answered,
    history=HIRES,
    parent=Parent.of(APPLICATION_FIELDS, _r.application_id, noun="referee", named=lambda row: row["name"]),
    create=Create(
        path="/applications/tutors/{id}/reference", fields=("name", "position", "organisation", "email", "phone")
    ),
    delete=Delete(),
)


def _author(tx: Tx, values: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"created_by_id": tx.actor.user_id, "created_by_name": tx.actor.name}


def _send_message(tx: Tx, record: int, values: Mapping[str, Any]) -> None:
    SEND.enqueue(tx, uuid.uuid4().hex, {"message": record})


MESSAGE_FIELDS = FieldSet(
    name="applicationMessage",
    table=application_message,
    path="/applications/messages/{id}",
    sections=MESSAGE.sections({"message": "Message"}),
    scope=of_application(application_message.c.application_id),
    may=HIRES,
    parent=Parent.of(APPLICATION_FIELDS, application_message.c.application_id, noun="message",
                     named=lambda row: row["subject"]),
    create=Create(path="/applications/tutors/{id}/message", complete=_author, after=_send_message),
)  # fmt: skip
FIELDSETS = (
    APPLICATION_FIELDS, SUBJECT_FIELDS, INTERVIEW_FIELDS, SCORECARD_FIELDS, REFERENCE_FIELDS, MESSAGE_FIELDS,
)  # fmt: skip
