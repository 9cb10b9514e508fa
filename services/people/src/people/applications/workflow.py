"""Stages of an application and the moves between them; states of scorecards and of references."""

from __future__ import annotations

import uuid
from typing import Any

import sqlalchemy as sa
from dateutil.relativedelta import relativedelta

from kit.database import Tx
from kit.errors import Conflict, Invalid
from kit.policy import Actor, Row
from kit.policy.rules import reading
from kit.values import Money, Select, Text
from kit.values.days import today
from kit.values.types import label_of
from kit.workflow import Confirm, Move, Need, Step, Workflow
from people.applications import interviews, rules
from people.applications.model import application, application_reference, application_scorecard
from people.applications.offer import accepting, mailing
from people.applications.policy import APPLICATIONS, GIVES, HIRES, SCORECARDS, of_application
from people.applications.referees import asking
from people.policy import SYS_ADMIN

_a, _card, _r = application.c, application_scorecard.c, application_reference.c
_OTHER = ("received", "screened", "interview", "trialLesson", "references", "checks", "offer")


def _since(tx: Tx, step: Step) -> dict[str, Any]:
    return {"since": sa.func.now()}


def _ask_referees(tx: Tx, step: Step) -> dict[str, Any]:
    """Ask the referees who were not asked yet."""
    asking.ask_all(tx, step.row["id"])
    return _since(tx, step)


def _offer(tx: Tx, step: Step) -> dict[str, Any]:
    """Mail the offer with its link. The answer to an earlier offer does not count for this one."""
    mailing.SEND.enqueue(tx, uuid.uuid4().hex, {"application": step.row["id"]})
    return _since(tx, step) | {
        "offer_accepted": None,
        "terms_id": None,
        "terms_version": None,
        "terms_title": "",
        "terms_digest": "",
    }


def _end(tx: Tx, step: Step) -> dict[str, Any]:
    """Cancel the interviews to come, and set the day of deletion."""
    interviews.cancel_all(tx, step.row["id"])
    return _since(tx, step) | {"delete_after": today() + relativedelta(months=rules.KEPT_MONTHS)}


def _reopen(tx: Tx, step: Step) -> dict[str, Any]:
    return _since(tx, step) | {"delete_after": None, "declined_reason": None, "ended_note": ""}


def _override(tx: Tx, step: Step) -> dict[str, Any]:
    """Keep the name of the actor and the missing items with the reason."""
    if len(step.body["overrideReason"].strip()) < rules.LEAST_REASON:
        raise Invalid(rules.REASON, fields={"overrideReason": rules.REASON})
    return {
        "overridden_by_name": tx.actor.name,
        "overridden_missing": "; ".join(accepting.missing(tx.connection, step.row)),
    }


def _check_override(tx: Tx, step: Step) -> None:
    if not accepting.missing(tx.connection, step.row):
        raise Conflict("Nothing is missing. Accept the offer.", code="nothing_missing")


@reading("override_reason")
def _has_override(row: Row, actor: Actor) -> str | None:
    return "An exception has already been allowed" if row["override_reason"] else None


def _to(name: str, title: str, target: str, call: str = "", **more: Any) -> Move:
    return Move(
        name=name,
        title=title,
        source=tuple(one for one in _OTHER if one != target),
        target=target,
        who=HIRES,
        path=f"/applications/tutors/{{id}}/{call or name}",
        effect=more.pop("effect", _since),
        done=f"{{firstName}} {{lastName}}: {label_of(rules.STAGES, target)}",
        **more,
    )


