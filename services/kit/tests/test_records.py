"""Which records there are: asked over gRPC, of whoever owns them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import grpc
import pytest

from kit import db, records, rpc
from kit.db import Database
from kit.errors import Forbidden
from kit.policy import as_service
from kit.rpc import RpcServer
from kit.settings import settings
from kit.testing import actor
from staffroom.kit.v1 import records_pb2, records_pb2_grpc

pytestmark = pytest.mark.component


@pytest.fixture
def peer(database: Database, monkeypatch: pytest.MonkeyPatch) -> Iterator[RpcServer]:
    from toypub import wiring

    with database.transaction(as_service("toypub")) as tx:
        tx.insert(wiring.thing, {"step": 1})
    server = RpcServer([records.offered({"thing": wiring.thing})], "127.0.0.1:0")
    monkeypatch.setattr(settings(), "grpc_peers", f"toypub=127.0.0.1:{server.port},away=127.0.0.1:1")
    rpc.channel.cache_clear()
    yield server
    server.stop(0)
    rpc.channel.cache_clear()


def test_the_owner_knows_its_records(peer: RpcServer) -> None:
    with db.database().read() as connection:
        there = connection.exec_driver_sql("select max(id) from thing").scalar_one()
    assert records.exists("toypub", "thing", there) is True
    assert records.exists("toypub", "thing", there + 1) is False


def test_nothing_is_said_of_other_kinds_nor_by_those_who_are_away(peer: RpcServer) -> None:
    assert records.exists("toypub", "planet", 1) is None
    assert records.exists("away", "thing", 1) is None
    assert records.exists("nobody", "thing", 1) is None


def test_only_services_ask(peer: RpcServer) -> None:
    with grpc.insecure_channel(f"127.0.0.1:{peer.port}") as channel:
        stub: Any = records_pb2_grpc.RecordServiceStub(channel)
        with pytest.raises(Forbidden):
            rpc.call(stub.FindRecord, records_pb2.FindRecordRequest(kind="thing", id=1), actor=actor("sysAdmin"))
