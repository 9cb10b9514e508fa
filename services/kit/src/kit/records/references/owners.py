"""Calls of other services: the uses that they count, and the state of records that they own."""

from __future__ import annotations

from dataclasses import dataclass

from kit import context
from kit.errors import Unavailable
from kit.policy import as_service
from kit.records.references.kinds import Count

PATIENCE = 3.0
"""Seconds that a service may take to count; a scan of half a million rows takes less than one."""
CANNOT_CHECK = "It cannot be checked now whether this is used elsewhere; please try again in a minute"


@dataclass(frozen=True)
class State:
    """The target of a new reference."""

    title: str
    closed: bool


def count_at(peer: str, kind: str, record: int) -> list[Count]:
    """Return the uses of a record in the tables of service `peer`. Raises Unavailable."""
    from kit import rpc
    from staffroom.kit.v1 import references_pb2, references_pb2_grpc

    stub = references_pb2_grpc.ReferenceServiceStub(rpc.channel(peer))
    request = references_pb2.CountUsesRequest(kind=kind, id=record)
    try:
        answer = rpc.call(
            stub.CountUses, request, timeout=PATIENCE, actor=as_service(context.service()), repeatable=True
        )
    except Unavailable:
        raise Unavailable(CANNOT_CHECK, code="cannot_be_checked") from None
    return [Count(use.singular, use.plural, use.count) for use in answer.uses]


def find_at(owner: str, kind: str, record: int) -> State | None:
    """Return the title of a record of service `owner`, and whether it is closed; None if it does not exist. Raises
    Unavailable."""
    from kit import rpc
    from staffroom.kit.v1 import references_pb2, references_pb2_grpc

    stub = references_pb2_grpc.ReferenceServiceStub(rpc.channel(owner))
    request = references_pb2.FindReferenceRequest(kind=kind, id=record)
    answer = rpc.call(stub.FindReference, request, actor=as_service(context.service()), repeatable=True)
    if not answer.kind_known:
        raise Unavailable(CANNOT_CHECK, code="cannot_be_checked")
    return State(answer.title, answer.closed) if answer.found else None
