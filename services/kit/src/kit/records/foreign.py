"""Records that other services own: whether they exist, and who may attach files to them.

Every service answers over gRPC for the kinds it declares (field sets and workflows). So support can check the student
of a comment without a copy of all students, and files need not know who teaches which course.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import sqlalchemy as sa

from kit import context, rpc
from kit.database import database, first_row
from kit.errors import BUSY, NotFound, Refused, Unavailable
from kit.policy import Actor, Attach, Row, Scope, as_service, internal, signed_in
from kit.records import deleted
from kit.records.fieldset import FieldSet
from kit.rpc import RpcService
from kit.settings import settings
from kit.telemetry import log
from staffroom.kit.v1 import records_pb2, records_pb2_grpc

_log = log.get(__name__)

PATIENCE = 1.0
"""Seconds to wait for an owner, since a person waits for the answer."""


class RecordKind(Protocol):
    """A kind of record that a field set or a workflow declares."""

    @property
    def table(self) -> sa.Table: ...
    @property
    def scope(self) -> Scope: ...
    @property
    def attach(self) -> Attach | None: ...


@dataclass(frozen=True)
class Access:
    """The caller's rights on a record: whether it exists, is in the caller's scope, and takes files from them."""

    exists: bool
    reached: bool
    allowed: bool


class _Records(records_pb2_grpc.RecordServiceServicer):
    def __init__(self, kinds: Mapping[str, RecordKind]) -> None:
        self._kinds = kinds

    def FindRecord(self, request: Any, context: Any) -> Any:
        kind = self._kinds.get(request.kind)
        if kind is None:
            return records_pb2.FindRecordResponse(kind_known=False)
        query = sa.select(sa.literal(1)).where(kind.table.c.id == request.id, ~deleted.condition(kind))
        with database().read() as connection:
            exists = connection.execute(query).first() is not None
        return records_pb2.FindRecordResponse(kind_known=True, found=exists)

    def MayAttach(self, request: Any, context: Any) -> Any:
        kind = self._kinds.get(request.kind)
        if kind is None or kind.attach is None:
            return records_pb2.MayAttachResponse(kind_known=False)
        caller = rpc.caller()
        scope = kind.attach.readers if request.field and kind.attach.readers else kind.scope
        query = sa.select(
            kind.table, scope.where(caller).label("_reached"), kind.attach.where(caller).label("_allowed")
        )
        with database().read() as connection:
            row = first_row(connection, query.where(kind.table.c.id == request.id))
        reached = row is not None and bool(row["_reached"]) and _shown(kind, request.field, caller, row)
        allowed = row is not None and reached and bool(row["_allowed"])
        return records_pb2.MayAttachResponse(kind_known=True, found=row is not None, reached=reached, allowed=allowed)


def _shown(kind: RecordKind, field: str, caller: Actor, row: Row) -> bool:
    """Return whether the caller may see the field `field` of the record; files of fields with any other name are not
    shown."""
    if not field:
        return True
    entry = kind.fields.get(field) if isinstance(kind, FieldSet) else None
    return entry is not None and entry.seen(caller, row)


def rpc_service(kinds: Mapping[str, RecordKind]) -> RpcService:
    """Return the gRPC service for these kinds, by name. Only services may call `FindRecord`: it checks no scope."""
    return RpcService(
        add_to_server=records_pb2_grpc.add_RecordServiceServicer_to_server,
        servicer=_Records(kinds),
        full_name="staffroom.kit.v1.RecordService",
        policies={"FindRecord": internal, "MayAttach": signed_in},
    )


def exists(owner: str, kind: str, record: int) -> bool | None:
    """Return whether service `owner` has the record, not marked as deleted, for a new reference to it; None if it does
    not answer in time or owns no such kind."""
    if owner not in settings().peers():
        return None
    stub = records_pb2_grpc.RecordServiceStub(rpc.channel(owner))
    request = records_pb2.FindRecordRequest(kind=kind, id=record)
    actor = as_service(context.service())
    try:
        answer = rpc.call(stub.FindRecord, request, timeout=PATIENCE, actor=actor, repeatable=True)
    except Refused as error:
        _log.warning("record_not_asked", owner=owner, kind=kind, error=error.text)
        return None
    return bool(answer.found) if answer.kind_known else None


def check(owner: str, kind: str, record: int, refusal: str) -> None:
    """Check that service `owner` has the record, not marked as deleted. Raises NotFound with `refusal`, and Unavailable
    if the service does not answer."""
    known = exists(owner, kind, record)
    if known is None:
        raise Unavailable(BUSY)
    if not known:
        raise NotFound(refusal)


def access(owner: str, kind: str, record: int, field: str = "") -> Access:
    """Return the rights of the current caller on a record of service `owner`; with the name of a field, on the files in
    that field of the record.

    A right is never assumed: raises Unavailable if the owner does not answer or owns no such kind.
    """
    if owner not in settings().peers():
        raise Unavailable(f"The service {owner} is not there to be asked")
    stub = records_pb2_grpc.RecordServiceStub(rpc.channel(owner))
    answer = rpc.call(stub.MayAttach, records_pb2.MayAttachRequest(kind=kind, id=record, field=field), repeatable=True)
    if not answer.kind_known:
        raise Unavailable(f"The service {owner} does not know yet who attaches files to a {kind}")
    return Access(bool(answer.found), bool(answer.reached), bool(answer.allowed))
