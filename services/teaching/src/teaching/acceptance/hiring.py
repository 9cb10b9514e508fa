"""The terms that an applicant accepted with the offer, stored once the applicant is a tutor."""

from __future__ import annotations

import datetime as dt

import sqlalchemy as sa

from kit.database import Tx
from kit.events import Envelope, Event, Subscription
from staffroom.people.events.v1.events_pb2 import TutorAccepted
from teaching.acceptance.model import terms_acceptance, tutor_terms
from teaching.acceptance.terms import accepted

BY_LINK = "link"


def on_tutor_accepted(tx: Tx, envelope: Envelope) -> None:
    """Store the acceptance of a new tutor with its time, as of a person without an account. Idempotent; an earlier
    acceptance stays."""
    new = envelope.payload
    terms = tx.one(sa.select(tutor_terms).where(tutor_terms.c.id == (new["termsId"] or None)))
    if terms is None or not new["termsAccepted"]:
        return
    tx.lock(f"terms {new['id']} {terms['department_id']} {terms['academic_year_id']}")
    if tx.one(accepted(new["id"], terms["department_id"], terms["academic_year_id"])) is not None:
        return
    tx.insert(
        terms_acceptance,
        {
            "terms_id": terms["id"],
            "department_id": terms["department_id"],
            "user_id": 0,
            "accepted": True,
            "academic_year_id": terms["academic_year_id"],
            "tutor_id": new["id"],
            "how_shown": BY_LINK,
            "tutor_name": f"{new['firstName']} {new['lastName']}",
            "address": new["termsAddress"][:64],
            "digest": new["termsDigest"],
            "created": dt.datetime.fromisoformat(new["termsAccepted"]),
        },
    )


SUBSCRIPTIONS = (Subscription(Event.of(TutorAccepted), on_tutor_accepted),)
