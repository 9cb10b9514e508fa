"""Calls of feeds: create the secret address, choose its contents, revoke it, read it."""

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
    """Return whether the caller has an address for other calendar programs"""
    return call.read(feed.state)


# An Idempotency-Key would keep the answer, and with it the address, which must not be read again.
@routes.post("/events/feed", may=signed_in, remote=True, status=201, answers=FeedAddress)
def make_feed(call: Call) -> dict[str, Any]:
    """Create a new address for other calendar programs; the previous one is revoked"""
    return {"url": f"{settings().public_url}{core.full_path('/events/feed')}/{feed.make(call.tx)}.ics"}


class FeedChoice(Body):
    """The parts of a feed other than the calendar."""

    deadlines: bool


@routes.put("/events/feed", may=signed_in, answers=Feed)
def choose_feed(call: Call, body: FeedChoice) -> dict[str, Any]:
    """Set whether the feed has exam deadlines: all for the exams office, those of their candidates for tutors"""
    feed.choose(call.tx, deadlines=body.deadlines)
    return feed.state(call.tx.connection, call.actor)


@routes.delete("/events/feed", may=signed_in, answers=Feed)
def stop_feed(call: Call) -> dict[str, Any]:
    """Revoke the address"""
    feed.revoke(call.tx, call.actor.user_id)
    return feed.NONE


@routes.get("/events/feed/{token}.ics", may=public, answers=ics.MEDIA_TYPE)
def read_feed(token: str, call: Call) -> core.Answer:
    """Return the address owner's calendar, from 90 days ago until a year ahead"""
    owner = feed.read(call.tx, token)
    with FEED_SHARE.taken(owner):
        content = ics.calendar(feed.events(call.tx, owner))
    tag = f'"{hashlib.sha256(content).hexdigest()}"'
    headers = {"Cache-Control": "private, no-cache", "ETag": tag}
    if tag in call.header("if-none-match"):
        return core.Answer(b"", 304, ics.MEDIA_TYPE, headers)
    return core.Answer(content, 200, ics.MEDIA_TYPE, headers)
