"""Calls between services: callers, refusals, failures."""

from __future__ import annotations

import time
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from kit import context, rpc
from kit.database import Database
from kit.errors import Conflict, Forbidden, NotSignedIn, Unavailable
from kit.http import core
from kit.policy import as_service, public
from kit.rpc import RpcServer, RpcService
from kit.rpc import server as rpc_server
from kit.settings import settings
from kit.version import VERSION
from staffroom_testing import actor, token
from staffroom_testing.components import free_port

pytestmark = pytest.mark.component


@pytest.fixture
def stub(rpc_channel: grpc.Channel) -> Any:
    import toy_pb2_grpc

    return toy_pb2_grpc.ToyServiceStub(rpc_channel)


def ask(number: int = 1, mode: str = "") -> Any:
    import toy_pb2

    return toy_pb2.AskRequest(number=number, mode=mode)


def test_caller_and_request_id_are_passed_on(stub: Any) -> None:
    who = actor("staff")
    marker = context.request_id.set("request-1234")
    try:
        answer = rpc.call(stub.Ask, ask(7), actor=who)
        assert (answer.number, answer.who, answer.request_id) == (7, str(who.user_id), "request-1234")
        assert rpc.call(stub.Secret, ask(7), actor=as_service("people")).number == 7
    finally:
        context.request_id.reset(marker)


def test_users_own_token_is_passed_on(stub: Any) -> None:
    who = actor("staff")
    marker = context.bearer.set(token(who))
    try:
        assert rpc.call(stub.Ask, ask()).who == str(who.user_id)
        with pytest.raises(Forbidden):
            rpc.call(stub.Secret, ask())
    finally:
        context.bearer.reset(marker)
    marker = context.bearer.set(token(who, exp=1))
    try:
        with pytest.raises(NotSignedIn):
            rpc.call(stub.Ask, ask())
    finally:
        context.bearer.reset(marker)


def test_anonymous_call_stays_anonymous(stub: Any) -> None:
    with pytest.raises(NotSignedIn):
        rpc.call(stub.Secret, ask())
    assert rpc.call(stub.Ask, ask()).who == "0"


def test_refusal_arrives_as_raised(stub: Any) -> None:
    with pytest.raises(Conflict) as caught:
        rpc.call(stub.Ask, ask(mode="conflict"))
    error = caught.value
    assert (error.text, error.code, error.title, error.fields, error.extra) == (
        "Taken",
        "taken",
        "Oh",
        {"a": "b"},
        {"value": 7},
    )


def test_error_in_the_other_service_is_503_without_details(stub: Any) -> None:
    with pytest.raises(Unavailable) as caught:
        rpc.call(stub.Ask, ask(mode="break"))
    assert "secret" not in str(caught.value.__cause__)


def test_call_ends_at_its_deadline(stub: Any) -> None:
    started = time.monotonic()
    with pytest.raises(Unavailable):
        rpc.call(stub.Ask, ask(mode="slow"), timeout=0.2)
    assert time.monotonic() - started < 1


def test_call_without_a_deadline_is_refused(stub: Any) -> None:
    with pytest.raises(grpc.RpcError) as caught:
        stub.Ask(ask())
    assert caught.value.code() == grpc.StatusCode.INVALID_ARGUMENT


def test_streams_both_ways(stub: Any) -> None:
    who = actor("staff")
    answers = list(rpc.call(stub.Count, ask(3), actor=who))
    assert [(answer.number, answer.who) for answer in answers] == [(n, str(who.user_id)) for n in range(3)]
    summed = rpc.call(stub.Sum, iter([ask(2), ask(3)]), actor=who)
    assert (summed.number, summed.who) == (5, str(who.user_id))
    with pytest.raises(grpc.RpcError) as caught:
        list(rpc.call(stub.Count, ask(5, "conflict"), actor=who))
    assert caught.value.code() == grpc.StatusCode.FAILED_PRECONDITION
    with pytest.raises(NotSignedIn):
        rpc.call(stub.Sum, iter([ask(2)]))


def test_call_inside_a_transaction_is_refused(stub: Any, database: Database) -> None:
    with database.transaction(actor("staff")), pytest.raises(RuntimeError, match="inside a transaction"):
        rpc.call(stub.Ask, ask())
    assert rpc.call(stub.Ask, ask()).number == 1


