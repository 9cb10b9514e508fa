"""The moves of terms (draft, published, retired) and of offers (offered, accepted, declined, withdrawn)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.errors import Conflict, Invalid
from kit.policy import Actor, Row
from kit.values import Text, richtext
from kit.values.types import label_of
from kit.workflow import Confirm, Move, Need, Step, Workflow
from teaching.acceptance import notices, rules, terms
from teaching.acceptance.model import tuition_offer, tutor_terms
from teaching.acceptance.policy import SCOPE, TERMS_SCOPE, answers, office, own_offer
from teaching.copies.model import course
from teaching.events import TUITION_CHANGED

_t, _o = tutor_terms.c, tuition_offer.c


def _has_terms(_: Tx, step: Step) -> None:
    if not richtext.plain(step.row["body"]) and not step.row["file_ids"]:
        raise Invalid(rules.EMPTY_TERMS, title="Form errors", fields={"body": rules.EMPTY_TERMS})


def _publish(tx: Tx, step: Step) -> None:
    """Retire the version that this one replaces."""
    row = step.row
    older = sa.and_(
        _t.department_id == row["department_id"],
        _t.academic_year_id == row["academic_year_id"],
        _t.status == "published",
        _t.id != row["id"],
    )
    for other in tx.all(sa.select(_t.id).where(older)):
        TERMS_MOVES.run(tx, other["id"], "retire")


TERMS_MOVES = Workflow(
    name="tutorTerms",
    column=_t.status,
    states=rules.TERMS_STATES,
    scope=TERMS_SCOPE,
    moves=(
        Move(
            name="publish",
            title="Publish",
            source=("draft",),
            target="published",
            who=office,
            style="primary",
            done="{title} published",
            path="/tutor-terms/{id}/publish",
            check=_has_terms,
            effect=_publish,
            signs="published",
            confirm=Confirm(
                "Publish {title}?",
                "Tutors of the department read and accept this version from now on. The version before it is retired.",
                yes="Publish terms",
            ),
        ),
        Move(
            name="retire",
            title="Retire",
            source=("published",),
            target="retired",
            who=office,
            style="danger",
            done="{title} retired",
            path="/tutor-terms/{id}/retire",
            confirm=Confirm(
                "Retire {title}?",
                "Offers can then be accepted without terms, until others are published.",
                yes="Retire terms",
                no="Keep terms",
            ),
        ),
    ),
)


def payload(row: Row) -> dict[str, Any]:
    """Return the payload of an offer."""
    return {
        "id": row["id"],
        "courseId": row["course_id"],
        "tutorId": row["tutor_id"],
        "status": row["status"],
        "deleted": False,
    }


def _course_is_open(tx: Tx, step: Step) -> None:
    status = tx.scalar(sa.select(course.c.status).where(course.c.id == step.row["course_id"]))
    if status not in rules.OPEN_COURSE:
        raise Conflict(rules.COURSE_ENDED.format(status=status or "deleted"), code="course_ended")


def _may_accept(tx: Tx, step: Step) -> None:
    _course_is_open(tx, step)
    its = terms.of_offer(tx.connection, step.row)
    if its is not None and its["accepted"] is None:
        text = rules.TERMS_TEXT.format(department=its["department"] or "the department")
        raise Conflict(text, title=rules.TERMS_TITLE, code="terms_not_accepted", extra={"termsId": its["id"]})


def _answered(step: Step, *, needs_reason: bool) -> dict[str, Any]:
    """Return the columns of every answer; the office gives its reason to answer for a tutor. Raises Invalid."""
    mine = own_offer(step.actor, step.row)
    if (needs_reason or not mine) and not step.body["reason"]:
        raise Invalid(rules.REASON_MISSING, title="Form errors", fields={"reason": rules.REASON_MISSING})
    return {
        "answered_for": not mine or step.actor.real_user_id is not None,
        "answered_by_id": step.actor.acting_user_id,
    }


def _accept(tx: Tx, step: Step) -> Mapping[str, Any]:
    return _answered(step, needs_reason=False)


def _decline(tx: Tx, step: Step) -> Mapping[str, Any]:
    kept = _answered(step, needs_reason=True)
    notices.tell_declined(tx, step.row, step.body["reason"])
    return kept


def _withdraw(tx: Tx, step: Step) -> Mapping[str, Any]:
    notices.tell_withdrawn(tx, step.row, step.body["reason"])
    return {"by_office": not step.actor.service}


def _refuse_again(row: Row, _: Actor, move: Move | None) -> str | None:
    """Refuse the second of two simultaneous answers, with the first one."""
    if row["status"] == "offered":
        return None
    return f"This offer is now {str(label_of(rules.OFFER_STATES, row['status'])).lower()}"


_REASON = Need("reason", Text(max_length=rules.REASON_LONGEST), "Reason", _o.reason)

OFFER_MOVES = Workflow(
    name="tuitionOffer",
    column=_o.status,
    states=rules.OFFER_STATES,
    scope=SCOPE,
    event=TUITION_CHANGED,
    payload=payload,
    refusal=_refuse_again,
    moves=(
        Move(
            name="accept",
            title="Accept",
            source=("offered",),
            target="accepted",
            who=answers,
            style="primary",
            done="{course.title} accepted",
            path="/offers/{id}/accept",
            check=_may_accept,
            effect=_accept,
            signs="answered",
            needs=(_REASON,),
            alone=True,
        ),
        Move(
            name="decline",
            title="Decline",
            source=("offered",),
            target="declined",
            who=answers,
            style="danger",
            done="{course.title} declined",
            path="/offers/{id}/decline",
            check=_course_is_open,
            effect=_decline,
            signs="answered",
            needs=(_REASON,),
            alone=True,
            confirm=Confirm(
                "Decline {course.title}?",
                "The academic office finds another tutor.",
                yes="Decline offer",
                no="Keep offer",
            ),
        ),
        Move(
            name="withdraw",
            title="Withdraw",
            source=("offered",),
            target="withdrawn",
            who=office,
            done="Offer of {course.title} withdrawn",
            path="/offers/{id}/withdraw",
            effect=_withdraw,
            alone=True,
            style="danger",
            confirm=Confirm(
                "Withdraw the offer of {course.title}?", "The tutor is notified.", yes="Withdraw offer", no="Keep offer"
            ),
            needs=(Need("reason", Text(required=True, max_length=rules.REASON_LONGEST), "Reason", _o.reason),),
        ),
    ),
)
