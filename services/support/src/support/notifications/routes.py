"""The calls of notices and the channel (`docs/api.md`, Realtime)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Header, Query
from pydantic import Field, StrictBool
from starlette.concurrency import run_in_threadpool
from starlette.responses import StreamingResponse

from kit.errors import Invalid, NotFound
from kit.http import core, pages
from kit.http.answers import Whole
from kit.http.bodies import LARGEST
from kit.http.fastapi import Body, Call, Routes
from kit.policy import public, signed_in
from support.notifications import answers, channel, commands, digest, queries, tickets
from support.notifications.model import OFF
from support.public_page import UNSUBSCRIBE, page

routes = Routes()

Number = Annotated[int, Field(ge=0, le=LARGEST)]


class Chosen(Body):
    """A user's channels for a kind of notice: the bell, email."""

    kind: str
    bell: StrictBool
    mail: StrictBool


class Seen(Body):
    """The last notice that the person has seen in the list; all if none is named."""

    upTo: Number | None = None


@routes.get("/notifications", may=signed_in, answers=Whole(answers.Notices))
def listed(call: Call, after: Number | None = None, before: Number | None = None) -> core.Answer:
    """Return the caller's notices, newest first (below number `before`); with `after`, those above that number in
    order."""
    with call.db.read() as connection:
        if after is not None:
            rows = queries.since(connection, call.actor, after)
        else:
            rows = queries.newest(connection, call.actor, before)
        body: dict[str, Any] = {"data": rows, "unread": queries.unread(connection, call.actor)}
    return core.Answer(core.encode(body))


@routes.post("/notifications/ticket", may=signed_in, answers=answers.StreamTicket)
def ticket(call: Call) -> dict[str, Any]:
    """Issue a ticket that opens the stream once within 30 seconds."""
    return {"ticket": tickets.issue(call.actor), "expiresIn": tickets.LIFETIME}


@routes.get("/notifications/stream", may=public, answers="text/event-stream")
async def stream(
    ticket: str = "",
    after: Annotated[str, Query(max_length=20)] = "",
    last_event_id: Annotated[str, Header(alias="Last-Event-ID", max_length=20)] = "",
) -> StreamingResponse:
    """Stream server-sent events to the user of the ticket, after the number in Last-Event-ID (or `after`)."""
    position = _position(last_event_id or after)
    actor = await run_in_threadpool(tickets.redeem, ticket)
    channel.hub.check_room(actor.user_id)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(channel.stream(actor, position), media_type="text/event-stream", headers=headers)


@routes.post("/notifications/read", may=signed_in, answers=answers.NoticesRead)
def read_all(call: Call, body: Seen | None = None) -> dict[str, Any]:
    """Mark all of the caller's notices read (up to a number)."""
    return commands.mark_all_read(call.tx, body.upTo if body else None)


@routes.post("/notifications/{number}/read", may=signed_in, answers=answers.NoticeRead)
def read(call: Call, number: Number) -> dict[str, Any]:
    """Mark one of the caller's notices read."""
    return commands.mark_read(call.tx, number)


@routes.get("/notifications/settings", may=signed_in, answers=answers.NoticeSettings)
def settings(call: Call) -> dict[str, Any]:
    """Return how the caller is notified of each kind of notice."""
    return call.read(queries.settings)


@routes.put("/notifications/settings", may=signed_in, answers=answers.NoticeSettings)
def choose(call: Call, body: Chosen) -> dict[str, Any]:
    """Choose how to be notified of a kind of notice."""
    commands.choose(call.tx, body.kind, body.bell, body.mail)
    return queries.settings(call.tx.connection, call.actor)


def _position(text: str) -> int | None:
    """Return the number from which a reader reconnects; None on the first connection."""
    if not text:
        return None
    if not text.isascii() or not text.isdigit() or int(text) > LARGEST:
        raise Invalid("Last-Event-ID is the number of a notice", code="bad_number")
    return int(text)


class Digest(Body):
    """Interval at which the unread notices are mailed together."""

    every: Literal["off", "daily", "weekly"]


@routes.put(digest.PATH, may=signed_in, answers=answers.NoticeSettings)
def choose_digest(call: Call, body: Digest) -> dict[str, Any]:
    """Choose how often the unread notices are mailed together, at 07:30 London time; weekly on Mondays."""
    digest.choose(call.tx, call.actor.user_id, body.every)
    return queries.settings(call.tx.connection, call.actor)


@routes.get(f"{digest.PATH}/{{secret}}", may=public, answers=pages.PAGE)
def ask_stop(call: Call, secret: str) -> core.Answer:
    """Return the page on which a user stops the digest, opened from its mail."""
    try:
        digest.user_of(secret)
    except NotFound:
        return pages.unknown()
    return page("Stop the email of unread notices?", "Your notices stay in the bell of Staffroom.", UNSUBSCRIBE)


@routes.post(f"{digest.PATH}/{{secret}}", may=public, answers=pages.PAGE)
def stop_digest(call: Call, secret: str) -> core.Answer:
    """Stop the digest of a user, by the page or by one click of the mail program (RFC 8058)."""
    digest.choose(call.tx, digest.user_of(secret), OFF)
    return page("The email is stopped", "You can choose it again in Staffroom, under Settings.")