def test_read_is_retried_while_the_other_service_restarts(monkeypatch: pytest.MonkeyPatch) -> None:
    tries = []

    class Away(grpc.RpcError):
        def code(self) -> grpc.StatusCode:
            return grpc.StatusCode.UNAVAILABLE

        def details(self) -> str:
            return "connection refused"

        def trailing_metadata(self) -> Any:
            return ()

    def method(request: Any, **_: Any) -> str:
        tries.append(request)
        if len(tries) < 3:
            raise Away
        return "here"

    assert rpc.call(method, "read", repeatable=True) == "here"
    tries.clear()
    with pytest.raises(Unavailable):
        rpc.call(method, "write")
    assert tries == ["write"]


def test_every_method_needs_a_rule(service: Any) -> None:
    declared = service.rpc[0]
    for policies in ({"Ask": public}, dict(declared.policies) | {"Other": public}):
        wrong = RpcService(declared.add_to_server, declared.servicer, declared.full_name, policies)
        with pytest.raises(ValueError, match=declared.full_name):
            RpcServer([wrong], "127.0.0.1:0")


def test_health_and_reflection_are_public(rpc_channel: grpc.Channel) -> None:
    health: Any = health_pb2_grpc.HealthStub(rpc_channel)
    for name in ("", "toy.v1.ToyService"):
        answer = health.Check(health_pb2.HealthCheckRequest(service=name), timeout=2)
        assert answer.status == health_pb2.HealthCheckResponse.SERVING


def test_port_in_use_is_one_sentence(service: Any) -> None:
    first = RpcServer(list(service.rpc), "127.0.0.1:0")
    with pytest.raises(SystemExit, match="is the port taken"):
        RpcServer(list(service.rpc), f"127.0.0.1:{first.port}")
    first.stop(0)


def test_peers_come_from_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings(), "grpc_peers", "people=127.0.0.1:1")
    with pytest.raises(Unavailable):
        rpc.channel("nobody")


def test_calls_go_to_all_addresses_of_a_peer(service: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    servers = [RpcServer(list(service.rpc), "127.0.0.1:0") for _ in range(2)]
    servers[1]._health.set("toy.v1.ToyService", health_pb2.HealthCheckResponse.NOT_SERVING)
    addresses = ",".join(f"127.0.0.1:{server.port}" for server in servers)
    monkeypatch.setattr(type(settings()), "peers", lambda _: {"two": f"ipv4:{addresses}"})
    health: Any = health_pb2_grpc.HealthStub(rpc.channel("two"))
    request = health_pb2.HealthCheckRequest(service="toy.v1.ToyService")
    rpc.call(health.Check, request, repeatable=True)
    time.sleep(0.2)  # both are connected
    answers = [health.Check(request, timeout=2).status for _ in range(10)]
    assert sorted(map(answers.count, set(answers))) == [5, 5]
    for server in servers:
        server.stop(0)


def test_connection_closed_by_its_server_loses_no_call(service: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    import toy_pb2_grpc

    monkeypatch.setattr(rpc_server, "CONNECTION_AGE", 50)
    server = RpcServer(list(service.rpc), "127.0.0.1:0")
    monkeypatch.setattr(settings(), "grpc_peers", f"ageing=127.0.0.1:{server.port}")
    stub = toy_pb2_grpc.ToyServiceStub(rpc.channel("ageing"))
    until = time.monotonic() + 1
    while time.monotonic() < until:
        assert rpc.call(stub.Ask, ask(7)).number == 7
    server.stop(0)


def test_service_is_ready_only_while_its_own_server_answers(service: Any, database: Database, monkeypatch: Any) -> None:
    checks = service.readiness()
    assert core.ready(checks).status == 200, "no server was asked for"
    port = free_port()
    monkeypatch.setattr(settings(), "grpc_port", port)
    server = rpc.start_in_background(list(service.rpc))
    try:
        assert server is not None and server.port == port
        assert core.ready(checks).status == 200
        server.stop(0)
        server._probe_channel = grpc.insecure_channel(f"127.0.0.1:{port}")
        answer = core.ready(checks)
        assert answer.status == 503
        assert answer.body == b'{"ready":false,"version":"%s","failed":{"rpc":"Unavailable"}}' % VERSION.encode()
    finally:
        rpc_server._running.clear()


def test_stopping_server_is_not_ready(service: Any, database: Database) -> None:
    server = RpcServer(list(service.rpc), "127.0.0.1:0")
    server.ping()
    server._health.enter_graceful_shutdown()
    with pytest.raises(Unavailable):
        server.ping()
    server.stop(0)


@pytest.mark.parametrize("number", [True, 1.0, 1.5, "1", 2**63])
def test_message_takes_only_whole_numbers(stub: Any, number: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        ask(number)
