"""ReferenceService: answers other services' questions about references. Every service with declarations offers it."""

from __future__ import annotations

from typing import Any

from kit.database import database
from kit.policy import internal
from kit.records.references import References
from kit.rpc import RpcService
from staffroom.kit.v1 import references_pb2, references_pb2_grpc


class _References(references_pb2_grpc.ReferenceServiceServicer):
    def __init__(self, references: References) -> None:
        self._references = references

    def CountUses(self, request: Any, context: Any) -> Any:
        with database().read() as connection:
            counts = self._references.count(connection, request.kind, request.id)
        uses = [
            references_pb2.Use(singular=count.singular, plural=count.plural, count=count.number) for count in counts
        ]
        return references_pb2.CountUsesResponse(uses=uses)

    def FindReference(self, request: Any, context: Any) -> Any:
        if request.kind not in self._references.kept:
            return references_pb2.FindReferenceResponse(kind_known=False)
        with database().read() as connection:
            state = self._references.state(connection, request.kind, "id", request.id)
        if state is None:
            return references_pb2.FindReferenceResponse(kind_known=True)
        return references_pb2.FindReferenceResponse(kind_known=True, found=True, closed=state.closed, title=state.title)


def rpc_service(references: References) -> RpcService:
    """Return the gRPC service that answers for these references. Only services may call it: it checks no scope."""
    return RpcService(
        add_to_server=references_pb2_grpc.add_ReferenceServiceServicer_to_server,
        servicer=_References(references),
        full_name="staffroom.kit.v1.ReferenceService",
        policies={"CountUses": internal, "FindReference": internal},
    )
