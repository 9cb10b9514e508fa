"""The gRPC server of every web process. Every method has a rule, every call a deadline."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass
from typing import Any

import grpc
from google.protobuf import descriptor_pool
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from kit import context, telemetry
from kit.actors import ANONYMOUS, Actor
from kit.errors import BUSY, Forbidden, Malformed, NotSignedIn, Refused, Unavailable
from kit.policy import tokens
from kit.policy.rules import Rule, public
from kit.rpc.wire import CONNECTION_AGE, CONNECTION_GRACE, MESSAGE_BYTES, RECONNECT, REFUSAL, SERVICE_TOKEN, packed
from kit.settings import settings
from kit.telemetry import log

_log = log.get(__name__)

_HEALTH_TIMEOUT = 0.8
"""Seconds that our own server may take to answer the health check: less than the timeout of a probe."""
_THREADS = 16
_CODES = {
    400: grpc.StatusCode.INVALID_ARGUMENT,
    401: grpc.StatusCode.UNAUTHENTICATED,
    402: grpc.StatusCode.PERMISSION_DENIED,
    403: grpc.StatusCode.PERMISSION_DENIED,
    404: grpc.StatusCode.NOT_FOUND,
    409: grpc.StatusCode.FAILED_PRECONDITION,
    413: grpc.StatusCode.OUT_OF_RANGE,
    422: grpc.StatusCode.INVALID_ARGUMENT,
    429: grpc.StatusCode.RESOURCE_EXHAUSTED,
    503: grpc.StatusCode.UNAVAILABLE,
}


@dataclass(frozen=True)
class RpcService:
    """A gRPC service that this service offers: the generated `add_..._to_server`, the servicer, the full proto name,
    and the rule of each method. A method without a rule stops the process at start."""

    add_to_server: Callable[[Any, Any], None]
    servicer: object
    full_name: str
    policies: Mapping[str, Rule]

    def check(self) -> None:
        """Check the rules and implementations against the proto. Raises ValueError for a missing or unknown method."""
        methods = {method.name for method in descriptor_pool.Default().FindServiceByName(self.full_name).methods}
        if missing := methods - set(self.policies):
            raise ValueError(f"{self.full_name}: no rule says who may call {', '.join(sorted(missing))}")
        if unknown := set(self.policies) - methods:
            raise ValueError(f"{self.full_name} has no method {', '.join(sorted(unknown))}")
        for method in methods:
            if method not in type(self.servicer).__dict__:
                raise ValueError(f"{self.full_name}.{method} is not implemented")


def caller() -> Actor:
    """Return the actor who made the current call."""
    return context.actor.get()


class _Interceptor(grpc.ServerInterceptor):
    """Handles request id, deadline, caller, rule, refusals and metrics of every method of our services."""

    def __init__(self, rules: Mapping[str, Rule]) -> None:
        self.rules = rules

    def intercept_service(self, continuation: Callable[[Any], Any], details: Any) -> Any:
        handler = continuation(details)
        rule = self.rules.get(details.method)
        if handler is None or rule is None:  # health and reflection
            return handler
        metadata = dict(details.invocation_metadata)

        def answer(request: Any, call: Any) -> Any:
            inner = handler.stream_unary if handler.request_streaming else handler.unary_unary
            with _answering(details.method, rule, metadata, call):
                return inner(request, call)

        def stream(request: Any, call: Any) -> Iterator[Any]:
            inner = handler.stream_stream if handler.request_streaming else handler.unary_stream
            # grpc may produce each message in a different thread: keep one context for all of them.
            shared_context = copy_context()
            messages = shared_context.run(_streaming, inner, request, details.method, rule, metadata, call)
            while (message := shared_context.run(next, messages, None)) is not None:
                yield message

        if handler.response_streaming:
            make, work = _STREAMING[handler.request_streaming], stream
        else:
            make, work = _ANSWERING[handler.request_streaming], answer
        return make(work, handler.request_deserializer, handler.response_serializer)


_ANSWERING: Any = {False: grpc.unary_unary_rpc_method_handler, True: grpc.stream_unary_rpc_method_handler}
_STREAMING: Any = {False: grpc.unary_stream_rpc_method_handler, True: grpc.stream_stream_rpc_method_handler}


def _streaming(
    inner: Any, request: Any, method: str, rule: Rule, metadata: Mapping[str, Any], call: Any
) -> Iterator[Any]:
    with _answering(method, rule, metadata, call):
        yield from inner(request, call)


@contextlib.contextmanager
def _answering(method: str, rule: Rule, metadata: Mapping[str, Any], call: Any) -> Iterator[None]:
    started = time.perf_counter()
    code = grpc.StatusCode.OK
    context.request_id.set(context.accepted_request_id(metadata.get("x-request-id")))
    refused: Refused | None = None
    try:
        with telemetry.span(method, parent=metadata):
            remaining = call.time_remaining()
            if remaining is None or remaining > 24 * 3600:
                raise Malformed("A call needs a deadline")
            actor, bearer = _authenticated(metadata)
            context.actor.set(actor)
            context.bearer.set(bearer)
            if not rule(actor):
                if actor.signed_in or rule is public:
                    raise Forbidden()
                raise NotSignedIn("Please sign in")
            yield
    except Refused as error:
        refused = error
        code = _CODES.get(error.status, grpc.StatusCode.INVALID_ARGUMENT)
    except Exception:
        if call.code() is not None:  # the servicer aborted the call itself
            raise
        _log.exception("rpc_failed", method=method)
        code = grpc.StatusCode.INTERNAL
        call.abort(code, "Something went wrong")
    finally:
        telemetry.rpc_seconds.labels(method, code.name).observe(time.perf_counter() - started)
    if refused is not None:
        call.set_trailing_metadata(((REFUSAL, packed(refused)),))
        call.abort(code, refused.text)


def _authenticated(metadata: Mapping[str, Any]) -> tuple[Actor, str]:
    if token := metadata.get(SERVICE_TOKEN):
        return tokens.verify_service_token(token), ""
    scheme, _, token = metadata.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and token:
        return tokens.verify(token), token
    return ANONYMOUS, ""


class RpcServer:
    """A running gRPC server."""

    def __init__(self, services: list[RpcService], address: str, *, shared_port: bool = False) -> None:
        for service in services:
            service.check()
        rules = {f"/{one.full_name}/{method}": rule for one in services for method, rule in one.policies.items()}
        self._server = grpc.server(
            ThreadPoolExecutor(_THREADS, thread_name_prefix="rpc"),
            interceptors=[_Interceptor(rules)],
            maximum_concurrent_rpcs=_THREADS * 8,
            options=[
                ("grpc.so_reuseport", int(shared_port)),
                ("grpc.max_connection_age_ms", CONNECTION_AGE),
                ("grpc.max_connection_age_grace_ms", CONNECTION_GRACE),
                ("grpc.max_receive_message_length", MESSAGE_BYTES),
                ("grpc.max_send_message_length", MESSAGE_BYTES),
            ],
        )
        for service in services:
            service.add_to_server(service.servicer, self._server)
        self._health = health.HealthServicer()
        health_pb2_grpc.add_HealthServicer_to_server(self._health, self._server)
        names = [service.full_name for service in services]
        reflection.enable_server_reflection([*names, health.SERVICE_NAME, reflection.SERVICE_NAME], self._server)
        try:
            self.port = self._server.add_insecure_port(address)
        except RuntimeError as error:
            raise SystemExit(f"gRPC cannot listen on {address}: is the port taken?") from error
        self._server.start()
        for name in ["", *names]:
            self._health.set(name, health_pb2.HealthCheckResponse.SERVING)
        # Probed through its port, as clients call it: a server without a free thread must fail here too.
        host = address.rpartition(":")[0]
        self._probe_channel = grpc.insecure_channel(f"{_LOOPBACK.get(host, host)}:{self.port}", options=RECONNECT)

    def ping(self) -> None:
        """Check the server for `/readyz`. Raises Unavailable unless it reports that it is serving."""
        check: Any = health_pb2_grpc.HealthStub(self._probe_channel).Check  # type: ignore[attr-defined]  # set at run time
        try:
            status = check(health_pb2.HealthCheckRequest(), timeout=_HEALTH_TIMEOUT, wait_for_ready=True).status
        except grpc.RpcError as error:
            raise Unavailable(BUSY) from error
        if status != health_pb2.HealthCheckResponse.SERVING:
            raise Unavailable(BUSY)

    def stop(self, grace: float = 5) -> None:
        """Take no more calls, and give running ones `grace` seconds."""
        self._health.enter_graceful_shutdown()
        self._server.stop(grace).wait()
        self._probe_channel.close()


_LOOPBACK = {"0.0.0.0": "127.0.0.1", "[::]": "[::1]"}  # noqa: S104  # the address to probe where all are served
_running: list[RpcServer] = []


def ping() -> None:
    """Check the gRPC server of this process, if it has one, for `/readyz`. Raises Unavailable."""
    for server in _running:
        server.ping()


def start_in_background(services: list[RpcService]) -> RpcServer | None:
    """Start the gRPC server of this process; None without services or a configured port."""
    if not services or not settings().grpc_port:
        return None
    address = f"{settings().http_host}:{settings().grpc_port}"
    # Shared by workers, and by a successor during an upgrade.
    server = RpcServer(services, address, shared_port=True)
    _running[:] = [server]
    return server
