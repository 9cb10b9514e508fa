"""Whether a record exists, asked of the service that owns it.

Every service answers for the tables of its field sets and workflows by their names; nothing is declared for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit import context, log, rpc
from kit.db import database
from kit.errors import Refused
from kit.policy import as_service, internal
from kit.rpc import RpcService
from kit.settings import settings
from staffroom.kit.v1 import records_pb2, records_pb2_grpc

_log = log.get(__name__)

PATIENCE = 1.0
"""Seconds an owner may take: somebody waits for an answer that does not depend on it alone."""


class _Records(records_pb2_grpc.RecordServiceServicer):
    def __init__(self, tables: Mapping[str, sa.Table]) -> None:
        self._tables = tables

    def FindRecord(self, request: Any, context: Any) -> Any:  # noqa: N802  the proto's name
        table = self._tables.get(request.kind)
        if table is None:
            return records_pb2.FindRecordResponse(kind_known=False)
        wanted = sa.select(sa.literal(1)).where(table.c.id == request.id)
        with database().read() as connection:
            found = connection.execute(wanted).first() is not None
        return records_pb2.FindRecordResponse(kind_known=True, found=found)


def offered(tables: Mapping[str, sa.Table]) -> RpcService:
    """The gRPC service that answers for these tables, by kind. For services alone: it knows no scope."""
    return RpcService(
        add_to_server=records_pb2_grpc.add_RecordServiceServicer_to_server,
        servicer=_Records(tables),
        full_name="staffroom.kit.v1.RecordService",
        policies={"FindRecord": internal},
    )


def exists(owner: str, kind: str, record: int) -> bool | None:
    """Whether service `owner` has the record; None where it does not answer in time or keeps no such kind."""
    if owner not in settings().peers():
        return None
    stub = records_pb2_grpc.RecordServiceStub(rpc.channel(owner))
    asked = records_pb2.FindRecordRequest(kind=kind, id=record)
    us = as_service(context.service())
    try:
        answer = rpc.call(stub.FindRecord, asked, timeout=PATIENCE, actor=us, repeatable=True)
    except Refused as error:
        _log.warning("record_not_asked", owner=owner, kind=kind, error=error.text)
        return None
    return bool(answer.found) if answer.kind_known else None
