"""Calls of tutor applications: the public pages of applicants and referees, and the choice of interviewers."""

from __future__ import annotations

from typing import Any

from kit.http import core, pages
from kit.http.fastapi import Call, Routes
from kit.policy import public
from people.applications import applying, asking
from people.applications.policy import HIRES
from people.checks.central import LEFT
from people.persons.answers import NameChoice
from people.persons.model import TABLES
from people.persons.queries import names

routes = Routes()


@routes.get("/applications/interviewers", may=HIRES, answers=list[NameChoice])
def interviewers(call: Call, search: str = "") -> list[dict[str, Any]]:
    """Choices for a form: {value, label} of members of staff who have not left, by name, at most 1000."""
    return call.read(names, "staff", search, TABLES["staff"].c.status != LEFT)


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
