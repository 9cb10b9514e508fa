"""Calls of tutor applications: the public pages of applicants and referees, and the choice of interviewers."""

from __future__ import annotations

from typing import Any

from kit.http import core, pages
from kit.http.address import caller_address
from kit.http.fastapi import Call, RequestCall, Routes
from kit.policy import public
from people.applications import applying, offer_page
from people.applications.policy import HIRES
from people.applications.referees import asking
from people.checks.central import LEFT
from people.persons.answers import NameChoice
from people.persons.model import TABLES
from people.persons.queries import names

routes = Routes()


@routes.get("/applications/interviewers", may=HIRES, answers=list[NameChoice])
def interviewers(call: Call, search: str = "", ids: str = "") -> list[dict[str, Any]]:
    """Return choices for a form: {value, label} of members of staff who have not left, by name, at most 1000."""
    return call.read(names, "staff", search, ids, TABLES["staff"].c.status != LEFT)


@routes.get("/public/apply", may=public, remote=True, answers=pages.PAGE)
def form(call: Call) -> core.Answer:
    """Show the form on which a tutor applies, as a page without script"""
    return applying.show(call.db)


@routes.post("/public/apply", may=public, remote=True, files=True, answers=pages.PAGE)
def apply(call: Call, typed: pages.PageForm) -> core.Answer:
    """Send an application with its files"""
    if (refusal := applying.POSTS.refusal(call)) is not None:
        return refusal
    return applying.receive(call.db, typed)


@routes.get("/public/reference/{secret}", may=public, answers=pages.PAGE)
def reference(secret: str, call: Call) -> core.Answer:
    """Show the questions to a referee, as a page without script"""
    return asking.show(call.tx, secret)


@routes.post("/public/reference/{secret}", may=public, answers=pages.PAGE)
def send_reference(secret: str, call: Call, body: pages.PageBody) -> core.Answer:
    """Send a reference"""
    if (refusal := asking.POSTS.refusal(call)) is not None:
        return refusal
    return asking.receive(call.tx, secret, pages.posted(body))


@routes.get("/public/offer/{secret}", may=public, remote=True, answers=pages.PAGE)
def offer(secret: str, call: Call) -> core.Answer:
    """Show an offer with its terms to the applicant, as a page without script"""
    return offer_page.show(call.db, secret)


@routes.post("/public/offer/{secret}", may=public, remote=True, answers=pages.PAGE)
def answer_offer(secret: str, call: Call, body: pages.PageBody) -> core.Answer:
    """Accept an offer with its terms, or decline it"""
    if (refusal := offer_page.POSTS.refusal(call)) is not None:
        return refusal
    return offer_page.receive(call.db, secret, pages.posted(body), _address(call))


@routes.get("/public/offer/{secret}/terms", may=public, remote=True, answers="application/pdf")
def terms_of_offer(secret: str, call: Call) -> core.Answer:
    """Download the terms of an offer"""
    return offer_page.terms_file(call.db, secret)


def _address(call: RequestCall) -> str:
    peer = call.request.client.host if call.request.client else ""
    return caller_address(call.header("x-forwarded-for"), peer)
