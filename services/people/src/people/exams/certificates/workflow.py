"""The moves of a certificate, from the board to the candidate."""

from __future__ import annotations

from typing import Any

from dateutil.relativedelta import relativedelta

from kit.database import Tx
from kit.policy import Actor, Row
from kit.policy.rules import reading
from kit.values import Boolean, Text
from kit.values.days import in_words, today
from kit.workflow import Confirm, Move, Need, Step, Workflow
from people.exams.certificates.attributes import STATES
from people.exams.certificates.model import certificate
from people.exams.policy import EXAMS_OFFICE, of_candidate
from people.exams.rules.model import number

CERTIFICATES = of_candidate(certificate.c.candidate_id)
KEPT_UNTIL = "This certificate is kept until {day}"
_c = certificate.c
_IDENTITY = "I have seen who collects it, and the letter of the candidate if it is somebody else"


def _receive(tx: Tx, step: Step) -> dict[str, Any]:
    """Set the last day of the minimum time that the boards require for an unclaimed certificate; the day can be
    changed."""
    months = number(tx, "certificateMonths", today())
    return {"received_on": today(), "keep_until": today() + relativedelta(months=months)}


def _give(tx: Tx, step: Step) -> dict[str, Any]:
    return {"given_on": today()}


@reading("keep_until")
def _kept(row: Row, actor: Actor) -> str | None:
    until = row["keep_until"]
    return KEPT_UNTIL.format(day=in_words(until)) if until is not None and until > today() else None


CERTIFICATE_MOVES = Workflow(
    name="certificate",
    column=_c.status,
    states=STATES,
    scope=CERTIFICATES,
    moves=(
        Move(
            name="receive",
            title="Received",
            source=("expected",),
            target="received",
            who=EXAMS_OFFICE,
            effect=_receive,
            needs=(Need("place", Text(required=True, max_length=100), "Kept in", _c.place),),
            path="/exams/certificates/{id}/receive",
            done="The certificate of {candidate} is here",
        ),
        Move(
            name="collect",
            title="Collected",
            source=("received",),
            target="collected",
            who=EXAMS_OFFICE,
            effect=_give,
            alone=True,
            needs=(
                Need("givenTo", Text(required=True, max_length=200), "Collected by", _c.given_to),
                Need("identitySeen", Boolean(required=True), _IDENTITY, _c.identity_seen),
            ),
            path="/exams/certificates/{id}/collect",
            done="{candidate}'s certificate is collected",
        ),
        Move(
            name="post",
            title="Posted",
            source=("received",),
            target="posted",
            who=EXAMS_OFFICE,
            effect=_give,
            alone=True,
            needs=(Need("tracking", Text(required=True, max_length=60), "Tracking number", _c.tracking),),
            path="/exams/certificates/{id}/post",
            done="The certificate of {candidate} is on its way",
        ),
        Move(
            name="return",
            title="Sent back to the board",
            source=("received",),
            target="returned",
            who=EXAMS_OFFICE,
            effect=_give,
            when=_kept,
            path="/exams/certificates/{id}/return",
            done="The certificate of {candidate} goes back to the board",
        ),
        Move(
            name="destroy",
            title="Destroy",
            source=("received",),
            target="destroyed",
            who=EXAMS_OFFICE,
            when=_kept,
            style="danger",
            path="/exams/certificates/{id}/destroy",
            done="The certificate of {candidate} is destroyed",
            confirm=Confirm(
                "Destroy the certificate of {candidate}?",
                "The board issues a new one for a fee.",
                yes="Destroy certificate",
                no="Keep certificate",
            ),
        ),
    ),
)
