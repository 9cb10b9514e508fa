"""Calls of the public enquiry form."""

from __future__ import annotations

from kit.http import core, pages
from kit.http.fastapi import Call, Routes
from kit.policy import as_service, public
from people.leads.public import page as form

routes = Routes()


@routes.get("/public/enquiry/{slug}", may=public, answers=pages.PAGE)
def show(slug: str, call: Call) -> core.Answer:
    """Show the enquiry form of an organisation or a department, as a page without script"""
    return form.show(call.tx, slug)


@routes.post("/public/enquiry/{slug}", may=public, answers=pages.PAGE)
def receive(slug: str, call: Call, body: pages.PageBody) -> core.Answer:
    """Send an enquiry"""
    if (refusal := form.POSTS.refusal(call)) is not None:
        return refusal
    # Nobody is signed in: the service creates the lead.
    with call.db.transaction(as_service("people")) as tx:
        return form.receive(tx, slug, pages.posted(body), dict(call.request.query_params))