_NOTE = Need("endedNote", Text(multiline=True, max_length=1000), "Note", _a.ended_note)
APPLICATION_MOVES = Workflow(
    name="application",
    column=_a.status,
    states=rules.STAGES,
    scope=APPLICATIONS,
    moves=(
        _to("receive", "Back to received", "received"),
        _to("screen", "Screened", "screened"),
        _to("invite", "To interview", "interview"),
        _to("trial", "To trial lesson", "trialLesson"),
        _to(
            "askReferences",
            "To references",
            "references",
            "ask-references",
            effect=_ask_referees,
            confirm=Confirm(
                "Move to references?",
                "Each referee who has not been asked gets an email with a link.",
                yes="Ask referees",
            ),
        ),
        _to("check", "To checks", "checks"),
        _to(
            "offer",
            "Make offer",
            "offer",
            effect=_offer,
            needs=(
                Need("offerRate", Money(minimum=0), "Rate an hour", _a.offer_rate),
                Need("offerNote", Text(multiline=True, max_length=1000), "Note", _a.offer_note),
            ),
            confirm=Confirm(
                "Make the offer?",
                "The applicant gets an email with a link to the offer and our terms.",
                yes="Make offer",
            ),
        ),
        Move(
            name="accept",
            title="Accept",
            source=("offer",),
            target="accepted",
            who=HIRES,
            alone=True,
            path="/applications/tutors/{id}/accept",
            check=accepting.check,
            effect=accepting.accept,
            style="primary",
            done="{firstName} {lastName} is a tutor now",
            confirm=Confirm(
                "Make {firstName} {lastName} a tutor?",
                "The tutor gets the subjects, working hours and checks of the application, an account, and an email "
                "with a link to choose a password. Terms that they accepted with the offer remain valid; they accept "
                "others before their first course.",
                yes="Make tutor",
            ),
        ),
        Move(
            name="override",
            title="Allow exception",
            source=("offer",),
            target=None,
            who=SYS_ADMIN,
            alone=True,
            path="/applications/tutors/{id}/override",
            when=_has_override,
            check=_check_override,
            effect=_override,
            done="The offer can be accepted by exception",
            needs=(
                Need(
                    "overrideReason", Text(required=True, multiline=True, max_length=500), "Reason", _a.override_reason
                ),
            ),
            confirm=Confirm(
                "Allow acceptance with items missing?",
                "Your name, the reason and the missing items are kept.",
                yes="Allow exception",
            ),
        ),
        Move(
            name="decline",
            title="Decline",
            source=rules.OPEN,
            target="declined",
            who=HIRES,
            style="danger",
            path="/applications/tutors/{id}/decline",
            effect=_end,
            done="Declined",
            needs=(
                Need(
                    "declinedReason",
                    Select(choices=rules.DECLINED_REASONS, required=True),
                    "Reason",
                    _a.declined_reason,
                ),
                _NOTE,
            ),
            confirm=Confirm(
                "Decline {firstName} {lastName}?",
                f"The application is deleted after {rules.KEPT_MONTHS} months.",
                yes="Decline application",
                no="Keep application",
            ),
        ),
        Move(
            name="withdraw",
            title="Withdrawn by applicant",
            source=rules.OPEN,
            target="withdrawn",
            who=HIRES,
            path="/applications/tutors/{id}/withdraw",
            effect=_end,
            needs=(_NOTE,),
            done="Withdrawn",
        ),
        Move(
            name="reopen",
            title="Reopen",
            source=rules.ENDED,
            target="received",
            who=HIRES,
            effect=_reopen,
            path="/applications/tutors/{id}/reopen",
            done="Open again",
        ),
    ),
)


def _scores() -> tuple[Need, ...]:
    marks = (
        Need(name, Select(choices=rules.SCORES, required=True), title, _card[name]) for name, title in rules.CRITERIA
    )
    return (
        *marks,
        Need("advice", Select(choices=rules.ADVICE, required=True), "Advice", _card.advice),
        Need("words", Text(required=True, multiline=True, min_length=20, max_length=3000), "Comments", _card.words),
    )


def _given(tx: Tx, step: Step) -> dict[str, Any]:
    return {"given": sa.func.now()}


SCORECARD_MOVES = Workflow(
    name="scorecard",
    column=_card.status,
    states=rules.CARD_STATES,
    scope=SCORECARDS,
    moves=(
        Move(
            name="give",
            title="Give scorecard",
            source=("waiting",),
            target="given",
            who=GIVES,
            alone=True,
            path="/applications/scorecards/{id}/give",
            needs=_scores(),
            effect=_given,
            done="Scorecard given",
        ),
    ),
)
"""A scorecard is submitted once, as a whole. Nothing is stored before, and nothing changes after."""

REFERENCE_MOVES = Workflow(
    name="applicationReference",
    column=_r.status,
    states=rules.REFERENCE_STATES,
    scope=of_application(_r.application_id),
    moves=(
        Move(
            name="ask",
            title="Ask by email",
            source=("named",),
            target="asked",
            who=HIRES,
            path="/applications/references/{id}/ask",
            effect=asking.ask,
            done="{name} is asked",
        ),
        Move(
            name="remind",
            title="Send email again",
            source=("asked",),
            target=None,
            who=HIRES,
            path="/applications/references/{id}/remind",
            effect=asking.ask,
            done="{name} is asked again",
        ),
        Move(
            name="enter",
            title="Enter by hand",
            source=("named", "asked"),
            target="received",
            who=HIRES,
            alone=True,
            path="/applications/references/{id}/enter",
            effect=asking.enter,
            done="The reference is entered",
            needs=(
                Need("rating", Select(choices=rules.RATING, required=True), "Recommendation", _r.rating),
                Need(
                    "words", Text(required=True, multiline=True, min_length=20, max_length=5000), "Comments", _r.words
                ),
            ),
        ),
        Move(
            name="withdraw",
            title="Do not use",
            source=("named", "asked"),
            target="withdrawn",
            who=HIRES,
            path="/applications/references/{id}/withdraw",
            style="danger",
            done="{name} is left out",
            confirm=Confirm(
                "Leave out {name}?", "Their link stops working.", yes="Leave out referee", no="Keep referee"
            ),
        ),
        Move(
            name="restore",
            title="Use again",
            source=("withdrawn",),
            target="named",
            who=HIRES,
            path="/applications/references/{id}/restore",
            done="{name} can be asked",
        ),
    ),
)
