"""Parts of an application in its detail answer."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.database import all_rows
from kit.policy import Actor, Row
from people.applications.attributes import INTERVIEW, SUBJECT_OF
from people.applications.model import (
    application_interview,
    application_message,
    application_reference,
    application_scorecard,
    application_subject,
)
from people.applications.offer import accepting
from people.applications.policy import HIRES
from people.applications.reference_attributes import MESSAGE, REFERENCE
from people.applications.rules import OPEN
from people.applications.workflow import REFERENCE_MOVES
from people.checks.fields import checks_of
from people.checks.validity import name_of

_s, _i, _r, _m = application_subject.c, application_interview.c, application_reference.c, application_message.c
_card = application_scorecard.c
_REFERENCE = (
    "name",
    "position",
    "organisation",
    "email",
    "phone",
    "mailProblem",
    "status",
    "due",
    "knownFor",
    "rating",
    "words",
    "concern",
    "concernWords",
    "received",
    "signedName",
)


def extra(connection: sa.Connection, actor: Actor, row: Row) -> dict[str, Any]:
    """Return the parts of an application that the actor reads."""
    record = row["id"]
    # The checks of an accepted applicant are the tutor's.
    of = ("tutor", row["tutor_id"]) if row["tutor_id"] is not None else ("application", record)
    parts: dict[str, Any] = {
        "name": f"{row['first_name']} {row['last_name']}",
        "missing": accepting.missing(connection, row, hiring=HIRES(actor)) if row["status"] in OPEN else [],
        "requiredChecks": [name_of(one) for one in accepting.required(row)],
        "checks": checks_of(connection, *of),
    }
    return parts | (_hiring(connection, actor, record) if HIRES(actor) else {})


def _references(connection: sa.Connection, actor: Actor, record: int) -> list[dict[str, Any]]:
    """Return the referees of an application, each with the moves that the actor can make."""
    rows = all_rows(connection, sa.select(application_reference).where(_r.application_id == record).order_by(_r.id))
    return [
        {"id": row["id"]}
        | {name: row[REFERENCE[name].column.name] for name in _REFERENCE}
        | {"moves": REFERENCE_MOVES.offered(actor, row)}
        for row in rows
    ]


def _hiring(connection: sa.Connection, actor: Actor, record: int) -> dict[str, Any]:
    subjects = sa.select(_s.id, *SUBJECT_OF.select("subject", "level", "board")).where(_s.application_id == record)
    cards = sa.select(sa.func.count()).where(_card.interview_id == _i.id).correlate(application_interview)
    interviews = sa.select(
        _i.id,
        *INTERVIEW.select("at", "minutes", "way", "place", "interviewerIds", "interviewers", "eventId"),
        cards.where(_card.status == "given").scalar_subquery().label("given"),
        cards.where(_card.status == "waiting").scalar_subquery().label("awaited"),
    ).where(_i.application_id == record)
    author = (_m.created, _m.created_by_name.label("createdByName"))
    messages = sa.select(_m.id, *MESSAGE.select("subject", "body", "state", "problem"), *author)
    messages = messages.where(_m.application_id == record)
    return {
        "subjects": all_rows(connection, subjects.order_by(_s.id)),
        "interviews": all_rows(connection, interviews.order_by(_i.at, _i.id)),
        "references": _references(connection, actor, record),
        "messages": all_rows(connection, messages.order_by(_m.id.desc())),
    }
