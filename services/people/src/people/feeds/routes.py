"""Calls of feeds: make the secret address, choose what it has, stop it, read it."""

from __future__ import annotations

import hashlib
from typing import Any

from kit.http import core
from kit.http.fastapi import Body, Call, Routes
from kit.policy import public, signed_in
from kit.policy.share import Share
from kit.settings import settings
from people.calendar import ics
from people.feeds import feed
from people.feeds.answers import Feed, FeedAddress

routes = Routes()
FEED_SHARE = Share("feed", "readings of a calendar", at_once=4, a_minute=30)


@routes.get("/events/feed", may=signed_in, answers=Feed)
def feed_state(call: Call) -> dict[str, Any]:
    """Whether there is an address at which other programs read one's own calendar"""
    return call.read(feed.state)


# An Idempotency-Key would keep the answer, and with it the address that nobody may read again.
@routes.post("/events/feed", may=signed_in, remote=True, status=201, answers=FeedAddress)
def make_feed(call: Call) -> dict[str, Any]:
    """Make a new address at which other programs read one's own calendar; the one before stops"""
    return {"url": f"{settings().public_url}{core.full_path('/events/feed')}/{feed.make(call.tx)}.ics"}


class FeedChoice(Body):
    """The parts of a feed besides the calendar."""

    deadlines: bool


@routes.put("/events/feed", may=signed_in, answers=Feed)
def choose_feed(call: Call, body: FeedChoice) -> dict[str, Any]:
    """Say whether the feed has exam deadlines: of the exams office all, of a tutor those of their candidates"""
    feed.choose(call.tx, deadlines=body.deadlines)
    return feed.state(call.tx.connection, call.actor)


@routes.delete("/events/feed", may=signed_in, answers=Feed)
def stop_feed(call: Call) -> dict[str, Any]:
    """Stop the address"""
    feed.revoke(call.tx, call.actor.user_id)
    return feed.NONE


@routes.get("/events/feed/{token}.ics", may=public, answers=ics.MEDIA_TYPE)
def read_feed(token: str, call: Call) -> core.Answer:
    """Return the calendar of the person whose address it is, from 90 days ago until a year ahead"""
    owner = feed.read(call.tx, token)
    with FEED_SHARE.taken(owner):
        content = ics.calendar(feed.events(call.tx, owner))
    tag = f'"{hashlib.sha256(content).hexdigest()}"'
    headers = {"Cache-Control": "private, no-cache", "ETag": tag}
    if tag in call.header("if-none-match"):
        return core.Answer(b"", 304, ics.MEDIA_TYPE, headers)
    return core.Answer(content, 200, ics.MEDIA_TYPE, headers)
