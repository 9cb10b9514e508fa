"""Public pages of tutor applications: to apply, and to answer as a referee."""

from __future__ import annotations

from kit.http import core, pages
from kit.http.fastapi import Call, Routes
from kit.policy import public
from people.applications import applying, asking

routes = Routes()


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
