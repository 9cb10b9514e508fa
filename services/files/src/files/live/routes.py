"""The calls of live drawing: strokes in, strokes out, cursors. A stroke is stored before anybody else sees it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Header, Query
from pydantic import Field
from starlette.concurrency import run_in_threadpool
from starlette.responses import StreamingResponse

from files.boards import commands, policy, queries, rules
from files.boards.answers import BoardId, Drawn, Stored
from files.live import stream as live
from files.live.hub import hub
from kit.errors import Invalid
from kit.http.bodies import LARGEST
from kit.http.fastapi import Body, Call, Routes

routes = Routes()
_Number = Annotated[int, Field(ge=0, le=LARGEST)]
_Place = Annotated[float, Field(ge=-1_000_000, le=1_000_000, allow_inf_nan=False)]


class Strokes(Body):
    """Strokes drawn since the last call, as Yjs updates in base64, and the current number of pages."""

    updates: Annotated[list[Annotated[str, Field(min_length=1)]], Field(min_length=1, max_length=500)]
    pages: Annotated[int, Field(ge=1, le=500)] | None = None


class Cursor(Body):
    """The cursor of an open tab: its position, and whether it is the laser pointer. `view` is the centre and zoom of
    its person's view, for followers; `draft` is the element being drawn, for the pages of others."""

    tab: Annotated[str, Field(min_length=1, max_length=40)]
    page: Annotated[str, Field(max_length=40)]
    x: _Place
    y: _Place
    kind: Literal["pointer", "laser", "away"] = "pointer"
    view: Annotated[list[_Place], Field(min_length=3, max_length=3)] | None = None
    draft: Annotated[str, Field(max_length=20_000)] = ""


@routes.get("/board/{id}/updates", may=policy.read, answers=Drawn)
def updates(call: Call, id: int, after: _Number = 0) -> dict[str, Any]:
    """Return the drawing of a board after a number."""
    return call.read(queries.drawn, id, after)


@routes.post("/board/{id}/updates", may=policy.read, answers=Stored)
async def draw(call: Call, id: int, body: Strokes) -> dict[str, Any]:
    """Draw on a board: the strokes are stored, then shown to the others."""
    stored = await run_in_threadpool(_store, call, id, body)
    await hub.publish({"board": id, **stored})
    return {"number": stored["number"]}


def _store(call: Call, board_id: int, body: Strokes) -> dict[str, Any]:
    """Store strokes; returns the message that the open pages receive."""
    update = rules.merged(body.updates)
    number, version = commands.draw(call.db, call.actor, board_id, update, body.pages)
    return {"number": number, "version": version, "update": queries.as_text(update)}


@routes.post("/board/{id}/cursor", may=policy.read, answers=BoardId)
async def point(call: Call, id: int, body: Cursor) -> dict[str, Any]:
    """Show the caller's cursor; it is not stored."""
    # cursors come ten times a second: the stream of an open page here has already read its rights
    if not hub.has(id, call.actor.user_id):
        await run_in_threadpool(call.read, queries.find, id)
    cursor = {"user": call.actor.user_id, "name": call.actor.name, **body.model_dump()}
    await hub.publish({"board": id, "cursor": cursor})
    return {"id": id}


@routes.get("/board/{id}/stream", may=policy.read, answers="text/event-stream")
async def stream(
    call: Call,
    id: int,
    after: Annotated[str, Query(max_length=20)] = "0",
    last_event_id: Annotated[str, Header(alias="Last-Event-ID", max_length=20)] = "",
) -> StreamingResponse:
    """Stream server-sent events of a board, from the number in Last-Event-ID (or `after`) on."""
    position = last_event_id or after
    if not position.isascii() or not position.isdigit() or int(position) > LARGEST:
        raise Invalid("Last-Event-ID is the number of an update", code="bad_number")
    await run_in_threadpool(call.read, queries.find, id)
    hub.check_room(call.actor.user_id)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    events = live.stream(call.actor, id, int(position))
    return StreamingResponse(events, media_type="text/event-stream", headers=headers)
