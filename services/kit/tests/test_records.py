"""Existence of records and rights on them, requested from their owner over gRPC."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import grpc
import pytest
import sqlalchemy as sa

from kit import context, rpc
from kit.database import Database, database
from kit.errors import Forbidden, NotFound, Unavailable
from kit.policy import Actor, Attach, Scope, as_service, has_role, me
from kit.records import Delete, deleted, foreign
from kit.records.foreign import Access
from kit.rpc import RpcServer
from kit.settings import settings
from staffroom.kit.v1 import records_pb2, records_pb2_grpc
from staffroom_testing import actor

pytestmark = pytest.mark.component
OPEN, GONE = 3, 9
SEEN = Scope(everything=has_role("staff"), own={"student": sa.column("step") == me("student")})
KEPT_BY_STAFF = Scope(everything=has_role("staff"))
STAFF = actor("staff", user_id=11)


@dataclass(frozen=True)
class Things:
    """The declaration of a field set."""

    table: sa.Table
    scope: Scope
    attach: Attach | None
    delete: Any = None


@pytest.fixture
def peer(database: Database, monkeypatch: pytest.MonkeyPatch) -> Iterator[RpcServer]:
    from toypub import wiring

    with database.transaction(as_service("toypub")) as tx:
        tx.insert(wiring.thing, {"step": 1})
    kinds = {
        "thing": Things(wiring.thing, SEEN, Attach(KEPT_BY_STAFF, open=wiring.thing.c.step < OPEN)),
        "plain": Things(wiring.thing, SEEN, None),
        "marked": Things(wiring.thing, SEEN, None, Delete(mark={"step": GONE})),
    }
    server = RpcServer([foreign.rpc_service(kinds)], "127.0.0.1:0")
    monkeypatch.setattr(settings(), "grpc_peers", f"toypub=127.0.0.1:{server.port},away=127.0.0.1:1")
    rpc.channel.cache_clear()
    yield server
    server.stop(0)
    rpc.channel.cache_clear()


def test_owner_knows_its_records(peer: RpcServer) -> None:
    with database().read() as connection:
        there = connection.exec_driver_sql("select max(id) from thing").scalar_one()
    assert foreign.exists("toypub", "thing", there) is True
    assert foreign.exists("toypub", "thing", there + 1) is False
    foreign.check("toypub", "thing", there, "There is no such thing")
    with pytest.raises(NotFound, match="no such thing"):
        foreign.check("toypub", "thing", there + 1, "There is no such thing")


def test_deleted_record_takes_no_new_references(peer: RpcServer) -> None:
    stands, gone = thing(1), thing(GONE)
    assert [foreign.exists("toypub", "marked", one) for one in (stands, gone)] == [True, False]
    assert foreign.exists("toypub", "plain", gone) is True
    with pytest.raises(NotFound):
        foreign.check("toypub", "marked", gone, "There is no such thing")


@pytest.mark.parametrize(
    ("kind", "value", "marked"),
    [
        (sa.Boolean(), "true", True),
        (sa.Boolean(), "false", False),
        (sa.DateTime(timezone=True), "now()", True),
        (sa.DateTime(timezone=True), "null", False),
    ],
)
def test_deletion_mark_is_a_boolean_or_a_timestamp(
    database: Database, kind: sa.types.TypeEngine[Any], value: str, marked: bool
) -> None:
    table: Any = sa.select(sa.cast(sa.literal_column(value), kind).label("deleted")).subquery()
    assert database.scalar(sa.select(deleted.condition(Things(table, SEEN, None)))) is marked


def test_unknown_kinds_and_unavailable_owners_are_unknown(peer: RpcServer) -> None:
    assert foreign.exists("toypub", "planet", 1) is None
    assert foreign.exists("away", "thing", 1) is None
    assert foreign.exists("nobody", "thing", 1) is None
    with pytest.raises(Unavailable):
        foreign.check("nobody", "thing", 1, "There is no such thing")


def test_only_services_may_ask(peer: RpcServer) -> None:
    with grpc.insecure_channel(f"127.0.0.1:{peer.port}") as channel:
        stub: Any = records_pb2_grpc.RecordServiceStub(channel)
        with pytest.raises(Forbidden):
            rpc.call(stub.FindRecord, records_pb2.FindRecordRequest(kind="thing", id=1), actor=actor("sysAdmin"))


def thing(step: int) -> int:
    from toypub import wiring

    with database().transaction(as_service("toypub")) as tx:
        return tx.insert(wiring.thing, {"step": step})


def asked_by(who: Actor, kind: str, record: int) -> Access:
    before = context.actor.set(who)
    try:
        return foreign.access("toypub", kind, record)
    finally:
        context.actor.reset(before)


def test_owner_decides_who_attaches_files(peer: RpcServer) -> None:
    there, closed = thing(1), thing(OPEN)
    assert asked_by(STAFF, "thing", there) == Access(exists=True, reached=True, allowed=True)
    assert asked_by(STAFF, "thing", closed) == Access(exists=True, reached=True, allowed=False)
    reader = actor("student", persons={"student": 1})
    assert asked_by(reader, "thing", there) == Access(exists=True, reached=True, allowed=False)
    stranger = actor("student", persons={"student": 9})
    assert asked_by(stranger, "thing", there) == Access(exists=True, reached=False, allowed=False)
    assert asked_by(STAFF, "thing", closed + 99) == Access(exists=False, reached=False, allowed=False)


def test_right_is_never_assumed(peer: RpcServer) -> None:
    for owner, kind in (("toypub", "planet"), ("toypub", "plain"), ("away", "thing"), ("nobody", "thing")):
        before = context.actor.set(STAFF)
        try:
            with pytest.raises(Unavailable) as refusal:
                foreign.access(owner, kind, 1)
        finally:
            context.actor.reset(before)
        assert int(refusal.value.headers["Retry-After"]) > 0
