"""Applications and their parts as records."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from kit.database import Tx
from kit.policy import Attach, Row, nobody
from kit.policy.rules import reading
from kit.records import Acts, Change, Create, Delete, FieldSet, Parent
from people.applications import interviews, queries, retention, rules
from people.applications.answers import ApplicationParts
from people.applications.attributes import APPLICATION, INTERVIEW, SCORECARD, SUBJECT_OF
from people.applications.messages import SEND
from people.applications.model import (
    application_interview,
    application_message,
    application_reference,
    application_scorecard,
    application_subject,
)
from people.applications.policy import HIRES, HIRING, SCORECARDS, SEES, of_application
from people.applications.reference_attributes import MESSAGE, REFERENCE
from people.applications.workflow import APPLICATION_MOVES, REFERENCE_MOVES, SCORECARD_MOVES
from people.checklists.starting import start_for
from people.persons.rules import check_past
from people.policy import SYS_ADMIN

_i, _r = application_interview.c, application_reference.c
ANSWERED = "This reference was received and can no longer be changed"
ACCEPTED = "This application became a tutor; it stays as evidence"


@reading("status")
def _closed(row: Row) -> str | None:
    return None if row["status"] in rules.OPEN else rules.CLOSED


@reading("tutor_id")
def _unless_accepted(row: Row) -> str | None:
    return ACCEPTED if row["tutor_id"] is not None else None


def _check_birth(change: Change) -> None:
    check_past("birthDate", change.new)


def _corrected(tx: Tx, change: Change) -> Mapping[str, Any]:
    """Clear the note that mail to the old address bounced."""
    return {"mailProblem": ""}


def begun(tx: Tx, record: int, values: Mapping[str, Any]) -> None:
    """Start the checklists of a new application."""
    start_for(tx, "applicationReceived", "application", record)


def _delete_rest(tx: Tx, row: Row) -> None:
    interviews.cancel_all(tx, row["id"])
    retention.delete_rest(tx, [row["id"]])


APPLICATION_FIELDS = FieldSet(
    name="application",
    path="/applications/tutors/{id}",
    workflow=APPLICATION_MOVES,
    sections=APPLICATION.sections(
        {"applicant": "Applicant", "teaching": "Teaching", "documents": "Documents", "outcome": "Outcome"},
        {"birthDate": Acts(check=_check_birth), "email": Acts(dependents=_corrected)},
    ),
    read=SEES,
    may=HIRES,
    when=_closed,
    history=HIRES,
    attach=Attach(HIRING, readers=HIRING),
    create=Create(fields=("firstName", "lastName", "email", "phone", "departmentId"), after=begun),
    delete=Delete(may=SYS_ADMIN, when=_unless_accepted, after=_delete_rest, named=lambda row: row["last_name"]),
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
    parent=Parent.of(
        APPLICATION_FIELDS,
        application_subject.c.application_id,
        noun="subject",
        named=lambda row: f"{row['level']} {row['subject']}",
    ),
    create=Create(path="/applications/tutors/{id}/subject"),
    delete=Delete(),
)


INTERVIEW_FIELDS = FieldSet(
    name="applicationInterview",
    table=application_interview,
    path="/applications/interviews/{id}",
    sections=INTERVIEW.sections(
        {"interview": "Interview"},
        {
            **{name: Acts(after=interviews.change) for name in ("at", "minutes", "way", "place")},
            "interviewerIds": Acts(after=interviews.change_interviewers),
        },
    ),
    scope=of_application(_i.application_id),
    may=HIRES,
    parent=Parent.of(APPLICATION_FIELDS, _i.application_id, noun="interview", named=lambda row: row["interviewers"]),
    create=Create(path="/applications/tutors/{id}/interview", complete=interviews.complete, after=interviews.plan),
    delete=Delete(after=interviews.withdraw),
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
    sections=REFERENCE.sections(
        {"referee": "Referee", "reference": "Reference"}, {"email": Acts(dependents=_corrected)}
    ),
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
    parent=Parent.of(
        APPLICATION_FIELDS, application_message.c.application_id, noun="message", named=lambda row: row["subject"]
    ),
    create=Create(path="/applications/tutors/{id}/message", complete=_author, after=_send_message),
)
FIELDSETS = (
    APPLICATION_FIELDS,
    SUBJECT_FIELDS,
    INTERVIEW_FIELDS,
    SCORECARD_FIELDS,
    REFERENCE_FIELDS,
    MESSAGE_FIELDS,
)
