"""The public page on which a teacher answers."""

from __future__ import annotations

from kit.http import core, pages
from kit.http.fastapi import Call, Routes
from kit.policy import public
from people.exams.references import asking

routes = Routes()


@routes.get("/public/examreference/{secret}", may=public, answers=pages.PAGE)
def reference(secret: str, call: Call) -> core.Answer:
    """Show the questions to a teacher, as a page without script"""
    return asking.show(call.tx, secret)


@routes.post("/public/examreference/{secret}", may=public, answers=pages.PAGE)
def send_reference(secret: str, call: Call, body: pages.PageBody) -> core.Answer:
    """Send a teacher's reference"""
    if (refusal := asking.POSTS.refusal(call)) is not None:
        return refusal
    return asking.receive(call.tx, secret, pages.posted(body))
