"""A toy publisher: HTTP calls step things, and each step publishes an event; it also has jobs and gRPC calls."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
import toy_pb2
import toy_pb2_grpc

from kit.database import tables
from kit.errors import Conflict, Invalid, Unavailable
from kit.events import Event
from kit.http.fastapi import Call, Routes
from kit.jobs import Job, JobContext, job
from kit.policy import internal, public, signed_in
from kit.rpc import RpcService, caller
from kit.service import Service
from toypub import lines

# Shorter waits for a test that kills workers; everything else is as in production.
if patience := os.environ.get("TOY_JOB_PATIENCE"):
    job.LOST_AFTER = job.QUEUED_AGAIN_AFTER = int(patience)

metadata = tables.service_metadata()
thing = sa.Table("thing", metadata, *tables.record_columns(), sa.Column("step", sa.BigInteger, server_default="0"))
"""Things to step."""
effect = sa.Table(
    "effect",
    metadata,
    sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
    sa.Column("job_key", sa.Text, nullable=False),
    sa.Column("number", sa.BigInteger, nullable=False),
    sa.UniqueConstraint("job_key", "number"),
)
"""The results of jobs, idempotent by key."""

line, stored = lines.line_table(metadata), lines.stored_table(metadata)

STEPS = 25
"""Steps of one request, so that many events are in flight."""
THING_CHANGED = Event("toypub.thing.changed", toy_pb2.ThingChanged)


def _count(context: JobContext) -> dict[str, Any]:
    """Write the numbers up to `upTo`, each once, even after interruptions."""
    up_to = int(context.params["upTo"])
    insert = sa.dialects.postgresql.insert(effect).on_conflict_do_nothing()
    for number in range(1, up_to + 1):
        with context.db.transaction(context.actor) as tx:
            tx.execute(insert.values(job_key=context.params["key"], number=number))
        context.progress(number, up_to)
        time.sleep(float(context.params.get("pause", 0)))
    return {"counted": up_to}


def _fail(context: JobContext) -> None:
    raise {"refused": Invalid("No such luck"), "away": Unavailable("away")}.get(
        context.params["how"], RuntimeError("secret detail")
    )


COUNT = Job("count", _count)
FAIL = Job("fail", _fail, max_attempts=2)

routes = Routes()


@routes.post("/toypub/things/{thing_id}/step", may=public)
def step(call: Call, thing_id: int) -> dict[str, int]:
    """Make several steps of a thing, with their events."""
    update = sa.update(thing).where(thing.c.id == thing_id).values(step=thing.c.step + STEPS).returning(thing.c.step)
    last = call.tx.scalar(update)
    if last is None:
        raise Conflict("There is no such thing")
    for number in range(last - STEPS + 1, last + 1):
        call.tx.publish(THING_CHANGED, thing_id, {"thingId": thing_id, "step": number})
    return {"step": last}


@routes.post("/toypub/counts/{key}", may=public)
def start_count(call: Call, key: str) -> dict[str, int]:
    """Start a job that counts to fifty."""
    return {"id": COUNT.enqueue(call.tx, key, {"key": key, "upTo": 50, "pause": 0.02}, 50)}


class Toy(toy_pb2_grpc.ToyServiceServicer):
    def Ask(self, request: Any, context: Any) -> Any:
        from kit import context as own

        if request.mode == "conflict":
            raise Conflict("Taken", code="taken", fields={"a": "b"}, title="Oh", extra={"value": 7})
        if request.mode == "break":
            raise RuntimeError("secret detail")
        if request.mode == "slow":
            time.sleep(2)
        return toy_pb2.AskResponse(
            number=request.number, who=caller().service or str(caller().user_id), request_id=own.request_id.get()
        )

    def Secret(self, request: Any, context: Any) -> Any:
        return toy_pb2.AskResponse(number=request.number)

    def Count(self, request: Any, context: Any) -> Iterator[Any]:
        for number in range(request.number):
            if number == 3 and request.mode == "conflict":
                raise Conflict("Three is too many")
            yield toy_pb2.AskResponse(number=number, who=str(caller().user_id))

    def Sum(self, requests: Any, context: Any) -> Any:
        return toy_pb2.AskResponse(number=sum(request.number for request in requests), who=str(caller().user_id))


rpc = RpcService(
    toy_pb2_grpc.add_ToyServiceServicer_to_server,
    Toy(),
    "toy.v1.ToyService",
    {"Ask": public, "Secret": internal, "Count": signed_in, "Sum": signed_in},
)

service = Service(
    name="toypub",
    metadata=metadata,
    routes=[routes],
    events=[THING_CHANGED],
    jobs=[COUNT, FAIL],
    lists=[lines.lines_list(line)],
    rpc=[rpc, lines.store(stored)],
)
