"""Calls of acceptance beyond the declared ones (`teaching.md 7`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from kit.errors import Forbidden
from kit.http.address import caller_address
from kit.http.fastapi import Body, Call, Id, RequestCall, Routes
from teaching.acceptance import queries, rules, terms
from teaching.acceptance.answers import OfferAnswered, ShownTerms, TermsAnswer
from teaching.acceptance.policy import answers, is_tutor
from teaching.acceptance.workflow import OFFER_MOVES

routes = Routes()


class AnswerBody(Body):
    """The answer to an offer; the office always gives a reason."""

    status: Literal["accepted", "declined"]
    reason: str = ""


class TermsBody(Body):
    """The answer to terms."""

    id: Id
    accepted: bool = True
    shown: Literal["scrolled", "confirmed", ""] = ""


@routes.post("/tutor/{tutorId}/course/{courseId}", may=answers, answers=OfferAnswered)
def answer_offer(call: Call, tutorId: int, courseId: int, body: AnswerBody) -> Mapping[str, Any]:
    """Accept or decline the offer of a course to a tutor"""
    number = call.read(queries.open_offer, tutorId, courseId)
    return OFFER_MOVES.run(
        call.tx, number, "accept" if body.status == "accepted" else "decline", {"reason": body.reason}
    )


@routes.post("/tutortcsandcsaccepted", may=is_tutor, remote=True, answers=TermsAnswer)
def answer_terms(call: Call, body: TermsBody) -> Mapping[str, Any]:
    """Accept or reject the terms and conditions of a year and a department; a rejection ends the sessions"""
    answered = terms.answer(
        call.db, call.actor, body.id, accepts=body.accepted, shown=body.shown, address=_address(call)
    )
    if not answered["accepted"]:
        raise Forbidden(rules.REJECTED_TEXT, title=rules.REJECTED_TITLE, code="terms_rejected")
    return answered


def _address(call: RequestCall) -> str:
    peer = call.request.client.host if call.request.client else ""
    return caller_address(call.header("x-forwarded-for"), peer)


@routes.get("/my/terms", may=is_tutor, answers=list[ShownTerms])
def my_terms(call: Call) -> list[dict[str, Any]]:
    """Return the terms that the tutor has rejected and must accept before anything else"""
    return call.read(terms.rejected)
